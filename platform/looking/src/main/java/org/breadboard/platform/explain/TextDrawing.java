// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.breadboard.platform.console.Screen;

/** A sequence diagram of characters: a lane for each machine and switch, a row for each hop, 100 columns at most. */
public final class TextDrawing {
    private static final int MOST_COLUMNS = 100;
    private static final int MOST_LANES = 38;
    private static final int LEAST_LANES = 12;
    /** What the times before the lanes take, and the blank behind these. */
    private static final int TIMES = 33;
    /** What is left for words at least. */
    private static final int WORDS = 28;

    private static final int WIDEST = 7;
    private static final int NARROWEST = 3;

    private final Explanation explanation;
    private final IntFunction<String> nodeName;
    private final List<Integer> nodes;
    private final int width;
    private final int words;

    /** A drawing in lines of so many characters; {@code nodeName} names machines and switches. */
    public TextDrawing(Explanation explanation, IntFunction<String> nodeName, int columns) {
        int wide = Math.min(MOST_COLUMNS, columns);
        int lanes = Math.max(LEAST_LANES, Math.min(MOST_LANES, wide - TIMES - WORDS));
        this.explanation = explanation;
        this.nodeName = nodeName;
        List<Integer> all = new ArrayList<>(explanation.hops().stream()
                .map(hop -> hop.place().node())
                .distinct()
                .sorted()
                .toList());
        nodes = all.subList(0, Math.min(all.size(), lanes / NARROWEST));
        width = Math.max(NARROWEST, Math.min(WIDEST, lanes / Math.max(1, nodes.size())));
        words = Math.max(WORDS / 2, wide - TIMES - width * nodes.size());
    }

    /** Its lines. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        StringBuilder names = new StringBuilder();
        nodes.forEach(node -> names.append(inLane(shortened(nodeName.apply(node)), ' ')));
        lines.add(String.format(Locale.ROOT, "  %7s %6s %6s %6s  ", "at us", "waits", "serves", "travel") + names
                + " what happens");
        List<Hop> hops = explanation.hops();
        boolean open = true;
        for (int i = 0; i < hops.size(); i++) {
            if (open && hops.get(i).atUs() > explanation.tookUs()) {
                lines.add(String.format(Locale.ROOT, "  %7.2f  %s", explanation.tookUs(), "-".repeat(20)) + " "
                        + explanation.outcome() + "; what follows, nobody waits for " + "-".repeat(8));
                open = false;
            }
            lines.addAll(lines(hops.get(i), next(hops, i)));
        }
        return lines;
    }

    /** The next hop of the same message, or null. */
    private static Hop next(List<Hop> hops, int from) {
        int message = hops.get(from).message();
        for (int i = from + 1; message > 0 && i < hops.size(); i++) {
            if (hops.get(i).message() == message) {
                return hops.get(i);
            }
        }
        return null;
    }

    private List<String> lines(Hop hop, Hop next) {
        String times = (hop.onPath() ? "* " : "  ") + number(hop.atUs(), 7, true) + ' ' + number(hop.waitUs(), 6, false)
                + ' ' + number(hop.serveUs(), 6, false) + ' ' + number(hop.travelUs(), 6, false) + "  ";
        List<String> lines = new ArrayList<>();
        for (String what : Screen.folded(hop.what(), words, 2)) {
            lines.add((lines.isEmpty() ? times + lanes(hop, next) : " ".repeat(TIMES - 1) + lanes()) + ' ' + what);
        }
        return lines;
    }

    /** A time in µs; nothing for none that would be shown. */
    private static String number(double us, int columns, boolean always) {
        String text = String.format(Locale.ROOT, Math.abs(us) < 1000 ? "%.2f" : "%.0f", us);
        boolean none = !always && Math.abs(us) < 0.005;
        return " ".repeat(Math.max(0, columns - (none ? 0 : text.length()))) + (none ? "" : text);
    }

    private StringBuilder lanes() {
        StringBuilder lanes = new StringBuilder();
        nodes.forEach(any -> lanes.append(inLane("|", ' ')));
        return lanes;
    }

    private String lanes(Hop hop, Hop next) {
        StringBuilder lanes = lanes();
        int own = nodes.indexOf(hop.place().node());
        int other = next == null ? -1 : nodes.indexOf(next.place().node());
        if (own < 0) {
            return lanes.toString();
        }
        if (other >= 0 && other != own) {
            int left = Math.min(own, other) * width + width / 2;
            int right = Math.max(own, other) * width + width / 2;
            for (int column = left; column <= right; column++) {
                lanes.setCharAt(column, '-');
            }
            lanes.setCharAt(other > own ? right : left, other > own ? '>' : '<');
        }
        String place = inLane(shortened(hop.group()), '\0');
        for (int i = 0; i < width; i++) {
            if (place.charAt(i) != '\0') {
                lanes.setCharAt(own * width + i, place.charAt(i));
            }
        }
        return lanes.toString();
    }

    private String shortened(String name) {
        if (name.length() <= width) {
            return name;
        }
        String digits = name.substring(name.replaceAll("[0-9]+$", "").length());
        return name.substring(0, Math.max(0, width - 1 - digits.length())) + digits;
    }

    /** A word in the middle of a lane. */
    private String inLane(String word, char around) {
        String cut = word.length() > width ? word.substring(0, width) : word;
        int left = width / 2 - (cut.length() - 1) / 2;
        left = Math.min(left, width - cut.length());
        return String.valueOf(around).repeat(left)
                + cut
                + String.valueOf(around).repeat(width - cut.length() - left);
    }
}
