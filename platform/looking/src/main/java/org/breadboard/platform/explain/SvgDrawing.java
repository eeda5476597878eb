// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.breadboard.platform.page.Page;
import org.breadboard.platform.trace.Place;
import org.breadboard.platform.trace.Span;

/**
 * A picture for browsers that needs nothing but itself: a lane for each stage and resource, in the order in which the
 * transaction comes to them, time from left to right, bars for service and outlines for waiting, arrows for what a
 * message travels, with its name. What is longer than its room is told in full by its tooltip.
 */
public final class SvgDrawing {
    private static final int LEFT = 190;
    private static final int PLOT = 980;
    private static final int RIGHT = 30;
    private static final int TOP = 92;
    private static final int LANE = 22;
    private static final int BAR = 12;
    private static final int LEGEND_LINE = 16;
    private static final int LEGEND_WORDS = 150;

    /** About as wide as a small letter is. */
    private static final double SMALL_LETTER = 5.6;

    private static final int NAME_LETTERS = 26;
    private static final int NAME_LINE = 11;

    private static final String STYLE = """
            svg{background:#fff;font:12px system-ui,sans-serif}
            text{fill:#1d2733}.soft{fill:#5b6875}.head{font-size:16px;font-weight:600}.small{font-size:10px}
            .name{paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round}
            .grid{stroke:#dfe4ea}.lane{stroke:#eef1f4}.node{stroke:#9aa5b1}
            .serve{fill:#9db8d6}.wait{fill:none;stroke:#9db8d6;stroke-dasharray:2 2}
            .way{stroke:#9db8d6;fill:none}.path .serve{fill:#2563a8}.path .wait{stroke:#2563a8}.path .way{stroke:#2563a8}
            .end{stroke:#1b7a43;stroke-width:1.5}.inbar{fill:#fff;font-size:9px}
            @media (prefers-color-scheme:dark){
            svg{background:#14181d}text{fill:#e6eaef}.soft{fill:#9aa5b1}
            .grid{stroke:#2c343d}.lane{stroke:#20262d}.node{stroke:#5b6875}
            .serve{fill:#3c536d}.wait{stroke:#4a6683}.way{stroke:#4a6683}
            .path .serve{fill:#6aa5e3}.path .wait{stroke:#6aa5e3}.path .way{stroke:#6aa5e3}
            .end{stroke:#57c084}.inbar{fill:#14181d}.name{stroke:#14181d}}
            """;

    private final Explanation explanation;
    private final IntFunction<String> nodeName;
    private final String title;
    private final StringBuilder svg = new StringBuilder();
    private final Map<Place, Integer> lanes = new LinkedHashMap<>();
    /** The ways of each message, of which one is named. */
    private final Map<Integer, List<Way>> ways = new TreeMap<>();

    private final double fromUs;
    private final double toUs;

    /**
     * A drawing.
     *
     * @param nodeName names machines and switches
     * @param title what it shows
     */
    public SvgDrawing(Explanation explanation, IntFunction<String> nodeName, String title) {
        this.explanation = explanation;
        this.nodeName = nodeName;
        this.title = title;
        // As it travels: what it comes to first is on top, node by node.
        Map<Integer, List<Place>> byNode = new LinkedHashMap<>();
        explanation.hops().stream()
                .map(Hop::place)
                .distinct()
                .forEach(place -> byNode.computeIfAbsent(place.node(), node -> new ArrayList<>())
                        .add(place));
        byNode.values().forEach(places -> places.forEach(place -> lanes.put(place, lanes.size())));
        fromUs = explanation.hops().stream().mapToDouble(Hop::atUs).min().orElse(0);
        toUs = explanation.hops().stream()
                .mapToDouble(hop -> hop.endedUs() + hop.travelUs())
                .max()
                .orElse(1);
    }

