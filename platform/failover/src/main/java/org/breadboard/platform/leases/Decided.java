// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.leases;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.breadboard.platform.member.Configuration;

/**
 * What is decided about an epoch. Its bytes are a line of text, so that people can read it where it is kept.
 *
 * @param manager the machine that had it decided, and manages it
 */
record Decided(Configuration configuration, int manager) {
    byte[] bytes() {
        String holders = IntStream.range(0, configuration.machines())
                .mapToObj(this::holders)
                .collect(Collectors.joining(";"));
        return ("epoch=" + configuration.epoch() + " manager=" + manager + " replicas=" + configuration.replicas()
                        + " members=" + list(configuration.memberSet().stream()) + " holders=" + holders)
                .getBytes(StandardCharsets.UTF_8);
    }

    private String holders(int partition) {
        return list(
                IntStream.range(0, configuration.copies(partition)).map(copy -> configuration.node(partition, copy)));
    }

    private static String list(IntStream numbers) {
        return numbers.mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    /**
     * What {@link #bytes} say.
     *
     * @throws IllegalArgumentException if they are of something else
     */
    static Decided of(byte[] bytes) {
        String line = new String(bytes, StandardCharsets.UTF_8);
        Map<String, String> words = new HashMap<>();
        for (String word : line.split(" ", -1)) {
            int equals = word.indexOf('=');
            words.put(word.substring(0, Math.max(0, equals)), word.substring(equals + 1));
        }
        if (!words.keySet().containsAll(List.of("epoch", "manager", "replicas", "members", "holders"))) {
            throw new IllegalArgumentException("no configuration: " + line);
        }
        BitSet members = new BitSet();
        Arrays.stream(numbers(words.get("members"))).forEach(members::set);
        int[][] holders = Arrays.stream(words.get("holders").split(";", -1))
                .map(Decided::numbers)
                .toArray(int[][]::new);
        Configuration configuration = Configuration.of(
                Integer.parseInt(words.get("epoch")), Integer.parseInt(words.get("replicas")), members, holders);
        return new Decided(configuration, Integer.parseInt(words.get("manager")));
    }

    private static int[] numbers(String list) {
        return Arrays.stream(list.split(",", -1))
                .filter(each -> !each.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
