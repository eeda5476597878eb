// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.BlockingCalls;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.mix.parts.DataSheet;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Parts.Part;
import org.breadboard.platform.mix.parts.Profiles;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.tenants.SharedProtocols;
import org.breadboard.platform.tenants.SharedWorkload;
import org.breadboard.platform.yaml.Where;

/** One mix on its way from layers to checked values. For one thread. */
final class Resolution {
    private final Parts parts;
    private final MixSource.Stack mix;
    private final Layers layers;
    private final Demands demands;
    private final Choices choices;
    private final KnownKeys keys;
    private final Values values;

    Resolution(Parts parts, Profiles profiles, MixSource.Stack mix) {
        this(parts, profiles, mix, Demands.strict());
    }

    /** One that tells of all that the mix asks for. */
    Resolution(Parts parts, Profiles profiles, MixSource.Stack mix, Demands demands) {
        this.demands = demands;
        this.parts = parts;
        this.mix = mix;
        layers = mix.layers();
        choices = new Choices(parts, profiles, mix);
        keys = new KnownKeys(layers, parts, choices);
        values = new Values(layers, demands);
    }

    /** Everything that the mix asks for, until something is missing without which nothing else can be asked. */
    List<Demands.Demand> report() {
        choices.tell(demands);
        if (!demands.anyMissing()) {
            demands.quietly(mix.where(), "the mix", "parts that go together", "plug-ins", this::settle);
        }
        return demands.all();
    }

    /** All keys that the mix could have, as far as what it chooses is there. */
    Map<String, Setting<?>> known() {
        choices.makeSome();
        return keys.all();
    }

    ResolvedMix resolve() {
        choices.make();
        return settle();
    }

    private ResolvedMix settle() {
        HardwareGroups groups = choices.groups();
        HardwareGroups.Fitness fitness =
                new HardwareGroups.Fitness(parts, choices.askers(), mix.origin(MixKeys.PROTOCOL), demands);
        if (groups.all().isEmpty()) {
            fitness.check(new HardwareGroups.Fitness.Machines(
                    choices.hardware(), choices.sheet().profile(), ""));
        }
        keys.refuseOthers(demands);
        choices.note(values);
        PlainValues plain = plain();
        checkRuntime(plain.mode());
        Mix.Hardware hardware = hardware(plain, fitness);
        Mix.Part protocol = part(
                MixKeys.PROTOCOL, choices.protocol(), choices.protocol().type().settings());
        Mix.Part workload = choices.workload() == null
                ? null
                : part(
                        MixKeys.WORKLOAD,
                        choices.workload(),
                        choices.workload().type().settings());
        List<Mix.Tenant> tenants = choices.tenants() == null ? List.of() : tenants(plain);
        Part<ProtocolType> running = choices.protocols() == null
                ? choices.protocol()
                : choices.protocols().together(tenants);
        Switches switches = choices.switches();
        switches.refuseUndescribed(protocol.settings());
        Mix.Switches ofSwitches = switches.settle(plain.get(MixKeys.SWITCHES), values);
        Mix settled = new Mix(
                mix.name(),
                plain.cluster(),
                hardware,
                protocol,
                choices.tenants() == null ? workload : new Mix.Part(Tenants.SHARED, null),
                tenants,
                plain.load(),
                plain.time(),
                plain.network(),
                plain.faults(),
                ofSwitches,
                plain.mode(),
                plain.get(MixKeys.SEED));
        if (settled.faults().has(Faults.Kind.QP_ERROR)) {
            checkQueuePairs(settled, fitness);
        }
        MixChecks checks = new MixChecks(parts, settled, running, mix::origin, demands);
        int maxContexts = checks.run(plain.peak());
        MixParts built = new MixParts(
                choices.hardware().type(),
                groups.all().stream().map(group -> group.hardware().type()).toList(),
                switches.hardware(),
                switches.program(),
                running.type() instanceof SharedProtocols shared
                        ? shared.over((SharedWorkload) checks.workload())
                        : running.type(),
                checks.workload(),
                parts.plugins().stream().map(InstalledPlugin::plugin).toList());
        return new ResolvedMix(
                settled, built, plain.peak(), maxContexts, values.all(), mix.description(), choices.plugins());
    }

    /** What the runtime offers, whatever the hardware. */
    private void checkRuntime(Mix.Mode mode) {
        Where where = mix.origin(MixKeys.PROTOCOL);
        choices.askers().forEach((who, type) -> {
            if (type.requires().contains(BlockingCalls.class)) {
                String what = BlockingCalls.class.getSimpleName();
                demands.check(where, who, what, MixKeys.RUNTIME.name(), () -> {
                    if (!mode.live()) {
                        throw where.refuse(who + " asks for " + what + ", which virtual time cannot offer, since it"
                                + " does not know how long they take; say runtime: live.");
                    }
                });
            }
        });
    }

