// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.combine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.hardware.PacketPipeline;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.platform.cluster.ClusterBuilder;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Parts.Combination;
import org.breadboard.platform.mix.parts.Profiles;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.Offer;
import org.breadboard.platform.runtime.PluginCode;
import org.breadboard.platform.runtime.PluginFault;
import org.breadboard.platform.sim.SimEngine;
import org.breadboard.platform.yaml.Where;

/**
 * Asks whether a combination runs, as a run finds out: a mix that makes the four choices and leaves everything else at
 * its default is resolved, and its cluster is built. So that an answer takes a millisecond, the cluster has two nodes
 * of one thread, populations are as small as the workload lets them be, and only a few of their records are built. What
 * is refused with copies of records and runs without is said to run, with that remark; so is a workload that needs a
 * file, with the sample that the distribution has for it.
 */
public final class Question {
    private static final String NAME = "combination";
    private static final int NODES = 2;
    private static final int THREADS = 1;
    private static final List<String> SCALES = List.of("0.0001", "0.001", "0.01", "0.1", "1");
    private static final Map<String, String> SMALL = Map.of(
            "cluster.nodes", Integer.toString(NODES),
            "cluster.threads", Integer.toString(THREADS),
            "load.contexts", "2",
            "time.warmupUs", "50",
            "time.measureUs", "500");
    private static final String COPIES = "cluster.replication";
    private static final String SAMPLES = "samples";

    private final List<InstalledPlugin> plugins;
    private final Profiles profiles;
    private final MixResolver resolver;
    private final PluginCode code;
    private final List<Switch> switches;
    private final Path home;
    private final Map<String, Small> smalls = new HashMap<>();
    private boolean resolved;

    /**
     * A workload as small as can be.
     *
     * @param scale null if it does not take its defaults, whatever the scale
     * @param key of the file that it needs, or null
     * @param sample that file, below the distribution's folder
     */
    private record Small(String scale, String key, Path sample) {}

    /** A data sheet of switches. */
    private record Switch(String profile, String hardware) {}

    /** Asks of what these plug-ins and the user's data sheets offer. */
    public Question(List<InstalledPlugin> plugins, Folders folders) {
        this(plugins, folders, Combination.NONE);
    }

    /** The same, with the switches of a data sheet; {@link Combination#NONE} takes what is installed. */
    public Question(List<InstalledPlugin> plugins, Folders folders, String switchProfile) {
        this.plugins = plugins;
        home = folders.home();
        Parts parts = new Parts(plugins);
        profiles = new Profiles(parts, folders);
        resolver = new MixResolver(parts, folders);
        List<Plugin> own = plugins.stream().map(InstalledPlugin::plugin).toList();
        code = new PluginCode(own);
        switches =
                switchProfile.equals(Combination.NONE) ? installedSwitches() : List.of(new Switch(switchProfile, ""));
    }

    private List<Switch> installedSwitches() {
        List<Switch> found = new ArrayList<>();
        for (InstalledPlugin plugin : plugins) {
            plugin.profiles().stream()
                    .filter(profile -> isSwitch(profile.hardware()))
                    .forEach(profile -> found.add(
                            new Switch(profile.name(), profile.hardware().id())));
        }
        return found;
    }

    private boolean isSwitch(Offer<HardwareType> hardware) {
        return quietly(() -> hardware.type().offers().contains(PacketPipeline.class));
    }

    /** All protocols. */
    public List<String> protocols() {
        return plugins.stream()
                .flatMap(plugin -> plugin.protocols().stream())
                .map(Offer::id)
                .sorted()
                .toList();
    }

    /** All data sheets, the user's too. */
    public List<String> profiles() {
        return profiles.names().stream().sorted().toList();
    }

    /** Whether there is a data sheet of a name, and nothing is wrong with it. */
    boolean isSound(String profile) {
        return quietly(() -> profiles.sheet(profile, new Where(MixResolver.place(NAME), 0)) != null);
    }

