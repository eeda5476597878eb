// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.breadboard.platform.calibrate.Measured.Metric;
import org.breadboard.platform.calibrate.Measured.Operation;

/**
 * What testpmd of DPDK says to {@code show port stats}: frames a second that each port received and sent since it was
 * asked last. A frame's bytes are without its check sequence, as DPDK counts them.
 */
final class TestpmdOutput {
    private static final Pattern PORT = Pattern.compile(".*NIC statistics for port\\s+([0-9]+).*");
    private static final Pattern RATE =
            Pattern.compile("\\s*(Rx|Tx)-pps:\\s*([0-9]+)(?:\\s+(?:Rx|Tx)-bps:\\s*([0-9]+))?.*");

    private TestpmdOutput() {}

    static boolean is(List<String> lines) {
        return lines.stream().anyMatch(line -> PORT.matcher(line).matches())
                && lines.stream().anyMatch(line -> RATE.matcher(line).matches());
    }

    static List<Measured> read(String file, List<String> lines) {
        List<Measured> measured = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher rate = RATE.matcher(lines.get(i));
            String place = file + ":" + (i + 1);
            long perSecond = rate.matches() ? count(rate.group(2), place, lines.get(i)) : 0;
            if (perSecond > 0) {
                double bits = rate.group(3) == null ? 0 : Double.parseDouble(rate.group(3));
                int bytes = (int) Math.round(bits / 8 / perSecond);
                measured.add(new Measured(place, Operation.PACKET, Metric.RATE, bytes, perSecond, 1, 1));
            }
        }
        return measured;
    }

    private static long count(String digits, String place, String line) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException tooMany) {
            throw MeasuredFile.noNumber(place, line);
        }
    }
}
