package org.breadboard.platform.console;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * One line on a terminal with the phase, a bar, the rate and the time left of the phase; it shows once the work has
 * taken a second. Of a phase of which nobody knows how long it is, it shows how long it has lasted.
 */
final class ProgressBar implements Progress {
    private static final long SHOW_AFTER_NS = 1_000_000_000L;
    private static final long REDRAW_AFTER_NS = 100_000_000L;
    private static final int BAR_CHARACTERS = 30;

    private final PrintStream out;
    private final int columns;
    private final String label;
    private final LongSupplier clockNs;
    private final long startNs;
    private String phase = "";
    private long phaseNs;
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
            phaseNs = nowNs;
        }
        if (nowNs - startNs < SHOW_AFTER_NS || nowNs - drawnNs < REDRAW_AFTER_NS) {
            return;
        }
        drawnNs = nowNs;
        shown = true;
        String line = line(Math.max(0, Math.min(1, share)), rate, nowNs - phaseNs);
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

    private String line(double share, String rate, long elapsedNs) {
        String what = label + (phase.isEmpty() ? "" : ": " + phase);
        if (Double.isNaN(share)) {
            return String.format(Locale.ROOT, "%s, %.0f s so far", what, elapsedNs / 1e9);
        }
        int filled = (int) Math.round(share * BAR_CHARACTERS);
        String bar = "#".repeat(filled) + "-".repeat(BAR_CHARACTERS - filled);
        String left =
                share > 0 ? String.format(Locale.ROOT, ", %.0f s left", elapsedNs / 1e9 * (1 - share) / share) : "";
        return String.format(Locale.ROOT, "%s [%s] %3.0f%%", what, bar, share * 100)
                + (rate.isEmpty() ? "" : ", " + rate)
                + left;
    }
}
