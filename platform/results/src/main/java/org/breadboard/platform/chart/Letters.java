// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.chart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** DejaVu Sans: how wide its letters are, for plots to have room for them, and the font itself. */
final class Letters {
    /** The letters that the font has here. */
    static final Charset CHARSET = Charset.forName("windows-1252");

    /** The first code that it has. */
    static final int FIRST = 32;

    private static final int UNKNOWN = 600;
    private static final double EM = 1000;
    private static final int[] WIDTHS = Arrays.stream(
                    new String(resource("dejavu-sans.widths"), StandardCharsets.US_ASCII).split("\\s+"))
            .mapToInt(Integer::parseInt)
            .toArray();

    private Letters() {}

    /** Widths in thousandths of the size, from code {@link #FIRST} on. */
    static int[] widths() {
        return WIDTHS.clone();
    }

    static byte[] font() {
        return resource("dejavu-sans.ttf");
    }

    static double width(String text, double size) {
        double width = 0;
        for (byte code : text.getBytes(CHARSET)) {
            int at = (code & 0xff) - FIRST;
            width += at >= 0 ? WIDTHS[at] : UNKNOWN;
        }
        return width * size / EM;
    }

    /** A text, or as much of its beginning as has room. */
    static String clipped(String text, double size, double room) {
        if (width(text, size) <= room) {
            return text;
        }
        int end = text.length();
        while (end > 1 && width(text.substring(0, end) + "…", size) > room) {
            end--;
        }
        return text.substring(0, end).stripTrailing() + "…";
    }

    /** Lines that have room, broken at blanks. */
    static List<String> lines(String text, double size, double room) {
        List<String> lines = new ArrayList<>();
        String line = "";
        for (String word : text.split(" ", -1)) {
            String longer = line.isEmpty() ? word : line + ' ' + word;
            if (!line.isEmpty() && width(longer, size) > room) {
                lines.add(line);
                line = word;
            } else {
                line = longer;
            }
        }
        lines.add(line);
        lines.replaceAll(each -> clipped(each, size, room));
        return lines;
    }

    private static byte[] resource(String name) {
        try (InputStream in = Letters.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
