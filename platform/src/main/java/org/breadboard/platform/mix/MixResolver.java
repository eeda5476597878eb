package org.breadboard.platform.mix;

import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;

/**
 * Makes a mix from its layers: defaults, testbed, shipped mix, the user's file, single values. Whatever is wrong with
 * it is refused in one sentence, before anything is built. Any thread.
 */
public final class MixResolver {
    /** What {@code workload.NAME.scale} takes for a tenant of a shared workload. */
    public static final Setting<Double> TENANT_SCALE = Tenants.SCALE;

    private final Parts parts;
    private final Folders folders;
    private final Profiles profiles;

    /** A resolver of the mixes in these folders, made of these parts. */
    public MixResolver(Parts parts, Folders folders) {
        this.parts = parts;
        this.folders = folders;
        profiles = new Profiles(parts, folders);
    }

    /**
     * Resolves a mix.
     *
     * @param mix a name or a path
     * @param sets {@code key=value} each; the last one of a key wins
     * @throws RefusedException if it is wrong, or cannot work
     */
    public ResolvedMix resolve(String mix, List<String> sets) {
        MixSource.Stack stack = new MixSource(folders).stack(mix, sets);
        Resolution resolution = new Resolution(parts, profiles, stack);
        return resolution.resolve();
    }

    /**
     * Resolves a mix of which there is no file, only values.
     *
     * @param name what to call it
     */
    public ResolvedMix resolveParts(String name, List<String> sets) {
        return new Resolution(parts, profiles, new MixSource(folders).stack(name, List.of(), List.of(), sets))
                .resolve();
    }

    /**
     * Who asks for what in a mix, who offers it, and what is missing: what {@link #resolve} checks, but all of it.
     *
     * @throws RefusedException if its files cannot be read
     */
    public List<Demands.Demand> report(String mix, List<String> sets) {
        MixSource.Stack stack = new MixSource(folders).stack(mix, sets);
        return new Resolution(parts, profiles, stack, Demands.reported()).report();
    }

    /**
     * What a testbed says, by key; values of keys that depend on plug-ins have no setting.
     *
     * @throws RefusedException if there is none, or it is not sound
     */
    public List<ResolvedMix.Value> testbed(String name) {
        Layers layers = new MixSource(folders).testbed(name);
        return layers.keys(0).stream()
                .map(key -> {
                    Layers.Entry entry = layers.get(key);
                    Setting<?> setting = MixKeys.plain().get(key);
                    String unit = setting == null ? "" : setting.unit();
                    return new ResolvedMix.Value(
                            key, entry.text(), unit, entry.where().toString(), setting);
                })
                .toList();
    }

    /**
     * What {@code --set} knows for a mix with some values set: by key the setting, or null where the key chooses by
     * name. What cannot be chosen yet adds no keys.
     */
    public Map<String, Setting<?>> settable(String mix, List<String> sets) {
        Resolution resolution = new Resolution(parts, profiles, new MixSource(folders).stack(mix, sets));
        resolution.chooseSome();
        return resolution.known();
    }
}
