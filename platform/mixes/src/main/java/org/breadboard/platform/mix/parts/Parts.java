// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.parts;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.MissingPart;
import org.breadboard.platform.registry.Offer;
import org.breadboard.platform.registry.Profile;
import org.breadboard.platform.yaml.Where;

/**
 * What a mix can be made of: the offers of the installed plug-ins by id, each with the plug-in that brings it.
 * Immutable.
 */
public final class Parts {
    private final List<InstalledPlugin> plugins;
    private final Map<String, Part<HardwareType>> hardware;
    private final Map<String, Part<ProtocolType>> protocols;
    private final Map<String, Part<WorkloadType>> workloads;
    private final Map<String, Part<PipelineProgramType>> programs;

    /** The parts that these plug-ins bring. */
    public Parts(List<InstalledPlugin> plugins) {
        this.plugins = List.copyOf(plugins);
        hardware = index(InstalledPlugin::hardware);
        protocols = index(InstalledPlugin::protocols);
        workloads = index(InstalledPlugin::workloads);
        programs = index(InstalledPlugin::programs);
    }

    /**
     * One thing that a mix can name.
     *
     * @param plugin who brings it
     */
    public record Part<T>(String id, T type, InstalledPlugin plugin) {}

    /**
     * What a mix chooses by name, whatever its numbers are.
     *
     * @param profile the data sheet of every machine, or several, separated by commas, of which the first that fits
     *     counts
     * @param program what switches run, or {@link #NONE}
     * @param workload what clients ask for, or {@link #NONE} for a protocol that runs operations
     */
    public record Combination(String protocol, String profile, String program, String workload) {
        /** No program, or no workload. */
        public static final String NONE = "none";

        /** The same with another protocol. */
        public Combination withProtocol(String other) {
            return new Combination(other, profile, program, workload);
        }

        /** The same with another data sheet. */
        public Combination withProfile(String other) {
            return new Combination(protocol, other, program, workload);
        }

        /** The same with another program. */
        public Combination withProgram(String other) {
            return new Combination(protocol, profile, other, workload);
        }

        /** The same with another workload. */
        public Combination withWorkload(String other) {
            return new Combination(protocol, profile, program, other);
        }
    }

    /** The installed plug-ins. */
    public List<InstalledPlugin> plugins() {
        return plugins;
    }

    /** All kinds of hardware, by id. */
    public Map<String, Part<HardwareType>> hardware() {
        return hardware;
    }

    /** A protocol, or a refusal with what there is. */
    public Part<ProtocolType> protocol(String id, Where where) {
        return find("protocol", "list protocols", protocols, id, where);
    }

    /** A workload, or a refusal with what there is. */
    public Part<WorkloadType> workload(String id, Where where) {
        return find("workload", "list workloads", workloads, id, where);
    }

    /** The programs for switches that are installed, by id. */
    public Map<String, Part<PipelineProgramType>> programs() {
        return programs;
    }

    /** A program for switches, or a refusal with what there is. */
    public Part<PipelineProgramType> program(String id, Where where) {
        return find("switch program", "list programs", programs, id, where);
    }

    /** A kind of hardware, or a refusal with what there is. */
    public Part<HardwareType> hardware(String id, Where where) {
        return find("hardware", "list hardware", hardware, id, where);
    }

    /** The profiles that plug-ins bring: which hardware each describes. */
    public Map<String, Part<HardwareType>> profiles() {
        Map<String, Part<HardwareType>> profiles = new LinkedHashMap<>();
        for (InstalledPlugin plugin : plugins) {
            for (Profile profile : plugin.profiles()) {
                profiles.put(
                        profile.name(),
                        new Part<>(profile.hardware().id(), profile.hardware().type(), plugin));
            }
        }
        return profiles;
    }

    private static <T> Part<T> find(String kind, String shower, Map<String, Part<T>> parts, String id, Where where) {
        Part<T> part = parts.get(id);
        if (part == null) {
            throw MissingPart.of(where.refuse("no installed plug-in brings the " + kind + " '" + id + "'"
                    + Suggestion.choices(id, parts.keySet(), shower)));
        }
        return part;
    }

    private <T> Map<String, Part<T>> index(Function<InstalledPlugin, List<Offer<T>>> offers) {
        Map<String, Part<T>> parts = new LinkedHashMap<>();
        for (InstalledPlugin plugin : plugins) {
            offers.apply(plugin)
                    .forEach(offer -> parts.putIfAbsent(offer.id(), new Part<>(offer.id(), offer.type(), plugin)));
        }
        return parts;
    }
}
