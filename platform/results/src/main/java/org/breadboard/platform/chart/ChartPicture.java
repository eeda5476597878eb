// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.util.Locale;

/** Plots as pictures: SVG for pages, and SVG and PDF as files. */
public final class ChartPicture {
    private static final double WIDE = 960;
    private static final double NARROW = 400;
    /** Inches of 72 points: as wide as a page's text, with letters that are small beside it. */
    private static final double PAPER = 560;

    private static final String FONT = "font-family=\"system-ui, 'DejaVu Sans', sans-serif\"";

    private ChartPicture() {}

    /**
     * Two elements for a page, of which its style shows the one that has room, of the classes {@code wide} and
     * {@code narrow}. Colours are variables of the page's style.
     */
    public static String inPage(Chart chart) {
        return svg(chart, WIDE, "wide") + svg(chart, NARROW, "narrow");
    }

    /** A file that any viewer shows. */
    public static String svg(Chart chart) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg(chart, WIDE, "");
    }

    /** A file of one page, with its font. */
    public static byte[] pdf(Chart chart) {
        PdfCanvas canvas = new PdfCanvas();
        Drawn drawn = ChartDrawing.draw(chart, canvas, PAPER);
        return canvas.file(PAPER, drawn.height(), chart.title());
    }

    private static String svg(Chart chart, double width, String style) {
        SvgCanvas canvas = new SvgCanvas(!style.isEmpty());
        Drawn drawn = ChartDrawing.draw(chart, canvas, width);
        String head = String.format(
                Locale.ROOT, "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" %s", width, drawn.height(), FONT);
        String title = SvgCanvas.escaped(chart.title());
        if (!style.isEmpty()) {
            return head + " class=\"" + style + "\" aria-label=\"" + title + "\" data-x=\""
                    + drawn.x().data() + "\" data-y=\"" + drawn.y().data() + "\">\n" + canvas.marks() + "</svg>\n";
        }
        return head
                + String.format(
                        Locale.ROOT,
                        " xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\">\n",
                        width,
                        drawn.height())
                + "<title>" + title + "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
                + canvas.marks() + "</svg>\n";
    }
}
