// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.Setting;
import org.breadboard.platform.files.FileDigests;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.registry.InstalledPlugin;

/**
 * A mix with the story of its values.
 *
 * @param mix what to run; with {@code peak}, its contexts are where the search begins
 * @param parts what the mix's names stand for
 * @param peak whether to search for the number of contexts that yields the most
 * @param maxContexts the most contexts that the protocol can have on this cluster
 * @param values every value that decides the outcome, in the order in which it is printed; not those of optional
 *     settings ({@link Setting#isOptional}) that keep their defaults
 * @param plugins who brings its parts
 */
public record ResolvedMix(
        Mix mix,
        MixParts parts,
        boolean peak,
        int maxContexts,
        List<Value> values,
        String description,
        List<InstalledPlugin> plugins) {
    /**
     * One value.
     *
     * @param key its key in a mix
     * @param text as a mix would give it
     * @param unit or {@code ""}
     * @param origin the place or the default that it comes from
     * @param setting what it is a value of, or null for a choice by name
     * @param said as the mix gave it: for a file the path, which {@code text} has as an absolute one
     */
    public record Value(String key, String text, String unit, String origin, Setting<?> setting, String said) {
        Value(String key, String text, String unit, String origin) {
            this(key, text, unit, origin, null, text);
        }
    }

    /** The values by key. */
    public Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        values.forEach(value -> texts.put(value.key(), value.text()));
        return texts;
    }

    /**
     * The SHA-256 of each file that a setting names, by key: what is in it decides the outcome as the values do.
     *
     * @throws IOException if one cannot be read
     */
    public Map<String, String> inputs(FileDigests digests) throws IOException {
        Map<String, String> inputs = new LinkedHashMap<>();
        for (Value value : values) {
            if (value.setting() != null
                    && value.setting().type() == Setting.Type.FILE
                    && !value.text().isEmpty()) {
                inputs.put(value.key(), digests.sha256(Path.of(value.text())));
            }
        }
        return inputs;
    }

    /** The same with so many contexts, and no search. */
    public ResolvedMix withContexts(int contexts) {
        return new ResolvedMix(
                with(mix.load().withContexts(contexts), mix.time()),
                parts,
                false,
                maxContexts,
                changed(Map.of(MixKeys.CONTEXTS.name(), Integer.toString(contexts))),
                description,
                plugins);
    }

    /** The same, but warming up and measuring for so long. */
    public ResolvedMix withTime(Mix.Time time) {
        return new ResolvedMix(
                with(mix.load(), time),
                parts,
                peak,
                maxContexts,
                changed(Map.of(
                        MixKeys.WARMUP.name(), microseconds(time.warmupNs()),
                        MixKeys.MEASURE.name(), microseconds(time.measureNs()))),
                description,
                plugins);
    }

    private static String microseconds(long ns) {
        return BigDecimal.valueOf(ns, 3).stripTrailingZeros().toPlainString();
    }

    private List<Value> changed(Map<String, String> texts) {
        return values.stream()
                .map(value -> texts.containsKey(value.key())
                        ? new Value(
                                value.key(),
                                texts.get(value.key()),
                                value.unit(),
                                value.origin(),
                                value.setting(),
                                texts.get(value.key()))
                        : value)
                .toList();
    }

    private Mix with(Mix.Load load, Mix.Time time) {
        return new Mix(
                mix.name(),
                mix.cluster(),
                mix.hardware(),
                mix.protocol(),
                mix.workload(),
                mix.tenants(),
                load,
                time,
                mix.network(),
                mix.faults(),
                mix.switches(),
                mix.mode(),
                mix.seed());
    }
}
