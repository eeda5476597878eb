package org.breadboard.platform.result;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Pieces of a page that needs nothing but itself. Everything that is not markup of ours is escaped. */
public final class Html {
    private static final String STYLE = """
            :root{--ink:#1d2733;--soft:#5b6875;--line:#dfe4ea;--accent:#2563a8;--good:#1b7a43;--bad:#b3261e}
            *{box-sizing:border-box}
            body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);max-width:64rem;margin:2rem auto;padding:0 1rem;background:#fff}
            h1{font-size:1.5rem;margin:0}h2{font-size:1.05rem;margin:2rem 0 .5rem}
            p.sub{color:var(--soft);margin:.2rem 0 1rem}
            .good{color:var(--good)}.bad{color:var(--bad)}
            .tiles{display:flex;flex-wrap:wrap;gap:.8rem;margin:1rem 0}
            .tile{border:1px solid var(--line);border-radius:6px;padding:.6rem .9rem;min-width:9rem}
            .tile b{display:block;font-size:1.3rem;font-weight:600}.tile span{color:var(--soft);font-size:.85rem}
            table{border-collapse:collapse;font-size:.9rem;width:100%}
            th{text-align:left;color:var(--soft);font-weight:500}
            th,td{padding:.25rem .7rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
            td.n{text-align:right;font-variant-numeric:tabular-nums}
            .bar{background:#eef2f6;border-radius:3px;height:.8rem;min-width:10rem}
            .bar i{display:block;background:var(--accent);height:100%;border-radius:3px}
            .wide{overflow-x:auto}
            details summary{cursor:pointer;color:var(--soft)}
            @media (prefers-color-scheme:dark){body{background:#fff}}
            """;

    private final StringBuilder body = new StringBuilder();
    private final String title;
    private int charts;

    /** A page. */
    public Html(String title) {
        this.title = title;
    }

    /** Text that shows as it is. */
    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** Adds markup. */
    Html raw(String markup) {
        body.append(markup).append('\n');
        return this;
    }

    /** Adds the headline and the line below it. */
    public Html head(String headline, String sub) {
        return raw("<h1>" + escape(headline) + "</h1><p class=\"sub\">" + escape(sub) + "</p>");
    }

    /** Adds a section's heading. */
    public Html section(String heading) {
        return raw("<h2>" + escape(heading) + "</h2>");
    }

    /** Adds a paragraph; {@code style} is good, bad or sub. */
    public Html note(String style, String text) {
        return raw("<p class=\"" + escape(style) + "\">" + escape(text) + "</p>");
    }

    /** Adds a big number with its caption. */
    String tile(String value, String caption) {
        return "<div class=\"tile\"><b>" + escape(value) + "</b><span>" + escape(caption) + "</span></div>";
    }

    /** Adds a table. Cells that look like numbers stand to the right. */
    public Html table(List<String> header, List<List<String>> rows) {
        StringBuilder table = new StringBuilder("<div class=\"wide\"><table><tr>");
        header.forEach(cell -> table.append("<th>").append(escape(cell)).append("</th>"));
        table.append("</tr>");
        for (List<String> row : rows) {
            table.append("<tr>");
            for (String cell : row) {
                boolean number = cell.matches("[-+]?[0-9][0-9.,]*( ?%)?");
                table.append(number ? "<td class=\"n\">" : "<td>")
                        .append(escape(cell))
                        .append("</td>");
            }
            table.append("</tr>");
        }
        return raw(table.append("</table></div>").toString());
    }

    /** Adds labelled bars; {@code shares} lie between 0 and 1. */
    Html bars(List<String> labels, List<Double> shares, List<String> captions) {
        StringBuilder bars = new StringBuilder("<table>");
        for (int i = 0; i < labels.size(); i++) {
            double share = Math.max(0, Math.min(1, shares.get(i)));
            bars.append("<tr><td>")
                    .append(escape(labels.get(i)))
                    .append("</td><td style=\"width:60%\"><div class=\"bar\"><i style=\"width:")
                    .append(String.format(Locale.ROOT, "%.1f", share * 100))
                    .append("%\"></i></div></td><td class=\"n\">")
                    .append(escape(captions.get(i)))
                    .append("</td></tr>");
        }
        return raw(bars.append("</table>").toString());
    }

    /**
     * Adds a tornado: a bar to either side of what stays without a change.
     *
     * @param changes for each label, by what shares it changes something; the widest bars first
     */
    public Html tornado(List<String> labels, List<double[]> changes) {
        double widest = changes.stream()
                .flatMapToDouble(Arrays::stream)
                .map(Math::abs)
                .max()
                .orElse(1);
        StringBuilder bars = new StringBuilder("<table>");
        for (int i = 0; i < labels.size(); i++) {
            double low = Math.min(0, Arrays.stream(changes.get(i)).min().orElse(0));
            double high = Math.max(0, Arrays.stream(changes.get(i)).max().orElse(0));
            bars.append("<tr><td style=\"width:30%\">")
                    .append(escape(labels.get(i)))
                    .append(String.format(
                            Locale.ROOT,
                            "</td><td class=\"n\">%+.1f%%</td><td style=\"width:45%%\"><div class=\"bar\"><i style=\"margin-left:%.1f%%;width:%.1f%%\"></i></div></td><td class=\"n\">%+.1f%%</td></tr>",
                            low * 100,
                            50 + 50 * low / widest,
                            50 * (high - low) / widest,
                            high * 100));
        }
        return raw(bars.append("</table>").toString());
    }

    /**
     * Adds a chart.
     *
     * @param chart data and labels, as {@link Chart} describes
     */
    public Html chart(Chart chart) {
        String data = Json.text(chart)
                .replace("<", "\\u003c")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
        int id = charts++;
        return raw("<div id=\"chart" + id + "\"></div><script type=\"application/json\" id=\"data" + id + "\">" + data
                + "</script>");
    }

    /** The page's text. */
    public String page() {
        StringBuilder page = new StringBuilder("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
                .append("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>")
                .append(escape(title))
                .append("</title><style>")
                .append(STYLE);
        if (charts > 0) {
            page.append(resource("uplot-1.6.32.min.css"));
        }
        page.append("</style></head><body>\n").append(body);
        if (charts > 0) {
            page.append("<script>").append(resource("uplot-1.6.32.iife.min.js")).append("</script><script>");
            page.append(resource("charts.js")).append("</script>");
        }
        return page.append("</body></html>\n").toString();
    }

    private static String resource(String name) {
        try (InputStream in = Html.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
