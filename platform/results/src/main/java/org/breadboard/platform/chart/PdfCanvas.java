// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.Deflater;

/**
 * Draws a PDF of one page, as large as the drawing, with its font within it, as publishers ask for. It has no date and
 * no name, so the same drawing is the same file.
 */
final class PdfCanvas implements Canvas {
    /** Points of a circle's corners that a Bézier curve needs for a quarter of it. */
    private static final double CURVE = 0.5523;

    private static final double BOLD = 0.025;

    private final StringBuilder marks = new StringBuilder();
    private final TreeMap<Double, String> opacities = new TreeMap<>();

    @Override
    public void line(List<double[]> points, Pen pen) {
        marks.append(colour(pen.ink(), "RG"))
                .append(number(pen.width()))
                .append(" w [")
                .append(pen.dash())
                .append("] 0 d\n");
        boolean joined = false;
        for (double[] point : points) {
            if (point != null) {
                marks.append(at(point[0], point[1])).append(joined ? "l\n" : "m\n");
            }
            joined = point != null;
        }
        marks.append("S\n");
    }

    @Override
    public void area(List<double[]> points, Ink ink, double opacity) {
        String state = opacities.computeIfAbsent(opacity, each -> "G" + opacities.size());
        marks.append("q /").append(state).append(" gs ").append(colour(ink, "rg"));
        for (int i = 0; i < points.size(); i++) {
            marks.append(at(points.get(i)[0], points.get(i)[1])).append(i == 0 ? "m\n" : "l\n");
        }
        marks.append("f Q\n");
    }

    @Override
    public void circle(double x, double y, double radius, Ink ink) {
        double bend = radius * CURVE;
        marks.append(colour(ink, "rg")).append(at(x + radius, y)).append("m\n");
        curve(x + radius, y + bend, x + bend, y + radius, x, y + radius);
        curve(x - bend, y + radius, x - radius, y + bend, x - radius, y);
        curve(x - radius, y - bend, x - bend, y - radius, x, y - radius);
        curve(x + bend, y - radius, x + radius, y - bend, x + radius, y);
        marks.append("f\n");
    }

    private void curve(double x1, double y1, double x2, double y2, double x, double y) {
        marks.append(at(x1, y1)).append(at(x2, y2)).append(at(x, y)).append("c\n");
    }

    @Override
    public void text(double x, double y, String words, Type type) {
        double width = Letters.width(plain(words), type.size());
        double before = switch (type.anchor()) {
            case START -> 0;
            case MIDDLE -> width / 2;
            case END -> width;
        };
        double angle = Math.toRadians(type.angle());
        double cos = Math.cos(angle);
        double sin = Math.sin(angle);
        marks.append("BT ").append(colour(type.ink(), "rg"));
        if (type.bold()) {
            marks.append(colour(type.ink(), "RG"))
                    .append("[] 0 d 2 Tr ")
                    .append(number(type.size() * BOLD))
                    .append(" w\n");
        }
        marks.append("/F ").append(number(type.size())).append(" Tf ");
        for (double each : new double[] {cos, sin, sin, -cos, x - before * cos, y - before * sin}) {
            marks.append(number(each)).append(' ');
        }
        marks.append("Tm (").append(quoted(plain(words))).append(") Tj");
        marks.append(type.bold() ? " 0 Tr ET\n" : " ET\n");
    }

    /** What the font does not have, in letters that it has. */
    private static String plain(String words) {
        return words.replace('\u00a0', ' ')
                .replace('\u03bc', 'µ')
                .replace('\u2212', '-')
                .replace("≤", "<=")
                .replace("≥", ">=")
                .replace("→", "->");
    }

    private static String quoted(String words) {
        return words.replace("\\", "\\\\")
                .replace("(", "\\(")
                .replace(")", "\\)")
                .replace('\r', ' ')
                .replace('\n', ' ');
    }

    private static String at(double x, double y) {
        return number(x) + ' ' + number(y) + ' ';
    }

