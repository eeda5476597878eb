// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.runtime.SeededStream;

/**
 * A workload that ships, and its settings that are on or off.
 *
 * @param workload all that it needs to be small
 * @param others of each such setting the value that is not its default, by key
 */
record Flags(Map<String, String> workload, Map<String, String> others) {
    /** Those of workloads that have any. */
    static List<Flags> of(List<Map<String, String>> workloads, MixRequest base, MixResolver resolver) {
        return workloads.stream()
                .map(each -> of(each, base, resolver))
                .filter(each -> !each.others.isEmpty())
                .toList();
    }

    private static Flags of(Map<String, String> workload, MixRequest base, MixResolver resolver) {
        Map<String, String> others = new LinkedHashMap<>();
        resolver.settable(Ground.with(base, workload)).forEach((key, setting) -> {
            if (key.startsWith(MixKeys.WORKLOAD + ".") && Ground.isFlag(setting)) {
                Ground.others(setting).forEach(value -> others.put(key, value));
            }
        });
        return new Flags(workload, others);
    }

    /** One of them is not as it is by default, and each other one with one chance in two. */
    Map<String, String> turned(SeededStream random) {
        Map<String, String> turned = new LinkedHashMap<>(others);
        List<String> keys = List.copyOf(others.keySet());
        int one = random.nextInt(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            if (random.nextInt(2) == 0 && i != one) {
                turned.remove(keys.get(i));
            }
        }
        return turned;
    }
}