    /** All programs of switches, after {@link Combination#NONE}. */
    public List<String> programs() {
        List<String> programs = new ArrayList<>(List.of(Combination.NONE));
        plugins.stream()
                .flatMap(plugin -> plugin.programs().stream())
                .map(Offer::id)
                .sorted()
                .forEach(programs::add);
        return programs;
    }

    /** The workloads of a protocol: all that there are, or {@link Combination#NONE} if it runs operations. */
    public List<String> workloads(String protocol) {
        boolean operations = plugins.stream()
                .flatMap(plugin -> plugin.protocols().stream())
                .filter(offer -> offer.id().equals(protocol))
                .anyMatch(offer -> quietly(() -> offer.type().runs() == ProtocolType.Runs.OPERATIONS));
        return operations
                ? List.of(Combination.NONE)
                : workloadOffers().stream().map(Offer::id).sorted().toList();
    }

    /** Each workload that runs, with all that it needs to be as small as it can be, as keys of a mix. */
    public List<Map<String, String>> small() {
        List<Map<String, String>> all = new ArrayList<>();
        for (String workload : workloads()) {
            if (!needsMore(workload)) {
                all.add(small(workload, new LinkedHashMap<>()));
            }
        }
        return all;
    }

    private Map<String, String> small(String workload, Map<String, String> values) {
        values.put(MixKeys.WORKLOAD, workload);
        Small small = small(workload);
        values.put(MixKeys.SCALE.name(), small.scale() == null ? "1" : small.scale());
        if (small.key() != null) {
            values.put(
                    small.key(), home.resolve(small.sample()).toAbsolutePath().toString());
        }
        return values;
    }

    private List<Offer<WorkloadType>> workloadOffers() {
        return plugins.stream().flatMap(plugin -> plugin.workloads().stream()).toList();
    }

    /** Whether nothing can be asked about a workload, since it has to be told more than its defaults. */
    boolean needsMore(String workload) {
        return workloads().contains(workload) && small(workload).scale() == null;
    }

    /** Whether a workload runs with its defaults. */
    boolean runsAlone(String workload) {
        return !workloads().contains(workload)
                || small(workload).scale() != null && small(workload).key() == null;
    }

    private List<String> workloads() {
        return workloadOffers().stream().map(Offer::id).toList();
    }

    /** All combinations of a protocol. */
    public List<Combination> combinations(String protocol) {
        List<Combination> all = new ArrayList<>();
        List<String> workloads = workloads(protocol);
        for (String profile : profiles()) {
            for (String program : programs()) {
                workloads.forEach(workload -> all.add(new Combination(protocol, profile, program, workload)));
            }
        }
        return all;
    }

    /** Whether a combination runs. A plug-in that throws is the reason why it does not. */
    public Answer ask(Combination combination) {
        if (combination.program().equals(Combination.NONE) || switches.isEmpty()) {
            return ask(combination, Combination.NONE);
        }
        Answer first = null;
        String refusedHardware = null;
        for (Switch device : switches) {
            // Data sheets of one hardware differ in numbers, which tell only when it is built.
            if (!device.hardware().equals(refusedHardware)) {
                resolved = false;
                Answer answer = ask(combination, device.profile());
                if (answer.runs()) {
                    return answer;
                }
                refusedHardware = resolved ? null : device.hardware();
                first = first == null ? answer : first;
            }
        }
        return first;
    }

    /** Whether a mix of the user's runs, of whatever size it is. */
    boolean runs(Supplier<ResolvedMix> mix) {
        return quietly(() -> {
            rehearse(mix.get());
            return true;
        });
    }

    private Answer ask(Combination combination, String device) {
        try {
            return built(combination, values(combination, device));
        } catch (RefusedException refused) {
            String place = MixResolver.place(NAME) + ": ";
            String said = refused.getMessage();
            return new Answer(combination, null, said.startsWith(place) ? said.substring(place.length()) : said);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError thrown) {
            String unknown = "A defect of Breadboard's, or a plug-in that answers null: " + thrown + ".";
            return new Answer(
                    combination, null, PluginFault.describe(thrown, code).orElse(unknown));
        }
    }

