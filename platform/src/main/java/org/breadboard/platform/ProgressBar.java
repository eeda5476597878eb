package org.breadboard.platform;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/** One line on a terminal with a bar, the rate and the time left; it shows only once the work has taken two seconds. */
final class ProgressBar implements Progress {
    private static final long SHOW_AFTER_NS = 2_000_000_000L;
    private static final long REDRAW_AFTER_NS = 100_000_000L;
    private static final int BAR_CHARACTERS = 30;

    private final PrintStream out;
    private final int columns;
    private final String label;
    private final LongSupplier clockNs;
    private final long startNs;
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
        drawnNs = startNs;
    }

    @Override
    public void at(double fraction, String rate) {
        long nowNs = clockNs.getAsLong();
        if (nowNs - startNs < SHOW_AFTER_NS || nowNs - drawnNs < REDRAW_AFTER_NS) {
            return;
        }
        drawnNs = nowNs;
        shown = true;
        String line = line(Math.max(0, Math.min(1, fraction)), rate, nowNs - startNs);
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

    private String line(double fraction, String rate, long elapsedNs) {
        int filled = (int) Math.round(fraction * BAR_CHARACTERS);
        String bar = "#".repeat(filled) + "-".repeat(BAR_CHARACTERS - filled);
        String left = fraction > 0
                ? String.format(Locale.ROOT, ", %.0f s left", elapsedNs / 1e9 * (1 - fraction) / fraction)
                : "";
        return String.format(Locale.ROOT, "%s [%s] %3.0f%%", label, bar, fraction * 100)
                + (rate.isEmpty() ? "" : ", " + rate)
                + left;
    }
}
