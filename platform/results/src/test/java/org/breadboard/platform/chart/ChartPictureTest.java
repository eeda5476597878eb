// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

final class ChartPictureTest {
    private static final Axis X = Axis.of("outstanding transactions", "");
    private static final Axis Y = Axis.of("latency", "µs");
    private static final Series WITH_INTERVALS = Series.of("median", List.of(1.0, 2.0, 4.0), List.of(10.0, 20.0, 40.0))
            .between(List.of(8.0, 18.0, 30.0), List.of(12.0, 22.0, 50.0));

    private static final List<Chart> ALL_FORMS = List.of(
            Chart.lines("lines", X, Y).with(WITH_INTERVALS),
            Chart.dots("dots", Axis.names("testbed", List.of("a", "b", "c")), Y)
                    .with(Series.of("s", List.of(0.0, 1.0, 2.0), List.of(1.0, 2.0, 3.0))),
            Chart.steps("steps", X, Y)
                    .with(Series.of("s", List.of(1.0, 2.0, 3.0), List.of(1.0, 2.0, 2.0)))
                    .with(new Shade("pause", 0, 2)),
            Chart.stack("stack", X, Y)
                    .with(Series.of("low", List.of(1.0, 2.0, 3.0), List.of(1.0, 2.0, 2.0)))
                    .with(Series.of("high", List.of(1.0, 2.0, 3.0), List.of(3.0, 4.0, 4.0))),
            Chart.bars("bars", Y, Axis.names("", List.of("host", "nic")))
                    .with(Series.bars("busy", List.of(90.0, 30.0)).labelled(List.of("90%", "30%"))),
            Chart.ranges("ranges", Y, Axis.names("", List.of("host", "nic")))
                    .with(Series.bars("gain", List.of(9.0, 3.0)).between(List.of(8.0, -1.0), List.of(10.0, 7.0)))
                    .across(0));

    @Test
    void shouldDrawEachFormAsAPictureThatStandsAlone() throws Exception {
        for (Chart chart : ALL_FORMS) {
            String svg = ChartPicture.svg(chart);
            Element picture = parsed(svg);
            assertEquals("svg", picture.getNodeName());
            assertTrue(picture.getTextContent().contains(chart.title()), chart.title());
            assertTrue(picture.getTextContent().contains("latency (µs)"), chart.title() + " tells unit and axis");
            assertFalse(svg.contains("var("), "colours need no page");
            assertFalse(svg.contains("NaN"), chart.title());
        }
    }

    @Test
    void shouldDrawTheSameInAllCountries() {
        Chart chart = ALL_FORMS.get(0);
        String svg = ChartPicture.svg(chart);
        byte[] pdf = ChartPicture.pdf(chart);
        Locale here = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertEquals(svg, ChartPicture.svg(chart));
            assertArrayEquals(pdf, ChartPicture.pdf(chart));
        } finally {
            Locale.setDefault(here);
        }
    }

    @Test
    void shouldDrawIntervalsAsErrorBars() {
        String with = ChartPicture.svg(ALL_FORMS.get(0));
        String without = ChartPicture.svg(
                Chart.lines("lines", X, Y).with(Series.of("median", WITH_INTERVALS.xs(), WITH_INTERVALS.ys())));
        assertEquals(9, count(with, "stroke-width=\"1.2\"") - count(without, "stroke-width=\"1.2\""));
    }

    @Test
    void shouldPlaceNumbersWhereTheirAxesHaveThem() {
        Scale linear = Scale.of(X, new double[] {0, 97}, false, 0, 100, 5);
        assertEquals(List.of(0.0, 20.0, 40.0, 60.0, 80.0, 100.0), linear.ticks());
        assertEquals(50, linear.at(50), 1e-9);
        Scale log = Scale.of(Axis.log("x", ""), new double[] {1, 1000}, true, 0, 300, 5);
        assertEquals(List.of(1.0, 10.0, 100.0, 1000.0), log.ticks());
        assertEquals(200, log.at(100), 1e-9);
        assertTrue(Double.isNaN(log.at(-1)));
    }

    @Test
    void shouldSayNumbersShortly() {
        assertEquals("1,500", Scale.number(1500));
        assertEquals("0.25", Scale.number(0.25));
        assertEquals("2e-5", Scale.number(2e-5));
        assertEquals("3e12", Scale.number(3e12));
        assertEquals("99.9%", Scale.percentile(Axis.percentile(0.999)));
    }

    @Test
    void shouldHaveALegendWithItsKeyAndUnit() {
        Chart chart = Chart.lines("t", X, Y)
                .keyed("hardware.linkGbps (Gbps)")
                .with(Series.of("25", List.of(1.0), List.of(1.0)));
        String svg = ChartPicture.svg(chart);
        assertTrue(svg.contains("hardware.linkGbps (Gbps):"), svg);
        assertTrue(svg.contains(">25</text>"), svg);
    }

    @Test
    void shouldKeepEveryTextWithinANarrowPicture() throws Exception {
        Chart chart = Chart.bars(
                        "A title that is much longer than a narrow picture is wide, so it needs lines",
                        Y,
                        Axis.names(
                                "",
                                List.of(
                                        "a name that is longer than a narrow picture is wide, by a good deal, as those of claims may be")))
                .with(Series.bars("busy", List.of(90.0)).labelled(List.of("something long that is to be said here")));
        for (Chart each : List.of(chart, ALL_FORMS.get(1))) {
            String narrow = ChartPicture.inPage(each);
            Element svg = parsed(narrow.substring(narrow.lastIndexOf("<svg")).replaceFirst("var\\(--s0\\)", ""));
            NodeList texts = svg.getElementsByTagName("text");
            for (int i = 0; i < texts.getLength(); i++) {
                Element text = (Element) texts.item(i);
                double size = Double.parseDouble(text.getAttribute("font-size"));
                double width = Letters.width(text.getTextContent(), size);
                double x = Double.parseDouble(text.getAttribute("x"));
                double left = switch (text.getAttribute("text-anchor")) {
                    case "middle" -> x - width / 2;
                    case "end" -> x - width;
                    default -> x;
                };
                assertTrue(left > -1 && left + width < 410, text.getTextContent());
            }
        }
    }

    @Test
    void shouldSayWhereThereIsNothingToShow() {
        Chart empty = Chart.lines("t", X, Y).with(Series.of("s", List.of(Double.NaN), List.of(1.0)));
        assertTrue(ChartPicture.svg(empty).contains("Nothing to show."));
    }

    @Test
    void shouldWriteAPdfWhoseObjectsAreWhereItSays() {
        for (Chart chart : ALL_FORMS) {
            String pdf = new String(ChartPicture.pdf(chart), StandardCharsets.ISO_8859_1);
            assertTrue(pdf.startsWith("%PDF-1.4") && pdf.endsWith("%%EOF\n"));
            Matcher entries = Pattern.compile("([0-9]{10}) 00000 n ").matcher(pdf.substring(pdf.indexOf("xref\n")));
            List<Integer> places = new ArrayList<>();
            while (entries.find()) {
                places.add(Integer.valueOf(entries.group(1)));
            }
            for (int i = 0; i < places.size(); i++) {
                assertTrue(pdf.startsWith((i + 1) + " 0 obj\n", places.get(i)), "object " + (i + 1));
            }
            assertTrue(pdf.startsWith(
                    "xref\n", Integer.parseInt(pdf.replaceFirst("(?s).*startxref\n([0-9]+)\n.*", "$1"))));
            assertTrue(pdf.contains("/FontFile2"), "its font is within it");
        }
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    private static Element parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
    }
}