    private PlainValues plain() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Setting<?> setting : MixKeys.plain().values()) {
            texts.put(setting.name(), values.take(setting, setting.name(), 0, defaultOf(setting, texts), "default"));
        }
        return new PlainValues(texts, mix::origin);
    }

    private String defaultOf(Setting<?> setting, Map<String, String> before) {
        ProtocolType protocol = choices.protocol().type();
        if (setting.equals(MixKeys.CLIENT_NODES) && protocol.traits().clientsApart()) {
            return "1";
        }
        if (setting.equals(MixKeys.PROMISE)) {
            return protocol.traits().promise().word();
        }
        if (setting.equals(MixKeys.CHECK) && before.get(MixKeys.RUNTIME.name()).equals(MixKeys.LIVE)) {
            return liveCheck(before.get(MixKeys.PROMISE.name()));
        }
        if (!setting.equals(MixKeys.REPLICATION)) {
            return setting.defaultValue();
        }
        int nodes = Integer.parseInt(before.get(MixKeys.NODES.name()));
        return Integer.toString(Math.min(nodes, Integer.parseInt(setting.defaultValue())));
    }

    /** What a live run does in some seconds may be too much to be kept until it is checked. */
    private String liveCheck(String promise) {
        boolean transactions = choices.workload() != null || choices.tenants() != null;
        boolean strict = promise.equals(ProtocolType.Promise.STRICT_SERIALIZABLE.word());
        return transactions && strict ? MixKeys.WINDOWED : MixKeys.CHECK.defaultValue();
    }

    private Mix.Hardware hardware(PlainValues plain, HardwareGroups.Fitness fitness) {
        DataSheet sheet = choices.sheet();
        Part<HardwareType> hardware = choices.hardware();
        HardwareGroups groups = choices.groups();
        Settings usual = values.settle(
                MixKeys.HARDWARE, sheet, hardware.type().parameters(), layers.chosenAt(MixKeys.HARDWARE_PROFILE));
        List<Mix.Group> others = new ArrayList<>();
        if (!groups.all().isEmpty()) {
            int machines = plain.get(MixKeys.NODES) + plain.get(MixKeys.CLIENT_NODES);
            List<List<Integer>> nodes = groups.nodes(machines);
            List<HardwareGroups.Fitness.Machines> all = new ArrayList<>();
            for (HardwareGroups.Group group : groups.all()) {
                List<Integer> own = nodes.get(others.size());
                groups.choices(group, own).forEach(values::note);
                Settings settings = values.settle(
                        group.key(),
                        group.sheet(),
                        group.hardware().type().parameters(),
                        group.chosenAt(),
                        groups.hasOwnSheet(group) ? group.key() : MixKeys.HARDWARE);
                others.add(new Mix.Group(group.name(), own, group.sheet().profile(), settings));
                all.add(new HardwareGroups.Fitness.Machines(
                        group.hardware(), group.sheet().profile(), HardwareGroups.words(own)));
            }
            List<Integer> rest = IntStream.range(0, machines)
                    .filter(node -> nodes.stream().noneMatch(own -> own.contains(node)))
                    .boxed()
                    .toList();
            if (!rest.isEmpty()) {
                all.add(0, new HardwareGroups.Fitness.Machines(hardware, sheet.profile(), HardwareGroups.words(rest)));
            }
            all.forEach(fitness::check);
            fitness.checkTogether(all);
        }
        return new Mix.Hardware(sheet.profile(), usual, others);
    }

    /** Of machines with records: others are not struck. */
    private void checkQueuePairs(Mix settled, HardwareGroups.Fitness fitness) {
        boolean often = settled.faults().nemesis().contains(Faults.Kind.QP_ERROR);
        String key = (often ? MixKeys.NEMESIS : MixKeys.FAULT_AT).name();
        Map<Integer, List<Integer>> struck = IntStream.range(
                        0, settled.cluster().nodes())
                .boxed()
                .collect(Collectors.groupingBy(settled.hardware()::groupOf, TreeMap::new, Collectors.toList()));
        struck.forEach((number, nodes) -> {
            HardwareGroups.Group group =
                    number < 0 ? null : choices.groups().all().get(number);
            Part<HardwareType> hardware = group == null ? choices.hardware() : group.hardware();
            String profile = (group == null ? choices.sheet() : group.sheet()).profile();
            String words = choices.groups().all().isEmpty() ? "" : HardwareGroups.words(nodes);
            fitness.checkQueuePairs(
                    new HardwareGroups.Fitness.Machines(hardware, profile, words), key, mix.origin(key));
        });
    }

    private List<Mix.Tenant> tenants(PlainValues plain) {
        Tenants tenants = choices.tenants();
        List<List<Integer>> cores = tenants.cores(plain.get(MixKeys.THREADS));
        List<Mix.Tenant> sharing = new ArrayList<>();
        for (Tenants.Tenant tenant : tenants.all()) {
            List<Integer> own = cores.get(sharing.size());
            String id = tenant.workload().id();
            values.note(tenant.key(), id, tenant.choice().where().toString());
            values.note(tenants.coresValue(tenant, own));
            String scale = values.take(
                    Tenants.SCALE,
                    tenant.key() + "." + Tenants.SCALE.name(),
                    tenant.chosenAt(),
                    plain.text(MixKeys.SCALE),
                    MixKeys.SCALE.name());
            Settings settings =
                    values.settle(tenant.key(), id, tenant.workload().type().settings(), tenant.chosenAt());
            Mix.Part protocol = choices.protocols() == null
                    ? null
                    : protocol(choices.protocols().all().get(sharing.size()));
            sharing.add(new Mix.Tenant(tenant.name(), id, settings, own, Tenants.SCALE.read(scale), protocol));
        }
        return sharing;
    }

    /** The protocol of a tenant. */
    private Mix.Part protocol(TenantProtocols.Choice choice) {
        String id = choice.protocol().id();
        values.note(choice.key(), id, choice.entry().where().toString());
        return new Mix.Part(
                id, values.settle(choice.key(), id, choice.protocol().type().settings(), choice.chosenAt()));
    }

    private Mix.Part part(String group, Part<?> part, List<Setting<?>> settings) {
        return new Mix.Part(part.id(), values.settle(group, part.id(), settings, layers.chosenAt(group)));
    }
}