    /** The whole file. */
    public String text() {
        Map<Integer, String> words = legend();
        int legendAt = TOP + lanes.size() * LANE + 56;
        int height = legendAt + (words.size() + 1) * LEGEND_LINE + 20;
        int width = LEFT + PLOT + RIGHT;
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">%n",
                width,
                height,
                width,
                height));
        svg.append("<title>")
                .append(escaped(title))
                .append("</title>\n<style>")
                .append(STYLE)
                .append("</style>\n");
        svg.append("<defs>")
                .append(tip("tip", ""))
                .append(tip("path-tip", "path"))
                .append("</defs>\n");
        label(16, 28, "head", title);
        label(
                16,
                48,
                "soft",
                String.format(
                        Locale.ROOT,
                        "%s after %.2f µs, %d messages. Bars: service; dashed: waiting; arrows: travelling. In the stronger"
                                + " colour: what the outcome waited for.",
                        explanation.outcome(),
                        explanation.tookUs(),
                        explanation.messages()));
        axes();
        ways();
        explanation.hops().forEach(this::bar);
        names(words);
        label(16, legendAt, "soft", "Messages");
        int line = legendAt;
        for (Map.Entry<Integer, String> entry : words.entrySet()) {
            line += LEGEND_LINE;
            label(16, line, "", "#" + entry.getKey() + " " + entry.getValue());
        }
        return svg.append("</svg>\n").toString();
    }

    private double x(double us) {
        return LEFT + PLOT * (us - fromUs) / Math.max(1e-9, toUs - fromUs);
    }

    private int y(Place place) {
        return TOP + lanes.get(place) * LANE + LANE / 2;
    }

    private void axes() {
        int bottom = TOP + lanes.size() * LANE;
        double step = step();
        for (double us = Math.ceil(fromUs / step) * step; us <= toUs; us += step) {
            line("grid", x(us), TOP, x(us), bottom);
            svg.append(String.format(
                    Locale.ROOT,
                    "<text class=\"soft\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                    x(us),
                    bottom + 16,
                    step < 1 ? String.format(Locale.ROOT, "%.1f", us) : String.format(Locale.ROOT, "%.0f", us)));
        }
        label(LEFT, bottom + 34, "soft", "µs since the transaction began");
        int node = Integer.MIN_VALUE;
        for (Map.Entry<Place, Integer> lane : lanes.entrySet()) {
            Place place = lane.getKey();
            boolean first = place.node() != node;
            node = place.node();
            line(
                    first ? "node" : "lane",
                    first ? 10 : LEFT - 120,
                    y(place) - LANE / 2.0,
                    LEFT + PLOT,
                    y(place) - LANE / 2.0);
            if (first) {
                label(16, y(place) + 4, "", nodeName.apply(node));
            }
            label(LEFT - 115, y(place) + 4, "soft", clipped(place.name(), 18));
        }
        line("end", x(explanation.tookUs()), TOP - 8, x(explanation.tookUs()), bottom);
        svg.append(String.format(
                Locale.ROOT,
                "<text class=\"soft\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                Math.min(x(explanation.tookUs()), LEFT + PLOT - 40.0),
                TOP - 12,
                escaped(clipped(explanation.outcome(), 40))));
    }

    /** About ten ticks of 1, 2 or 5 times a power of ten. */
    private double step() {
        double rough = (toUs - fromUs) / 10;
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(rough, 0.01))));
        double times = rough / power;
        return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
    }

    /** From where a message was to where it is next. */
    private record Way(Hop from, Hop to) {
        private boolean leavesNode() {
            return from.place().node() != to.place().node();
        }
    }

    private void ways() {
        Map<Integer, Hop> last = new LinkedHashMap<>();
        for (Hop hop : explanation.hops()) {
            Hop before = hop.message() == 0 ? null : last.put(hop.message(), hop);
            if (before != null && !before.place().equals(hop.place())) {
                ways.computeIfAbsent(hop.message(), message -> new ArrayList<>())
                        .add(new Way(before, hop));
                svg.append(String.format(
                        Locale.ROOT,
                        "<g class=\"%s\"><path class=\"way\" marker-end=\"url(#%s)\" d=\"M%.1f,%d L%.1f,%d\"/></g>%n",
                        hop.onPath() && before.onPath() ? "path" : "",
                        hop.onPath() && before.onPath() ? "path-tip" : "tip",
                        x(before.endedUs()),
                        y(before.place()),
                        x(hop.atUs()),
                        y(hop.place())));
            }
        }
    }

    /** Names each message at its arrow from node to node, or at its first one where it leaves none. */
    private void names(Map<Integer, String> words) {
        List<double[]> taken = new ArrayList<>();
        words.forEach((message, says) -> {
            List<Way> own = ways.getOrDefault(message, List.of());
            own.stream()
                    .filter(Way::leavesNode)
                    .findFirst()
                    .or(() -> own.stream().findFirst())
                    .ifPresent(way -> name(way, "#" + message + " " + says, taken));
        });
    }

    /** Where there is room along the arrow, with as many letters as there is room for. */
    private void name(Way way, String words, List<double[]> taken) {
        for (int most : new int[] {NAME_LETTERS, NAME_LETTERS / 2, 0}) {
            String text = most > 0 ? clipped(words, most) : words.substring(0, words.indexOf(" "));
            double width = text.length() * SMALL_LETTER;
            for (double share : new double[] {0.5, 0.3, 0.7, 0.1, 0.9}) {
                double from = x(way.from().endedUs());
                double at = Math.min(from + share * (x(way.to().atUs()) - from) + 5, LEFT + PLOT + RIGHT - width);
                double base = y(way.from().place())
                        + share * (y(way.to().place()) - y(way.from().place()))
                        + 3;
                if (taken.stream()
                        .noneMatch(box -> Math.abs(box[1] - base) < NAME_LINE
                                && at < box[0] + box[2] + 3
                                && box[0] < at + width + 3)) {
                    taken.add(new double[] {at, base, width});
                    label((int) at, (int) base, "small name", text);
                    return;
                }
            }
        }
    }

    private void bar(Hop hop) {
        int top = y(hop.place()) - BAR / 2;
        svg.append(hop.onPath() ? "<g class=\"path\">" : "<g>");
        svg.append("<title>")
                .append(escaped(String.format(
                        Locale.ROOT,
                        "%s, %s%nat %.3f µs: waits %.3f, served %.3f, travels %.3f",
                        nodeName.apply(hop.place().node()),
                        hop.what(),
                        hop.atUs(),
                        hop.waitUs(),
                        hop.serveUs(),
                        hop.travelUs())))
                .append("</title>");
        if (hop.waitUs() > 0) {
            rectangle("wait", hop.atUs(), hop.beganUs(), top);
        }
        rectangle("serve", hop.beganUs(), hop.endedUs(), top);
        if (hop.message() > 0 && x(hop.endedUs()) - x(hop.beganUs()) > 14) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text class=\"inbar\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>",
                    (x(hop.beganUs()) + x(hop.endedUs())) / 2,
                    top + BAR - 3,
                    hop.message()));
        }
        svg.append("</g>\n");
    }

    private void rectangle(String style, double fromUs, double toUs, int top) {
        svg.append(String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
                style,
                x(fromUs),
                top,
                Math.max(1, x(toUs) - x(fromUs)),
                BAR));
    }

    private void line(String style, double x1, double y1, double x2, double y2) {
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
                style,
                x1,
                y1,
                x2,
                y2));
    }

    private void label(int x, int y, String style, String words) {
        svg.append(String.format(Locale.ROOT, "<text class=\"%s\" x=\"%d\" y=\"%d\">", style, x, y))
                .append(escaped(words))
                .append("</text>\n");
    }

    private static String tip(String id, String style) {
        return "<marker id=\"" + id
                + "\" viewBox=\"0 0 6 6\" refX=\"6\" refY=\"3\" markerWidth=\"6\" markerHeight=\"6\""
                + " orient=\"auto\"><g class=\"" + style
                + "\"><path class=\"way\" d=\"M0,0 L6,3 L0,6\"/></g></marker>";
    }

    /** What each message says where it leaves a stage. */
    private Map<Integer, String> legend() {
        Map<Integer, String> words = new TreeMap<>();
        for (Hop hop : explanation.hops()) {
            if (says(hop) != null) {
                words.merge(hop.message(), says(hop), (before, more) -> before + "; " + more);
            }
        }
        words.replaceAll((message, says) -> clipped(says, LEGEND_WORDS));
        return words;
    }

    /** What the message of a hop says that leaves a stage, or null. */
    private static String says(Hop hop) {
        String words = hop.what().replaceFirst("^#[0-9]+ ", "");
        return hop.kind() == Span.Kind.LEAVING && !words.startsWith("leaves ") ? words : null;
    }

    private static String clipped(String words, int most) {
        return words.length() <= most ? words : words.substring(0, most - 1) + '…';
    }

    /** Characters that XML does not have are shown as one that it has. */
    private static String escaped(String words) {
        return Page.escape(words.replaceAll("[^\\x09\\x0A\\x20-\\uD7FF\\uE000-\\uFFFD]", "\uFFFD"));
    }
}
