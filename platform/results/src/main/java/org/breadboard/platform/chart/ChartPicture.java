// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.util.Locale;

/** Plots as pictures: SVG for pages, and SVG and PDF as files. */
public final class ChartPicture {
    private static final double WIDE = 960;
    private static final double NARROW = 400;
    /** Inches of 72 points: as wide as a page's text, with letters that are small beside it. */
    private static final double PAPER = 560;

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
        SvgCanvas canvas = new SvgCanvas(false);
        return canvas.file(WIDE, ChartDrawing.draw(chart, canvas, WIDE).height(), chart.title());
    }

    /** A file of one page, with its font. */
    public static byte[] pdf(Chart chart) {
        PdfCanvas canvas = new PdfCanvas();
        ChartDrawing.Drawn drawn = ChartDrawing.draw(chart, canvas, PAPER);
        return canvas.file(PAPER, drawn.height(), chart.title());
    }

    /** The colour of a series by its place, in print, as 0xRRGGBB; other programs' drawings take it, too. */
    public static int seriesRgb(int place) {
        return Ink.series(place).rgb();
    }

    private static String svg(Chart chart, double width, String style) {
        SvgCanvas canvas = new SvgCanvas(true);
        ChartDrawing.Drawn drawn = ChartDrawing.draw(chart, canvas, width);
        return String.format(
                        Locale.ROOT,
                        "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" %s class=\"%s\" aria-label=\"",
                        width,
                        drawn.height(),
                        SvgCanvas.FONT,
                        style)
                + SvgCanvas.escaped(chart.title()) + "\" data-x=\"" + drawn.x().data() + "\" data-y=\""
                + drawn.y().data() + "\">\n" + canvas.marks() + "</svg>\n";
    }
}