    private static String colour(Ink ink, String operator) {
        return number((ink.rgb() >> 16) / 255.0)
                + ' '
                + number((ink.rgb() >> 8 & 0xff) / 255.0)
                + ' '
                + number((ink.rgb() & 0xff) / 255.0)
                + ' '
                + operator
                + ' ';
    }

    private static String number(double value) {
        long thousandths = Math.round(value * 1000);
        String digits = String.valueOf(1000 + Math.abs(thousandths % 1000)).substring(1);
        String fraction = thousandths % 1000 == 0 ? "" : "." + digits.replaceFirst("0+$", "");
        return (thousandths < 0 && thousandths > -1000 ? "-" : "") + thousandths / 1000 + fraction;
    }

    /** The file. */
    byte[] file(double width, double height, String title) {
        int[] widths = Letters.widths();
        byte[] font = Letters.font();
        String states = opacities.entrySet().stream()
                .map(each -> "/" + each.getValue() + " << /ca " + number(each.getKey()) + " >> ")
                .collect(Collectors.joining());
        List<byte[]> objects = new ArrayList<>();
        objects.add(bytes("<< /Type /Catalog /Pages 2 0 R >>"));
        objects.add(bytes("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"));
        objects.add(bytes("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 " + at(width, height)
                + "] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /ExtGState << " + states + ">> >> >>"));
        objects.add(stream("", bytes("1 0 0 -1 0 " + number(height) + " cm\n" + marks)));
        objects.add(bytes("<< /Type /Font /Subtype /TrueType /BaseFont /BREADB+DejaVuSans /FirstChar " + Letters.FIRST
                + " /LastChar " + (Letters.FIRST + widths.length - 1) + " /Widths "
                + Arrays.toString(widths).replace(",", "")
                + " /Encoding /WinAnsiEncoding /FontDescriptor 6 0 R >>"));
        objects.add(bytes("<< /Type /FontDescriptor /FontName /BREADB+DejaVuSans /Flags 32"
                + " /FontBBox [-411 -261 1287 946] /ItalicAngle 0 /Ascent 928 /Descent -236 /CapHeight 729 /StemV 80"
                + " /FontFile2 7 0 R >>"));
        objects.add(stream("/Length1 " + font.length + ' ', font));
        objects.add(bytes("<< /Title (" + quoted(plain(title)) + ") /Producer (Breadboard) >>"));
        return file(objects);
    }

    private static byte[] file(List<byte[]> objects) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(bytes("%PDF-1.4\n%µ±×÷\n"));
        StringBuilder places = new StringBuilder();
        for (int i = 0; i < objects.size(); i++) {
            places.append(String.format(Locale.ROOT, "%010d 00000 n \n", out.size()));
            out.writeBytes(bytes((i + 1) + " 0 obj\n"));
            out.writeBytes(objects.get(i));
            out.writeBytes(bytes("\nendobj\n"));
        }
        int size = objects.size() + 1;
        out.writeBytes(bytes("xref\n0 " + size + "\n0000000000 65535 f \n" + places + "trailer\n<< /Size " + size
                + " /Root 1 0 R /Info " + objects.size() + " 0 R >>\nstartxref\n" + out.size() + "\n%%EOF\n"));
        return out.toByteArray();
    }

    private static byte[] stream(String facts, byte[] content) {
        Deflater deflater = new Deflater();
        deflater.setInput(content);
        deflater.finish();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        byte[] part = new byte[8192];
        while (!deflater.finished()) {
            packed.write(part, 0, deflater.deflate(part));
        }
        deflater.end();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(bytes("<< " + facts + "/Length " + packed.size() + " /Filter /FlateDecode >>\nstream\n"));
        out.writeBytes(packed.toByteArray());
        out.writeBytes("\nendstream".getBytes(StandardCharsets.US_ASCII));
        return out.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(Letters.CHARSET);
    }
}
