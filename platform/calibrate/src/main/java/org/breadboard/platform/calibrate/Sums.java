// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.util.Map;
import org.breadboard.platform.calibrate.Measured.Metric;
import org.breadboard.platform.calibrate.Measured.Operation;

/**
 * What no micro-benchmark does, as the sum of a data sheet's numbers: SENDs, and one way of a WRITE, whose receiver
 * looks at its memory. Times in ns, idle but for what is measured.
 */
final class Sums {
    private static final double LINES = 2; // a datagram's work request, and an inlined WRITE's

    private Sums() {}

    /** Whether it is one of these. */
    static boolean covers(Measured measured) {
        return measured.operation() == Operation.SEND
                || measured.operation() == Operation.WRITE && measured.metric() == Metric.LATENCY;
    }

    /** What the model yields, in the unit of what was measured. */
    static double measure(Measured of, Map<String, Double> sheet) {
        return switch (of.metric()) {
            case LATENCY -> latencyNs(of, sheet);
            case RATE -> 1e9 / betweenNs(of, sheet);
            case BANDWIDTH -> 8e9 * of.bytes() / betweenNs(of, sheet);
        };
    }

    private static boolean inlined(Measured of, Map<String, Double> sheet) {
        return of.bytes() <= sheet.get("inlineBytes");
    }

    private static double latencyNs(Measured of, Map<String, Double> sheet) {
        boolean send = of.operation() == Operation.SEND;
        double cpu = sheet.get("cpuPostNs") + sheet.get("cpuDoorbellNs") + (send ? sheet.get("cpuPollNs") : 0);
        double pcie = sheet.get("hostToNicNs")
                + sheet.get("nicToHostNs")
                + (inlined(of, sheet) ? 0 : sheet.get("hostReadNs"));
        return cpu
                + pcie
                + leavingNs(of, sheet)
                + arrivingNs(of, sheet)
                + 2 * sheet.get("pipelineNs")
                + sheet.get("oneWayNs")
                + 2 * wireNs(of, sheet);
    }

    private static double leavingNs(Measured of, Map<String, Double> sheet) {
        boolean inlined = inlined(of, sheet);
        return sheet.get(of.operation() == Operation.SEND ? "engineSendNs" : "engineRequestNs")
                + (inlined
                        ? LINES * sheet.get("enginePushLineNs")
                        : sheet.get("engineDoorbellNs")
                                + sheet.get("engineFetchNs")
                                + of.bytes() * sheet.get("engineByteNs"));
    }

    private static double arrivingNs(Measured of, Map<String, Double> sheet) {
        return sheet.get(of.operation() == Operation.SEND ? "engineReceiveNs" : "engineServeNs")
                + of.bytes() * sheet.get("engineByteNs");
    }

    private static double wireNs(Measured of, Map<String, Double> sheet) {
        double packets = Math.max(1, Math.ceil(of.bytes() / sheet.get("mtuBytes")));
        return (of.bytes() + packets * sheet.get("frameBytes")) * 8 / (sheet.get("linkGbps") * sheet.get("linkUsable"));
    }

    /** From one operation to the next, where the slowest of CPU, NICs and link sets the pace. */
    private static double betweenNs(Measured of, Map<String, Double> sheet) {
        double cpu = (sheet.get("cpuPostNs") + sheet.get("cpuDoorbellNs") + sheet.get("cpuPollNs")) / of.threads();
        double nics = Math.max(leavingNs(of, sheet), arrivingNs(of, sheet));
        return Math.max(Math.max(cpu, nics), wireNs(of, sheet));
    }
}
