// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.util.List;
import java.util.Locale;

/** Draws SVG: with fixed colours for a file, or with those of the page that it stands in. */
final class SvgCanvas implements Canvas {
    static final String FONT = "font-family=\"system-ui, 'DejaVu Sans', sans-serif\"";

    private final StringBuilder marks = new StringBuilder();
    private final boolean inPage;

    SvgCanvas(boolean inPage) {
        this.inPage = inPage;
    }

    /** All that was drawn, without the element around it. */
    String marks() {
        return marks.toString();
    }

    /** A file of all that was drawn. */
    String file(double width, double height, String title) {
        return String.format(
                        Locale.ROOT,
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\""
                                + " viewBox=\"0 0 %1$.0f %2$.0f\" width=\"%1$.0f\" height=\"%2$.0f\" role=\"img\" %3$s>\n",
                        width,
                        height,
                        FONT)
                + "<title>" + escaped(title) + "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
                + marks + "</svg>\n";
    }

    @Override
    public void line(List<double[]> points, Pen pen) {
        StringBuilder path = new StringBuilder();
        boolean joined = false;
        for (double[] point : points) {
            if (point != null) {
                path.append(joined ? 'L' : 'M')
                        .append(number(point[0]))
                        .append(' ')
                        .append(number(point[1]));
            }
            joined = point != null;
        }
        marks.append("<path d=\"")
                .append(path)
                .append("\" fill=\"none\" stroke=\"")
                .append(colour(pen.ink()))
                .append("\" stroke-width=\"")
                .append(number(pen.width()))
                .append(pen.dash().isEmpty() ? "" : "\" stroke-dasharray=\"" + pen.dash())
                .append("\"/>\n");
    }

    @Override
    public void area(List<double[]> points, Ink ink, double opacity) {
        marks.append("<path d=\"");
        for (int i = 0; i < points.size(); i++) {
            marks.append(i == 0 ? 'M' : 'L')
                    .append(number(points.get(i)[0]))
                    .append(' ')
                    .append(number(points.get(i)[1]));
        }
        marks.append("Z\" fill=\"")
                .append(colour(ink))
                .append(opacity == 1 ? "" : "\" fill-opacity=\"" + opacity)
                .append("\"/>\n");
    }

    @Override
    public void circle(double x, double y, double radius, Ink ink) {
        marks.append(String.format(
                Locale.ROOT,
                "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\"/>\n",
                number(x),
                number(y),
                number(radius),
                colour(ink)));
    }

    @Override
    public void text(double x, double y, String words, Type type) {
        marks.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y));
        if (type.anchor() != Type.Anchor.START) {
            marks.append("\" text-anchor=\"").append(type.anchor().name().toLowerCase(Locale.ROOT));
        }
        if (type.angle() != 0) {
            marks.append(String.format("\" transform=\"rotate(%s %s %s)", number(type.angle()), number(x), number(y)));
        }
        marks.append("\" font-size=\"")
                .append(number(type.size()))
                .append(type.bold() ? "\" font-weight=\"600" : "")
                .append("\" fill=\"")
                .append(colour(type.ink()))
                .append("\">")
                .append(escaped(words))
                .append("</text>\n");
    }

    private String colour(Ink ink) {
        return inPage ? "var(--" + ink.name() + ")" : String.format(Locale.ROOT, "#%06x", ink.rgb());
    }

    /** One digit after the point, where it is not 0. */
    static String number(double value) {
        long tenths = Math.round(value * 10);
        String digit = tenths % 10 == 0 ? "" : "." + Math.abs(tenths % 10);
        return (tenths < 0 && tenths > -10 ? "-" : "") + tenths / 10 + digit;
    }

    /** Text as markup; characters that XML does not have are shown as one that it has. */
    static String escaped(String words) {
        return words.replaceAll("[^\\x09\\x0A\\x0D\\x20-\\uD7FF\\uE000-\\uFFFD]", "\uFFFD")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
