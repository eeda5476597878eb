package org.breadboard.platform.mix;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.registry.InstalledPlugin;

/**
 * A mix with the story of its values.
 *
 * @param mix what to run; with {@code peak}, its contexts are where the search begins
 * @param peak whether to search for the number of contexts that yields the most
 * @param maxContexts the most contexts that the protocol can have on this cluster
 * @param values every value that decides the outcome, in the order in which it is printed
 * @param plugins who brings its parts
 */
public record ResolvedMix(
        Mix mix, boolean peak, int maxContexts, List<Value> values, String description, List<InstalledPlugin> plugins) {
    /**
     * One value.
     *
     * @param key its key in a mix
     * @param text as a mix would give it
     * @param unit or {@code ""}
     * @param origin the place or the default that it comes from
     */
    public record Value(String key, String text, String unit, String origin) {}

    /** The values by key. */
    public Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        values.forEach(value -> texts.put(value.key(), value.text()));
        return texts;
    }

    /** The same with so many contexts, and no search. */
    public ResolvedMix withContexts(int contexts) {
        List<Value> changed = values.stream()
                .map(value -> value.key().equals(MixKeys.CONTEXTS.name())
                        ? new Value(value.key(), Integer.toString(contexts), value.unit(), value.origin())
                        : value)
                .toList();
        Mix.Load load = new Mix.Load(contexts, mix.load().ratePerNode());
        return new ResolvedMix(with(mix, load, mix.seed()), false, maxContexts, changed, description, plugins);
    }

    private static Mix with(Mix mix, Mix.Load load, long seed) {
        return new Mix(
                mix.name(),
                mix.cluster(),
                mix.hardware(),
                mix.profile(),
                mix.hardwareSettings(),
                mix.protocol(),
                mix.protocolSettings(),
                mix.workload(),
                mix.workloadSettings(),
                mix.tenants(),
                load,
                mix.time(),
                mix.network(),
                mix.switches(),
                mix.mode(),
                seed);
    }
}
