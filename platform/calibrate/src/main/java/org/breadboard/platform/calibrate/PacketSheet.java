// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.breadboard.platform.calibrate.Measured.Operation;

/** What frames a second say of a data sheet. */
final class PacketSheet {
    private static final double OVERHEAD_BYTES = 24; // preamble, gap, check sequence
    /** By kind of hardware, what a frame keeps busy. */
    private static final Map<String, String> PARAMETERS =
            Map.of("ethernet", "nicPacketNs", "smartnic", "enginePacketNs");

    private PacketSheet() {}

    /** The fastest rate of frames, if there is one. */
    static Optional<Measured> best(List<Measured> measured) {
        return measured.stream()
                .filter(each -> each.operation() == Operation.PACKET)
                .max(Comparator.comparingDouble(Measured::value));
    }

    /** Which parameter of a kind of hardware it is about, or nothing. */
    static Optional<String> parameter(String hardware) {
        return Optional.ofNullable(PARAMETERS.get(hardware));
    }

    /** What follows from the fastest. */
    static List<Derived> find(Measured best, String hardware, Map<String, Double> base) {
        List<Derived> derived = new ArrayList<>();
        String parameter = PARAMETERS.get(hardware);
        derived.add(new Derived(parameter, 1e9 / best.value(), best.source() + "; one after another"));
        double links = base.getOrDefault("links", 1.0);
        double gbps = best.value() * 8 * (best.bytes() + OVERHEAD_BYTES) / 1e9 / links;
        if (gbps > base.get("linkGbps")) {
            derived.add(new Derived("linkGbps", Math.ceil(gbps), best.source() + "; with 24 B around each frame"));
        }
        return derived;
    }
}
