// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * One line on a terminal with the phase, a bar, the rate and the time left; it shows once the work has taken a second.
 * Of a phase of which nobody knows how long it is, it shows how long it has lasted. A phase whose share goes on where
 * the one before ended is timed together with it. The time left follows what is known within seconds, and does not
 * jump.
 */
final class ProgressBar implements Progress {
    private static final long SHOW_AFTER_NS = 1_000_000_000L;
    private static final long REDRAW_AFTER_NS = 100_000_000L;
    private static final int BAR_CHARACTERS = 30;
    /** How long it takes to follow a rate that has changed, about: less, the less is left. */
    private static final double FOLLOWS_NS = 3e9;
    /** What a phase tells of its length before is too little. */
    private static final long TELLS_AFTER_NS = 3_000_000_000L;

    private static final double TELLS_FROM = 0.05;

    private final PrintStream out;
    private final int columns;
    private final String label;
    private final LongSupplier clockNs;
    private final long startNs;
    private String phase = "";
    private long phaseNs;
    private double reached;
    private double leftNs = Double.NaN;
    private long leftAtNs;
    private long drawnNs;
    private int drawn;
    private boolean shown;

    ProgressBar(PrintStream out, int columns, String label) {
        this(out, columns, label, System::nanoTime);
    }

    ProgressBar(PrintStream out, int columns, String label, LongSupplier clockNs) {
        this.out = out;
        this.columns = columns;
        this.label = label;
        this.clockNs = clockNs;
        startNs = clockNs.getAsLong();
        phaseNs = startNs;
        drawnNs = startNs;
    }

    @Override
    public void at(String now, double share, String rate) {
        long nowNs = clockNs.getAsLong();
        if (!now.equals(phase)) {
            phase = now;
            if (!(share >= reached)) {
                phaseNs = nowNs;
                leftNs = Double.NaN;
            }
        }
        reached = share;
        if (nowNs - startNs < SHOW_AFTER_NS || nowNs - drawnNs < REDRAW_AFTER_NS) {
            return;
        }
        drawnNs = nowNs;
        shown = true;
        String line = line(Math.max(0, Math.min(1, share)), rate, nowNs);
        int width = Math.max(1, columns - 1);
        String text = line.length() > width ? line.substring(0, width) : line;
        // The cursor stays behind the text, where the terminal echoes what is typed.
        out.print('\r'
                + text
                + " ".repeat(Math.max(0, drawn - text.length()))
                + "\b".repeat(Math.max(0, drawn - text.length())));
        drawn = text.length();
        out.flush();
    }

    @Override
    public void close() {
        if (shown) {
            out.print('\r' + " ".repeat(Math.max(1, columns - 1)) + '\r');
            out.flush();
            shown = false;
        }
    }

    private String line(double share, String rate, long nowNs) {
        long elapsedNs = nowNs - phaseNs;
        String what = label + (phase.isEmpty() ? "" : ": " + phase);
        if (Double.isNaN(share)) {
            return String.format(Locale.ROOT, "%s, %.0f s so far", what, elapsedNs / 1e9);
        }
        int filled = (int) Math.round(share * BAR_CHARACTERS);
        String bar = "#".repeat(filled) + "-".repeat(BAR_CHARACTERS - filled);
        boolean tells = share >= TELLS_FROM || share > 0 && elapsedNs >= TELLS_AFTER_NS;
        String left = tells
                ? String.format(Locale.ROOT, ", %.0f s left", leftNs(elapsedNs / share, 1 - share, nowNs) / 1e9)
                : "";
        return String.format(Locale.ROOT, "%s [%s] %3.0f%%", what, bar, share * 100)
                + (rate.isEmpty() ? "" : ", " + rate)
                + left;
    }

    private double leftNs(double wholeNs, double left, long nowNs) {
        double estimateNs = wholeNs * left;
        if (Double.isNaN(leftNs)) {
            leftNs = estimateNs;
        } else {
            double passedNs = nowNs - leftAtNs;
            double expectedNs = Math.max(0, leftNs - passedNs);
            leftNs = expectedNs + (estimateNs - expectedNs) * (1 - Math.exp(-passedNs / (FOLLOWS_NS * left)));
        }
        leftAtNs = nowNs;
        return leftNs;
    }
}
