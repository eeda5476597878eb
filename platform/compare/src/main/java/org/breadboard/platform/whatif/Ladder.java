// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.whatif;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.runtime.Speeds;

/**
 * The bottlenecks behind the bottleneck: the busiest group is made twice as fast, then what is busiest then, and so on,
 * until that buys nothing any more or nothing is busy.
 */
final class Ladder {
    private static final double FASTER = 2;
    private static final int MOST_RUNGS = 8;
    private static final double WORTH = 1.02;
    private static final int VAIN = 3;
    private static final double BUSY = 0.5;

    private final Measurement baseline;
    private final List<Rung> rungs = new ArrayList<>();
    private Speeds speeds;
    private String end = "";

    /**
     * One bottleneck.
     *
     * @param resource the group that was busiest
     * @param utilisation how busy it was
     * @param speed how many times as fast as in the mix it is from here on
     * @param then what was measured with it so fast
     * @param gain throughput with it over throughput before
     */
    record Rung(String resource, double utilisation, double speed, Measurement then, double gain) {
        Map<String, Object> json() {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("resource", resource);
            row.put("utilisation", Json.number(utilisation));
            row.put("speed", speed);
            row.put("gain", Json.number(gain));
            row.putAll(then.figures());
            return row;
        }
    }

    /** A ladder without rungs, from what there is at these speeds. */
    Ladder(Measurement baseline, Speeds usual) {
        this.baseline = baseline;
        speeds = usual;
    }

    private Measurement last() {
        return rungs.isEmpty() ? baseline : rungs.get(rungs.size() - 1).then();
    }

    /** The speeds to measure next; nothing at the ladder's end. */
    Optional<Speeds> next() {
        end = whyNot();
        return end.isEmpty()
                ? Optional.of(speeds.with(last().bottleneck(), speeds.of(last().bottleneck()) * FASTER))
                : Optional.empty();
    }

    private String whyNot() {
        Measurement last = last();
        if (last.bottleneck() == null || last.utilisation() < BUSY) {
            return "Nothing is busy for half of the time any more: what is left is latency, and what waits for it.";
        }
        int size = rungs.size();
        boolean vain = size >= VAIN && rungs.subList(size - VAIN, size).stream().allMatch(rung -> rung.gain() < WORTH);
        if (vain) {
            return "The last " + VAIN + " bought less than 2% each.";
        }
        return size == MOST_RUNGS ? "It was followed for " + MOST_RUNGS + " rungs." : "";
    }

    /** What was measured at the speeds that {@link #next} gave. */
    void add(Measurement then) {
        Measurement before = last();
        String resource = before.bottleneck();
        speeds = speeds.with(resource, speeds.of(resource) * FASTER);
        rungs.add(new Rung(
                resource,
                before.utilisation(),
                speeds.of(resource),
                then,
                then.committedPerSecond() / before.committedPerSecond()));
    }

    List<Rung> rungs() {
        return List.copyOf(rungs);
    }

    /** Why it ends, in a sentence; {@code ""} while it goes on. */
    String end() {
        return end;
    }
}
