// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.calibrate.Measured.Metric;
import org.breadboard.platform.calibrate.Measured.Operation;

/**
 * The output of a client of perftest: {@code ib_read_bw}, {@code ib_write_bw}, {@code ib_send_bw} and their
 * {@code _lat}, one after another where a file has several; of other tests it only says that it does not take them. A
 * test posts from one thread. Columns are found by their headings. Bandwidths of {@code MB/sec} and {@code MiB/sec} are
 * of 2^20 B, as perftest's are; of a rate its average counts, of a latency the typical one, which is the median, or
 * where there is none the average.
 */
final class PerftestOutput {
    /** Of any test: a title ends the one before, whether it is known or not. */
    private static final Pattern TITLE = Pattern.compile("\\s*(\\S.*?)\\s(BW|Latency)\\s+Test\\b.*");

    private static final Pattern KNOWN = Pattern.compile("(RDMA_Read|RDMA_Write|Send)( Bidirectional)?( Post List)?");
    private static final Pattern DEPTH = Pattern.compile("\\s*TX depth\\s*:\\s*([0-9]+).*");
    private static final Pattern READS = Pattern.compile("\\s*Outstand reads\\s*:\\s*([0-9]+).*");
    private static final Pattern QPS = Pattern.compile(".*Number of qps\\s*:\\s*([0-9]+).*");
    private static final Pattern TWO_PORTS = Pattern.compile("\\s*Dual-port\\s*:\\s*ON\\b.*");
    /** A line of results begins with a number of bytes, and nothing else below the heading does. */
    private static final Pattern ROW = Pattern.compile("\\s*[0-9]+(\\s.*)?");

    private static final Pattern COLUMN =
            Pattern.compile("BW \\w+\\[[^\\]]*\\]|[0-9.]+% percentile\\[[^\\]]*\\]|tps average|\\S+");

    private static final double MEBI = 1 << 20;
    private static final int USUAL_DEPTH = 128;

    private final Consumer<String> notTaken;
    private final List<Measured> measured = new ArrayList<>();
    private Operation operation;
    private boolean latency;
    private int depth = USUAL_DEPTH;
    private int reads = Integer.MAX_VALUE;
    private int queuePairs = 1;
    private List<String> columns = List.of();

    private PerftestOutput(Consumer<String> notTaken) {
        this.notTaken = notTaken;
    }

    static boolean is(List<String> lines) {
        return lines.stream().anyMatch(line -> TITLE.matcher(line).matches());
    }

    /**
     * Reads it.
     *
     * @param notTaken is told of each test that counts for nothing, in a sentence
     */
    static List<Measured> read(String file, List<String> lines, Consumer<String> notTaken) {
        PerftestOutput output = new PerftestOutput(notTaken);
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
            columns = COLUMN.matcher(line).results().map(MatchResult::group).toList();
        } else if (operation != null && !columns.isEmpty() && ROW.matcher(line).matches()) {
            row(line.strip().split("\\s+", -1), place);
        } else if (operation != null && TWO_PORTS.matcher(line).matches()) {
            throw new RefusedException(place + ": this test adds up what two ports do; measure one.");
        } else {
            depth = number(DEPTH, line, depth);
            reads = number(READS, line, reads);
            queuePairs = number(QPS, line, queuePairs);
        }
    }

    private void begin(Matcher title, String place) {
        Matcher known = KNOWN.matcher(title.group(1).strip());
        operation = null;
        if (!known.matches()) {
            notTaken.accept(place + ": '" + title.group().strip().replaceAll("\\s+", " ")
                    + "' is not taken, and no line of it; READs, WRITEs and SENDs are.");
        } else if (known.group(2) != null) {
            throw new RefusedException(place + ": a bidirectional test mixes what two NICs do; measure one direction.");
        } else {
            operation = switch (known.group(1)) {
                case "RDMA_Read" -> Operation.READ;
                case "RDMA_Write" -> Operation.WRITE;
                default -> Operation.SEND;
            };
        }
        latency = title.group(2).equals("Latency");
        depth = USUAL_DEPTH;
        reads = Integer.MAX_VALUE;
        queuePairs = 1;
        columns = List.of();
    }

    private static int number(Pattern pattern, String line, int otherwise) {
        Matcher matcher = pattern.matcher(line);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : otherwise;
    }

    private void row(String[] cells, String place) {
        if (cells.length != columns.size()) {
            throw new RefusedException(place + ": this line has " + cells.length + " numbers, and its heading "
                    + columns.size() + " columns.");
        }
        int bytes = Integer.parseInt(cells[0]);
        for (String cell : cells) {
            double number = Double.parseDouble(cell);
            if (!(number >= 0 && number < Double.POSITIVE_INFINITY)) {
                throw new NumberFormatException(cell);
            }
        }
        if (latency) {
            int column = column("t_typical[", column("t_avg[", -1)); // with --duration there is an average alone
            if (!has(column, "[usec]")) {
                throw noColumn(place, "t_typical[usec] or t_avg[usec]");
            }
            add(place, Metric.LATENCY, bytes, Double.parseDouble(cells[column]) * 1e3, 1);
            return;
        }
        int column = column("BW average[", -1);
        double unit =
                has(column, "[Gb/sec]") ? 1e9 : has(column, "[MB/sec]") || has(column, "[MiB/sec]") ? 8 * MEBI : 0;
        if (unit == 0) {
            throw noColumn(place, "BW average in Gb/sec, MB/sec or MiB/sec");
        }
        double bitsPerSecond = Double.parseDouble(cells[column]) * unit;
        int outstanding = queuePairs * Math.min(depth, operation == Operation.READ ? reads : depth);
        int rates = column("MsgRate[Mpps]", -1);
        double rate = rates >= 0 ? Double.parseDouble(cells[rates]) * 1e6 : bitsPerSecond / 8 / bytes;
        add(place, Metric.RATE, bytes, rate, outstanding);
        add(place, Metric.BANDWIDTH, bytes, bitsPerSecond, outstanding);
    }

    /** Which column begins so, from 0 on. */
    private int column(String begin, int otherwise) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).startsWith(begin)) {
                return i;
            }
        }
        return otherwise;
    }

    private boolean has(int column, String unit) {
        return column >= 0 && columns.get(column).endsWith(unit);
    }

    private static RefusedException noColumn(String place, String wanted) {
        return new RefusedException(place + ": the heading above has no column " + wanted + ".");
    }

    private void add(String place, Metric metric, int bytes, double value, int outstanding) {
        if (value > 0) {
            measured.add(new Measured(place, operation, metric, bytes, value, 1, outstanding));
        }
    }
}
