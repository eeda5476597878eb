// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Parts.Combination;
import org.breadboard.platform.mix.parts.Profiles;
import org.breadboard.platform.tenants.SharedProtocols;
import org.breadboard.platform.yaml.SettingText;
import org.breadboard.platform.yaml.Where;

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
     * @throws RefusedException if it is wrong, or cannot work
     */
    public ResolvedMix resolve(MixRequest request) {
        return resolution(request).resolve();
    }

    private Resolution resolution(MixRequest request) {
        return new Resolution(parts, profiles, new MixSource(folders).stack(request));
    }

    /**
     * What is set over a mix, but with absolute paths of the files that it names.
     *
     * @param base what the paths are relative to
     * @throws RefusedException if there is no such file
     */
    public List<String> rooted(MixRequest request, Path base) {
        MixSource.Stack stack = new MixSource(folders, base).stack(request);
        Map<String, Setting<?>> known = new Resolution(parts, profiles, stack).known();
        return request.sets().stream().map(set -> rooted(set, known, base)).toList();
    }

    private static String rooted(String set, Map<String, Setting<?>> known, Path base) {
        int equals = set.indexOf('=');
        String key = set.substring(0, equals).trim();
        Setting<?> setting = known.get(key);
        boolean file = setting != null && setting.type() == Setting.Type.FILE;
        return file || Layers.namesProperties(key)
                ? key + "="
                        + SettingText.file(key, set.substring(equals + 1).trim(), new Where("--set " + key, 0, base))
                : set;
    }

    /**
     * Who asks for what in a mix, who offers it, and what is missing: what {@link #resolve} checks, but all of it.
     *
     * @throws RefusedException if its files cannot be read
     */
    public List<Demands.Demand> report(MixRequest request) {
        MixSource.Stack stack = new MixSource(folders).stack(request);
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
                            key, entry.text(), unit, entry.where().toString(), setting, entry.text());
                })
                .toList();
    }

    /**
     * What {@code --set} knows for a mix with some values set: by key the setting, or null where the key chooses by
     * name. What cannot be chosen yet adds no keys.
     */
    public Map<String, Setting<?>> settable(MixRequest request) {
        return resolution(request).known();
    }

    /**
     * The same mix with another protocol, or with its own as it is installed now.
     *
     * @param running the mix of before; of its protocol's values only those of the same protocol stay
     * @param sets {@code protocol.KEY=value} each
     * @throws RefusedException if it is wrong, or cannot work
     */
    public ResolvedMix withProtocol(ResolvedMix running, String protocol, List<String> sets) {
        String prefix = MixKeys.PROTOCOL + ".";
        Map<String, String> values = running.texts();
        if (!protocol.equals(values.put(MixKeys.PROTOCOL, protocol))) {
            values.keySet().removeIf(key -> key.startsWith(prefix));
        }
        for (String set : sets) {
            int equals = set.indexOf('=');
            if (equals < 0 || !set.startsWith(prefix)) {
                throw new RefusedException("A swap sets what the new protocol takes, as in --set " + prefix
                        + "KEY=VALUE, not '" + set + "'; anything else needs another cluster.");
            }
            values.put(set.substring(0, equals), set.substring(equals + 1));
        }
        return resolve(MixRequest.ofValues(running.mix().name(), values));
    }

    /** What refusals call the place of a value that no file gives. */
    public static String place(String mix) {
        return MixSource.place(mix);
    }

    /**
     * What a mix chooses, whether it can work or not; nothing where it does not choose all that it needs, where it runs
     * several workloads, and where machines have different hardware.
     *
     * @throws RefusedException if its files are wrong
     */
    public Optional<Chosen> chosen(MixRequest request) {
        Layers layers = new MixSource(folders).stack(request).layers();
        Layers.Entry protocol = layers.get(MixKeys.PROTOCOL);
        Layers.Entry profile = layers.get(MixKeys.HARDWARE_PROFILE);
        String workload = text(layers, MixKeys.WORKLOAD);
        boolean mixed = layers.keys(0).stream().anyMatch(HardwareGroups::isOfGroup);
        boolean several = workload.equals(Tenants.SHARED)
                || protocol != null && protocol.text().equals(SharedProtocols.ID);
        if (protocol == null || profile == null || several || mixed) {
            return Optional.empty();
        }
        String device = text(layers, MixKeys.SWITCH_PROFILE);
        String program = Switches.wanted(layers, parts.protocol(protocol.text(), protocol.where()));
        return Optional.of(new Chosen(
                new Combination(protocol.text(), profile.text(), program.isEmpty() ? MixKeys.NONE : program, workload),
                device));
    }

    /**
     * What a mix chooses.
     *
     * @param switchProfile the data sheet of its switches, or {@link Combination#NONE}
     */
    public record Chosen(Combination combination, String switchProfile) {}

    private static String text(Layers layers, String key) {
        Layers.Entry entry = layers.get(key);
        return entry == null ? MixKeys.NONE : entry.text();
    }
}
