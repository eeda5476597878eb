// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.calibrate.Measured.Metric;
import org.breadboard.platform.calibrate.Measured.Operation;

/**
 * The output of a client of perftest: {@code ib_read_bw}, {@code ib_write_bw}, {@code ib_send_bw} and their
 * {@code _lat}, one after another where a file has several. A test posts from one thread. Bandwidths of {@code MB/sec}
 * are of 2^20 B, as perftest's are; of a rate its average counts, of a latency the typical one, which is the median.
 */
final class PerftestOutput {
    private static final Pattern TITLE =
            Pattern.compile("\\s*(RDMA_Read|RDMA_Write|Send)( Bidirectional)?( Post List)? (BW|Latency) Test.*");
    private static final Pattern DEPTH = Pattern.compile("\\s*TX depth\\s*:\\s*([0-9]+).*");
    private static final Pattern READS = Pattern.compile("\\s*Outstand reads\\s*:\\s*([0-9]+).*");
    private static final Pattern QPS = Pattern.compile(".*Number of qps\\s*:\\s*([0-9]+).*");
    /** A line of results begins with a number of bytes, and nothing else below the heading does. */
    private static final Pattern ROW = Pattern.compile("\\s*[0-9]+(\\s.*)?");

    private static final double MEBI = 1 << 20;
    private static final int USUAL_DEPTH = 128;

    private final List<Measured> measured = new ArrayList<>();
    private Operation operation;
    private boolean latency;
    private int depth = USUAL_DEPTH;
    private int reads = Integer.MAX_VALUE;
    private int queuePairs = 1;
    private String header = "";

    private PerftestOutput() {}

    static boolean is(List<String> lines) {
        return lines.stream().anyMatch(line -> TITLE.matcher(line).matches());
    }

    static List<Measured> read(String file, List<String> lines) {
        PerftestOutput output = new PerftestOutput();
        for (int i = 0; i < lines.size(); i++) {
            String place = file + ":" + (i + 1);
            try {
                output.line(lines.get(i), place);
            } catch (NumberFormatException none) {
                throw MeasuredFile.noNumber(place, lines.get(i));
            }
        }
        return output.measured;
    }

    private void line(String line, String place) {
        Matcher title = TITLE.matcher(line);
        if (title.matches()) {
            begin(title, place);
        } else if (line.strip().startsWith("#bytes")) {
            header = line;
        } else if (operation != null && !header.isEmpty() && ROW.matcher(line).matches()) {
            row(line.strip().split("\\s+", -1), place);
        } else {
            depth = number(DEPTH, line, depth);
            reads = number(READS, line, reads);
            queuePairs = number(QPS, line, queuePairs);
        }
    }

    private void begin(Matcher title, String place) {
        if (title.group(2) != null) {
            throw new RefusedException(place + ": a bidirectional test mixes what two NICs do; measure one direction.");
        }
        operation = switch (title.group(1)) {
            case "RDMA_Read" -> Operation.READ;
            case "RDMA_Write" -> Operation.WRITE;
            default -> Operation.SEND;
        };
        latency = title.group(4).equals("Latency");
        depth = USUAL_DEPTH;
        reads = Integer.MAX_VALUE;
        queuePairs = 1;
        header = "";
    }

    private static int number(Pattern pattern, String line, int otherwise) {
        Matcher matcher = pattern.matcher(line);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : otherwise;
    }

    private void row(String[] cells, String place) {
        int bytes = Integer.parseInt(cells[0]);
        for (String cell : cells) {
            double number = Double.parseDouble(cell);
            if (!(number >= 0 && number < Double.POSITIVE_INFINITY)) {
                throw new NumberFormatException(cell);
            }
        }
        if (latency) {
            int column = header.contains("t_typical") ? 4 : 2; // with --duration there is an average alone
            if (column >= cells.length) {
                throw new RefusedException(
                        place + ": this line has " + cells.length + " numbers, and its heading more.");
            }
            add(place, Metric.LATENCY, bytes, Double.parseDouble(cells[column]) * 1e3, 1);
            return;
        }
        int column = header.contains("BW peak") ? 3 : 2;
        if (column >= cells.length) {
            throw new RefusedException(place + ": this line has " + cells.length + " numbers, and its heading more.");
        }
        double unit = header.contains("Gb/sec") ? 1e9 : 8 * MEBI;
        double bitsPerSecond = Double.parseDouble(cells[column]) * unit;
        int outstanding = queuePairs * Math.min(depth, operation == Operation.READ ? reads : depth);
        double rate = header.contains("MsgRate") && column + 1 < cells.length
                ? Double.parseDouble(cells[column + 1]) * 1e6
                : bitsPerSecond / 8 / bytes;
        add(place, Metric.RATE, bytes, rate, outstanding);
        add(place, Metric.BANDWIDTH, bytes, bitsPerSecond, outstanding);
    }

    private void add(String place, Metric metric, int bytes, double value, int outstanding) {
        if (value > 0) {
            measured.add(new Measured(place, operation, metric, bytes, value, 1, outstanding));
        }
    }
}