    private Map<String, String> values(Combination combination, String device) {
        Map<String, String> values = new LinkedHashMap<>(SMALL);
        values.put(MixKeys.PROTOCOL, combination.protocol());
        values.put(MixKeys.HARDWARE_PROFILE, combination.profile());
        values.put(MixKeys.SWITCH, combination.program());
        values.put(MixKeys.SWITCH_PROFILE, device);
        return small(combination.workload(), values);
    }

    private Answer built(Combination combination, Map<String, String> values) {
        ResolvedMix mix = resolver.resolve(MixRequest.ofValues(NAME, values));
        resolved = true;
        try {
            rehearse(mix);
            return new Answer(combination, mix, withFile(combination.workload()));
        } catch (RefusedException refused) {
            values.put(COPIES, "1");
            String file = withFile(combination.workload());
            String remark = (file.isEmpty() ? "" : file + "; ") + "only with " + COPIES + "=1: " + refused.getMessage();
            return withoutCopies(values)
                    .map(alone -> new Answer(combination, alone, remark))
                    .orElseThrow(() -> refused);
        }
    }

    private Optional<ResolvedMix> withoutCopies(Map<String, String> values) {
        try {
            ResolvedMix mix = resolver.resolve(MixRequest.ofValues(NAME, values));
            rehearse(mix);
            return Optional.of(mix);
        } catch (RefusedException refusedAllTheSame) {
            return Optional.empty();
        }
    }

    /**
     * Builds the cluster of a mix as a run would, with a few of its records.
     *
     * @throws RefusedException as a run would be refused
     */
    public static void rehearse(ResolvedMix mix) {
        try (SimEngine engine = new SimEngine(mix.mix().seed(), false)) {
            ClusterBuilder.rehearse(mix.mix(), mix.parts(), engine);
        }
    }

    /** What a workload needs to run, as a remark; or empty. */
    private String withFile(String workload) {
        Small small = small(workload);
        return small.key() == null ? "" : "with a " + small.key() + ", such as the distribution's " + small.sample();
    }

    private Small small(String workload) {
        return smalls.computeIfAbsent(workload, this::smallest);
    }

    /** The smallest scale that a workload accepts, by its own word. */
    private Small smallest(String workload) {
        for (Offer<WorkloadType> offer : workloadOffers()) {
            if (offer.id().equals(workload)) {
                Optional<String> scale = scale(offer.type(), settings -> settings);
                Path sample = Path.of(SAMPLES, workload + ".csv");
                if (scale.isPresent() || !Files.isRegularFile(home.resolve(sample))) {
                    return new Small(scale.orElse(null), null, null);
                }
                return files(offer.type()).stream()
                        .flatMap(name -> scale(offer.type(), settings -> settings.with(name, home.resolve(sample)))
                                .map(with -> new Small(with, MixKeys.WORKLOAD + '.' + name, sample))
                                .stream())
                        .findFirst()
                        .orElse(new Small(null, null, null));
            }
        }
        return new Small("1", null, null);
    }

    private static List<String> files(WorkloadType type) {
        return type.settings().stream()
                .filter(setting -> setting.type() == Setting.Type.FILE)
                .map(Setting::name)
                .toList();
    }

    private static Optional<String> scale(WorkloadType type, UnaryOperator<Settings> change) {
        return SCALES.stream()
                .filter(scale -> quietly(() -> type.create(
                                change.apply(Settings.defaultsOf(type.settings())),
                                NODES,
                                THREADS,
                                Double.parseDouble(scale))
                        != null))
                .findFirst();
    }

    /** What a plug-in that throws is asked for here is asked for again where its fault is the answer. */
    private static boolean quietly(BooleanSupplier question) {
        try {
            return question.getAsBoolean();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError thrown) {
            return false;
        }
    }
}
