// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/**
 * How often each type of transaction is drawn, as a mix can set it: {@code weights.TYPE} for each, a whole number of
 * which only the share in the sum counts. Immutable; any thread.
 */
public final class TypeWeights {
    private static final int MOST = 1_000_000;

    private final List<String> types;
    private final int[] percentages;
    private final List<Setting<Integer>> settings = new ArrayList<>();

    /**
     * The types of a workload.
     *
     * @param source where the percentages are from
     * @param types their names in mixes, in the order of types
     * @param percentages of each, by default
     */
    public TypeWeights(String source, List<String> types, int... percentages) {
        this.types = types;
        this.percentages = percentages;
        for (int type = 0; type < percentages.length; type++) {
            settings.add(Setting.count(
                            "weights." + types.get(type),
                            "",
                            percentages[type],
                            0,
                            MOST,
                            "How often " + types.get(type) + " is drawn, relative to the other weights (" + source
                                    + ": percent).")
                    .optional());
        }
    }

    /** What a mix has that says nothing, in the order of types. */
    public int[] usual() {
        return percentages.clone();
    }

    /** What a mix can set. */
    public List<Setting<Integer>> settings() {
        return Collections.unmodifiableList(settings);
    }

    /**
     * What a mix asks for, in the order of types.
     *
     * @throws RefusedException if all are 0
     */
    public int[] in(Settings chosen) {
        int[] weights = settings.stream().mapToInt(chosen::get).toArray();
        if (IntStream.of(weights).sum() == 0) {
            throw new RefusedException(
                    "All of workload.weights are 0, so that there is no transaction to draw: give one of "
                            + String.join(", ", types) + " a weight above 0.");
        }
        return weights;
    }
}
