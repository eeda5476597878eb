package org.breadboard.platform.mix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.load.Backoff;
import org.breadboard.platform.load.Phases;
import org.breadboard.platform.mix.Parts.Part;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.protocol.SharedProtocols;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.runtime.Speeds;
import org.breadboard.platform.workload.SharedWorkload;
import org.breadboard.platform.yaml.SettingText;
import org.breadboard.platform.yaml.Where;

/** One mix on its way from layers to checked values. For one thread. */
final class Resolution {
    /** The same where machines crash: there must be time to recover, and to get copies again. */
    private static final int INTERVALS_OF_CRASHES = 2;

    /** How many leases are in a window, where a mix does not say how long they are. */
    private static final int LEASES = 4;

    /** How many intervals of faults there are while it is measured, where a mix does not say how long they are. */
    private static final int INTERVALS = 10;

    /** How many times as long an interval is as a window, where a mix does not say. */
    private static final int WINDOWS = 5;

    private final Parts parts;
    private final Profiles profiles;
    private final String name;
    private final String description;
    private final Layers layers;
    private final Demands demands;
    private final List<ResolvedMix.Value> values = new ArrayList<>();
    private DataSheet sheet;
    private Part<HardwareType> hardware;
    private Part<ProtocolType> protocol;
    private Part<WorkloadType> workload;
    private Tenants tenants;
    private TenantProtocols protocols;
    private Switches switches;
    private HardwareGroups groups;

    Resolution(Parts parts, Profiles profiles, MixSource.Stack stack) {
        this(parts, profiles, stack, Demands.strict());
    }

    /** One that tells of all that the mix asks for. */
    Resolution(Parts parts, Profiles profiles, MixSource.Stack stack, Demands demands) {
        this.demands = demands;
        this.parts = parts;
        this.profiles = profiles;
        name = stack.name();
        description = stack.description();
        layers = stack.layers();
    }

    /** Everything that the mix asks for, until something is missing without which nothing else can be asked. */
    List<Demands.Demand> report() {
        Where mix = new Where("mix '" + name + "'", 0);
        ask(MixKeys.PROTOCOL, this::chooseProtocol, () -> protocols == null ? protocol : null);
        ask(MixKeys.HARDWARE_PROFILE, this::chooseHardware, () -> hardware);
        ask(MixKeys.HARDWARE, this::chooseGroups, () -> null);
        if (groups != null) {
            groups.all()
                    .forEach(group -> demands.there(
                            group.nodes().where(),
                            "the mix",
                            group.key() + ".profile '" + group.sheet().profile() + "'",
                            "plug-in '" + group.hardware().plugin().id() + "'"));
        }
        ask(MixKeys.SWITCH, this::chooseSwitches, () -> null);
        if (switches != null) {
            switches.tell(demands);
        }
        ask(MixKeys.WORKLOAD, this::chooseWorkload, () -> workload);
        if (tenants != null) {
            tenants.all().forEach(tenant -> ask(tenant.key(), () -> {}, tenant::workload));
        }
        if (protocols != null) {
            protocols.all().forEach(choice -> ask(choice.key(), () -> {}, choice::protocol));
        }
        if (!demands.anyMissing()) {
            demands.quietly(mix, "the mix", "parts that go together", "plug-ins", this::settle);
        }
        return demands.all();
    }

    /** Makes a choice by name, and tells of who brings what it names. */
    private void ask(String key, Runnable choice, Supplier<Part<?>> chosen) {
        String name = layers.get(key) == null ? "" : " '" + layers.get(key).text() + "'";
        try {
            choice.run();
            if (chosen.get() != null) {
                demands.there(
                        origin(key),
                        "the mix",
                        key + name,
                        "plug-in '" + chosen.get().plugin().id() + "'");
            }
        } catch (RefusedException refused) {
            demands.missing(origin(key), "the mix", key + name, "plug-ins", refused);
        }
    }

    ResolvedMix resolve() {
        choose();
        return settle();
    }

    private ResolvedMix settle() {
        HardwareGroups.Fitness fitness = new HardwareGroups.Fitness(parts, askers(), origin(MixKeys.PROTOCOL), demands);
        if (groups.all().isEmpty()) {
            fitness.check(new HardwareGroups.Fitness.Machines(hardware, sheet.profile(), ""));
        }
        refuseUnknown();
        Map<String, String> plain = plain();
        Mix.Hardware ofHardware = settleHardware(plain, fitness);
        Mix.Part ofProtocol =
                part(MixKeys.PROTOCOL, protocol.id(), protocol.type().settings());
        Mix.Part ofWorkload = workload == null
                ? null
                : part(MixKeys.WORKLOAD, workload.id(), workload.type().settings());
        List<Mix.Tenant> sharing = tenants == null ? List.of() : settleTenants(plain);
        if (protocols != null) {
            protocol = protocols.together(sharing);
        }
        switches.refuseUndescribed(ofProtocol.settings());
        Mix.Switches ofSwitches = switches.settle(settled(plain, MixKeys.SWITCHES), this::value);
        boolean peak = plain.get(MixKeys.CONTEXTS.name()).equals(MixKeys.PEAK);
        Mix mix = new Mix(
                name,
                new Mix.Cluster(
                        settled(plain, MixKeys.NODES),
                        settled(plain, MixKeys.THREADS),
                        settled(plain, MixKeys.REPLICATION),
                        settled(plain, MixKeys.SCALE),
                        settled(plain, MixKeys.CLIENT_NODES),
                        settled(plain, MixKeys.CLIENTS),
                        new Mix.Cpu(
                                settled(plain, MixKeys.CORES),
                                settled(plain, MixKeys.HYPERTHREADS),
                                settled(plain, MixKeys.HYPERTHREAD_SPEED))),
                ofHardware,
                ofProtocol,
                tenants == null ? ofWorkload : new Mix.Part(Tenants.SHARED, null),
                sharing,
                new Mix.Load(
                        peak ? 1 : settled(plain, MixKeys.CONTEXTS),
                        settled(plain, MixKeys.RATE),
                        new Backoff(settled(plain, MixKeys.BACKOFF), settled(plain, MixKeys.BACKOFF_TRIES)),
                        settled(plain, MixKeys.THINK) * 1e3,
                        phases(settled(plain, MixKeys.PHASES)),
                        settled(plain, MixKeys.UNTIL_DONE)),
                new Mix.Time(settled(plain, MixKeys.WARMUP) * 1000, settled(plain, MixKeys.MEASURE) * 1000),
                new Mix.Network(settled(plain, MixKeys.RACKS), settled(plain, MixKeys.UPLINK)),
                faults(plain),
                ofSwitches,
                new Mix.Mode(
                        settled(plain, MixKeys.RUNTIME),
                        settled(plain, MixKeys.EXPLORE),
                        settled(plain, MixKeys.LIVE_THREADS),
                        settled(plain, MixKeys.CHECK).equals(MixKeys.WINDOWED),
                        speeds(settled(plain, MixKeys.SPEEDS))),
                settled(plain, MixKeys.SEED));
        MixChecks checks = new MixChecks(parts, mix, protocol, this::origin, demands);
        int maxContexts = checks.run(peak);
        MixParts built = new MixParts(
                hardware.type(),
                groups.all().stream().map(group -> group.hardware().type()).toList(),
                switches.hardware(),
                switches.program(),
                protocol.type() instanceof SharedProtocols shared
                        ? shared.over((SharedWorkload) checks.workload())
                        : protocol.type(),
                checks.workload(),
                parts.plugins().stream().map(InstalledPlugin::plugin).toList());
        return new ResolvedMix(mix, built, peak, maxContexts, List.copyOf(values), description, plugins());
    }

    /** Who asks for hardware. */
    private Map<String, ProtocolType> askers() {
        return protocols == null ? Map.of("protocol '" + protocol.id() + "'", protocol.type()) : protocols.askers();
    }

    private List<InstalledPlugin> plugins() {
        List<InstalledPlugin> used = new ArrayList<>(List.of(hardware.plugin(), protocol.plugin()));
        if (workload != null) {
            used.add(workload.plugin());
        }
        if (tenants != null) {
            tenants.all().forEach(tenant -> used.add(tenant.workload().plugin()));
        }
        if (protocols != null) {
            protocols.all().forEach(choice -> used.add(choice.protocol().plugin()));
        }
        groups.all().forEach(group -> used.add(group.hardware().plugin()));
        switches.parts().forEach(part -> used.add(part.plugin()));
        return used.stream().distinct().toList();
    }

    /** Chooses protocol, hardware, switches and workload. */
    private void choose() {
        profile();
        choices().forEach(Runnable::run);
    }

    /** Chooses what can be, for somebody who has not said everything yet. */
    void chooseSome() {
        for (Runnable choice : choices()) {
            try {
                choice.run();
            } catch (RefusedException notYet) {
                // The other choices may stand.
            }
        }
    }

    private List<Runnable> choices() {
        return List.of(
                this::chooseProtocol,
                this::chooseHardware,
                this::chooseGroups,
                this::chooseSwitches,
                this::chooseWorkload);
    }

    private void chooseProtocol() {
        Layers.Entry chosen = needed(MixKeys.PROTOCOL, "a protocol, such as protocol: NAME");
        if (chosen.text().equals(SharedProtocols.ID)) {
            protocols = new TenantProtocols(layers, parts);
            protocol = protocols.together();
            return;
        }
        protocol = parts.protocol(chosen.text(), chosen.where());
    }

    private void chooseHardware() {
        Layers.Entry profile = profile();
        sheet = fitting(profile);
        hardware = parts.hardware(sheet.hardware(), profile.where());
        Layers.Entry kind = layers.get(MixKeys.HARDWARE);
        if (kind != null && layers.chosenAt(MixKeys.HARDWARE) >= layers.chosenAt(MixKeys.HARDWARE_PROFILE)) {
            parts.hardware(kind.text(), kind.where());
            if (!kind.text().equals(sheet.hardware())) {
                throw kind.where()
                        .refuse("hardware '" + kind.text() + "' is asked for, but profile '" + profile.text() + "' ("
                                + profile.where() + ") describes hardware '" + sheet.hardware() + "'.");
            }
        }
    }

    private void chooseGroups() {
        if (hardware != null) {
            groups = new HardwareGroups(layers, parts, profile(), this::fitting);
        }
    }

    private void chooseSwitches() {
        if (protocol != null) {
            switches = new Switches(layers, parts, profiles, protocol);
        }
    }

    private void chooseWorkload() {
        if (protocol == null) {
            return;
        }
        Layers.Entry chosen = layers.get(MixKeys.WORKLOAD);
        boolean none = chosen == null || chosen.text().equals(MixKeys.NONE);
        boolean operations = protocol.type().runs() == ProtocolType.Runs.OPERATIONS;
        if (none && !operations) {
            throw (chosen == null ? new Where(MixResolver.place(name), 0) : chosen.where())
                    .refuse("protocol '" + protocol.id() + "' runs transactions, so the mix must name a workload"
                            + ", such as workload: NAME.");
        }
        if (!none && operations) {
            throw chosen.where()
                    .refuse("protocol '" + protocol.id()
                            + "' runs operations of its own and takes no workload, but '" + chosen.text()
                            + "' is asked for; say workload: none.");
        }
        if (!none && chosen.text().equals(Tenants.SHARED)) {
            tenants = new Tenants(layers, parts);
        } else {
            workload = none ? null : parts.workload(chosen.text(), chosen.where());
        }
        if (protocols != null) {
            protocols.checkTenants(tenants);
        }
    }

    /**
     * The first of the profiles named, separated by commas, whose hardware offers what the protocol needs: a testbed
     * may have several NICs per machine. If none does, the first, which the checks then refuse.
     */
    private DataSheet fitting(Layers.Entry profile) {
        DataSheet first = null;
        for (String one : profile.text().split(",", -1)) {
            DataSheet candidate = profiles.sheet(one.strip(), profile.where());
            HardwareType type =
                    parts.hardware(candidate.hardware(), profile.where()).type();
            if (protocol == null || type.offers().containsAll(protocol.type().requires())) {
                return candidate;
            }
            first = first == null ? candidate : first;
        }
        return first;
    }

    private Layers.Entry profile() {
        return needed(MixKeys.HARDWARE_PROFILE, "a data sheet, such as hardware.profile: NAME");
    }

    private Layers.Entry needed(String key, String what) {
        Layers.Entry entry = layers.get(key);
        if (entry == null || entry.text().isEmpty()) {
            throw new RefusedException("Mix '" + name + "' names no " + key + "; it needs " + what + ".");
        }
        return entry;
    }

    /** All keys of what is chosen, each with its setting, or with null where it chooses by name. */
    Map<String, Setting<?>> known() {
        Map<String, Setting<?>> known = new TreeMap<>(MixKeys.plain());
        MixKeys.CHOICES.forEach(key -> known.put(key, null));
        if (hardware != null) {
            MixKeys.put(known, MixKeys.HARDWARE, hardware.type().parameters());
        }
        if (groups != null) {
            known.putAll(groups.known());
        }
        if (protocol != null) {
            MixKeys.put(known, MixKeys.PROTOCOL, protocol.type().settings());
        }
        if (workload != null) {
            MixKeys.put(known, MixKeys.WORKLOAD, workload.type().settings());
            known.put(MixKeys.WORKLOAD + "." + MixKeys.PROPERTIES, null);
        }
        if (switches != null) {
            known.putAll(switches.known());
        } else if (protocol != null) {
            known.putAll(Switches.ofProgram(layers, parts, protocol));
        }
        if (tenants != null) {
            known.putAll(tenants.known());
        }
        if (protocols != null) {
            known.putAll(protocols.known());
        }
        return known;
    }

    /** Settings of a plug-in that a higher layer replaced are not looked at: they were meant for the other one. */
    private void refuseUnknown() {
        Set<String> known = known().keySet();
        for (String key : layers.keys(0)) {
            boolean replaced = !known.contains(key) && group(key) != null && dropped(key, group(key));
            replaced &= !HardwareGroups.isOfGroup(key);
            replaced |= isTenants(key) && tenants.isReplaced(key);
            replaced |= isOfProtocols(key) && protocols.isReplaced(key);
            replaced |= HardwareGroups.isOfGroup(key) && groups.isReplaced(key);
            replaced |= isOfSwitch(key) && switches.isReplaced(key);
            if (!known.contains(key) && !replaced) {
                Where where = layers.get(key).where();
                demands.missing(where, "the mix", key, "its parts", where.refuse(unknown(key, known)));
            }
        }
    }

    private boolean isTenants(String key) {
        return tenants != null && MixKeys.WORKLOAD.equals(group(key));
    }

    private boolean isOfProtocols(String key) {
        return protocols != null && MixKeys.PROTOCOL.equals(group(key));
    }

    private static boolean isOfSwitch(String key) {
        return key.startsWith(MixKeys.SWITCH + ".");
    }

    private boolean dropped(String key, String group) {
        return layers.get(key, layers.chosenAt(choice(group))) == null;
    }

    private String unknown(String key, Set<String> known) {
        if (isTenants(key)) {
            return tenants.unknown(key);
        }
        if (isOfProtocols(key)) {
            return protocols.unknown(key);
        }
        if (isOfSwitch(key)) {
            return switches.unknown(key);
        }
        if (HardwareGroups.isOfGroup(key)) {
            return groups.unknown(key);
        }
        String group = group(key);
        String owner = group == null
                ? ""
                : switch (group) {
                    case MixKeys.HARDWARE -> "hardware '" + hardware.id() + "' has no parameter ";
                    case MixKeys.PROTOCOL -> "protocol '" + protocol.id() + "' has no setting ";
                    default -> workload == null ? "" : "workload '" + workload.id() + "' has no setting ";
                };
        if (owner.isEmpty()) {
            return "unknown key '" + key + "'" + otherKeys(key, known);
        }
        List<String> own = known.stream()
                .filter(each -> each.startsWith(group + "."))
                .map(each -> each.substring(group.length() + 1))
                .toList();
        String word = key.substring(group.length() + 1);
        String shower = switch (group) {
            case MixKeys.HARDWARE -> "hardware/" + hardware.id();
            case MixKeys.PROTOCOL -> "protocol/" + protocol.id();
            default -> "workload/" + workload.id();
        };
        return owner + "'" + word + "'" + Suggestion.choices(word, own, "describe " + shower);
    }

    /** The key that was probably meant, else those of its group, else the groups. */
    private static String otherKeys(String key, Set<String> known) {
        String meant = Suggestion.phrase(key, known);
        List<String> siblings = known.stream()
                .filter(each -> MixPrinter.head(each).equals(MixPrinter.head(key)))
                .toList();
        return meant.isEmpty()
                ? Suggestion.choices(
                        key,
                        siblings.isEmpty()
                                ? known.stream().map(MixPrinter::head).toList()
                                : siblings,
                        "describe MIX")
                : meant + "?";
    }

    private Map<String, String> plain() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String key : MixKeys.CHOICES) {
            chosen(key);
        }
        for (Setting<?> setting : MixKeys.plain().values()) {
            texts.put(setting.name(), value(setting, setting.name(), 0, defaultOf(setting, texts), "default"));
        }
        return texts;
    }

    private String defaultOf(Setting<?> setting, Map<String, String> before) {
        if (setting.equals(MixKeys.CLIENT_NODES) && protocol.type().traits().clientsApart()) {
            return "1";
        }
        if (setting.equals(MixKeys.CHECK) && before.get(MixKeys.RUNTIME.name()).equals(MixKeys.LIVE)) {
            return liveCheck();
        }
        if (!setting.equals(MixKeys.REPLICATION)) {
            return setting.defaultValue();
        }
        int nodes = Integer.parseInt(before.get(MixKeys.NODES.name()));
        return Integer.toString(Math.min(nodes, Integer.parseInt(setting.defaultValue())));
    }

    /** What a live run does in some seconds may be too much to be kept until it is checked. */
    private String liveCheck() {
        boolean transactions = workload != null || tenants != null;
        boolean strict = protocol.type().traits().promise() == ProtocolType.Promise.STRICT_SERIALIZABLE;
        return transactions && strict ? MixKeys.WINDOWED : MixKeys.CHECK.defaultValue();
    }

    private void chosen(String key) {
        if (key.equals(MixKeys.SWITCH)) {
            switches.choices(values);
            return;
        }
        Layers.Entry entry = layers.get(key);
        if (key.equals(MixKeys.HARDWARE)) {
            boolean said = entry != null && entry.text().equals(hardware.id());
            String origin = said ? entry.where().toString() : "profile " + sheet.profile();
            values.add(new ResolvedMix.Value(key, hardware.id(), "", origin));
        } else if (key.equals(MixKeys.WORKLOAD) && entry == null) {
            values.add(new ResolvedMix.Value(key, MixKeys.NONE, "", "default"));
        } else if (entry != null && !isOfSwitch(key)) {
            String text = key.equals(MixKeys.HARDWARE_PROFILE) ? sheet.profile() : entry.text();
            values.add(new ResolvedMix.Value(key, text, "", entry.where().toString()));
        }
    }

    private Mix.Hardware settleHardware(Map<String, String> plain, HardwareGroups.Fitness fitness) {
        Settings usual =
                settleSheet(MixKeys.HARDWARE, sheet, hardware, layers.chosenAt(MixKeys.HARDWARE_PROFILE), false);
        List<Mix.Group> others = new ArrayList<>();
        if (!groups.all().isEmpty()) {
            int machines = settled(plain, MixKeys.NODES) + settled(plain, MixKeys.CLIENT_NODES);
            List<List<Integer>> nodes = groups.nodes(machines);
            List<HardwareGroups.Fitness.Machines> all = new ArrayList<>();
            for (HardwareGroups.Group group : groups.all()) {
                List<Integer> own = nodes.get(others.size());
                values.addAll(groups.choices(group, own));
                Settings settings = settleSheet(
                        group.key(), group.sheet(), group.hardware(), group.chosenAt(), !groups.hasOwnSheet(group));
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

    /** {@code asUsual} tells that what is not said under {@code prefix} is as for the machines in no group. */
    private Settings settleSheet(String prefix, DataSheet of, Part<HardwareType> type, int lowest, boolean asUsual) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (DataSheet.Row row : of.rows()) {
            Setting<?> setting = row.setting();
            String key = prefix + "." + setting.name();
            Layers.Entry said = layers.get(key, lowest);
            if (said == null && asUsual) {
                said = layers.get(MixKeys.HARDWARE + "." + setting.name(), lowest);
            }
            String text = value(setting, key, said, row.value(), "profile " + of.profile());
            texts.put(setting.name(), text);
        }
        return Settings.of(type.type().parameters(), texts);
    }

    private List<Mix.Tenant> settleTenants(Map<String, String> plain) {
        List<List<Integer>> cores = tenants.cores(settled(plain, MixKeys.THREADS));
        String clusters = plain.get(MixKeys.SCALE.name());
        List<Mix.Tenant> sharing = new ArrayList<>();
        for (Tenants.Tenant tenant : tenants.all()) {
            List<Integer> own = cores.get(sharing.size());
            String id = tenant.workload().id();
            values.add(new ResolvedMix.Value(
                    tenant.key(), id, "", tenant.choice().where().toString()));
            values.add(tenants.coresValue(tenant, own));
            String scaleKey = tenant.key() + "." + Tenants.SCALE.name();
            String scale = value(Tenants.SCALE, scaleKey, tenant.chosenAt(), clusters, MixKeys.SCALE.name());
            Settings settings =
                    settle(tenant.key(), id, tenant.workload().type().settings(), tenant.chosenAt());
            Mix.Part ofTenant = protocols == null ? null : settleProtocol(sharing.size());
            sharing.add(new Mix.Tenant(tenant.name(), id, settings, own, Tenants.SCALE.read(scale), ofTenant));
        }
        return sharing;
    }

    /** The protocol of a tenant. */
    private Mix.Part settleProtocol(int tenant) {
        TenantProtocols.Choice choice = protocols.all().get(tenant);
        String id = choice.protocol().id();
        values.add(new ResolvedMix.Value(
                choice.key(), id, "", choice.entry().where().toString()));
        return new Mix.Part(
                id, settle(choice.key(), id, choice.protocol().type().settings(), choice.chosenAt()));
    }

    private Mix.Part part(String group, String id, List<Setting<?>> settings) {
        return new Mix.Part(id, settle(group, id, settings, layers.chosenAt(choice(group))));
    }

    private Settings settle(String group, String id, List<Setting<?>> settings, int lowest) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Setting<?> setting : settings) {
            String key = group + "." + setting.name();
            texts.put(setting.name(), value(setting, key, lowest, setting.defaultValue(), "default of " + id));
        }
        return Settings.of(settings, texts);
    }

    private String value(Setting<?> setting, String key, int lowest, String otherwise, String origin) {
        return value(setting, key, layers.get(key, lowest), otherwise, origin);
    }

    private String value(Setting<?> setting, String key, Layers.Entry entry, String otherwise, String origin) {
        if (entry == null && setting.isOptional()) {
            return otherwise;
        }
        Layers.Entry given = entry == null ? new Layers.Entry(otherwise, new Where(origin, 0)) : entry;
        boolean peak = setting.equals(MixKeys.CONTEXTS) && given.text().equals(MixKeys.PEAK);
        String text = peak ? MixKeys.PEAK : read(setting, key, given, otherwise);
        String said = setting.type() == Setting.Type.FILE ? given.text() : text;
        values.add(
                new ResolvedMix.Value(key, text, setting.unit(), given.where().toString(), setting, said));
        return text;
    }

    /** A value that is not legal is not there; who reports on the mix goes on with what would be there otherwise. */
    private String read(Setting<?> setting, String key, Layers.Entry given, String otherwise) {
        try {
            return SettingText.read(setting, key, given.text(), given.where());
        } catch (RefusedException illegal) {
            demands.missing(given.where(), key, "a legal value", "the mix", illegal);
            return SettingText.read(setting, key, otherwise, given.where());
        }
    }

    private Phases phases(String text) {
        try {
            return text.isEmpty() ? Phases.STEADY : Phases.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw origin(MixKeys.PHASES.name()).refuse("'" + MixKeys.PHASES.name() + "' " + wrong.getMessage());
        }
    }

    private Speeds speeds(String text) {
        try {
            return Speeds.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw origin(MixKeys.SPEEDS.name()).refuse("'" + MixKeys.SPEEDS.name() + "' " + wrong.getMessage());
        }
    }

    private Faults faults(Map<String, String> plain) {
        long intervalNs = Math.round(settled(plain, MixKeys.FAULTS_INTERVAL) * 1e3);
        long windowNs = Math.round(settled(plain, MixKeys.FAULTS_WINDOW) * 1e3);
        List<Faults.Kind> nemesis = nemesis(settled(plain, MixKeys.NEMESIS));
        if (intervalNs == 0) {
            int intervals = Faults.crash(nemesis) ? INTERVALS_OF_CRASHES : INTERVALS;
            intervalNs = Math.max(1, settled(plain, MixKeys.MEASURE) * 1000 / intervals);
        }
        windowNs = windowNs == 0 ? Math.max(1, intervalNs / WINDOWS) : windowNs;
        long leaseNs = Math.round(settled(plain, MixKeys.FAULTS_LEASE) * 1e3);
        return new Faults(
                settled(plain, MixKeys.LOSS),
                settled(plain, MixKeys.DUPLICATION),
                settled(plain, MixKeys.REORDERING),
                nemesis,
                settled(plain, MixKeys.FAULTS_VICTIMS).equals(MixKeys.IN_TURN),
                intervalNs,
                windowNs,
                settled(plain, MixKeys.FAULTS_PROBABILITY),
                Math.round(settled(plain, MixKeys.FAULTS_DELAY) * 1e3),
                settled(plain, MixKeys.FAULTS_SLOWDOWN),
                new Faults.Control(
                        leaseNs == 0 ? windowNs / LEASES : leaseNs,
                        Math.round(settled(plain, MixKeys.FAULTS_DECIDE) * 1e3),
                        Math.round(settled(plain, MixKeys.CONTROL_ONE_WAY) * 1e3),
                        settled(plain, MixKeys.CONTROL_GBPS)));
    }

    private List<Faults.Kind> nemesis(String words) {
        try {
            return Faults.parse(words);
        } catch (IllegalArgumentException wrong) {
            throw origin(MixKeys.NEMESIS.name()).refuse("'" + MixKeys.NEMESIS.name() + "' " + wrong.getMessage());
        }
    }

    private Where origin(String key) {
        Layers.Entry entry = layers.get(key);
        return entry == null ? new Where(MixResolver.place(name), 0) : entry.where();
    }

    private static String group(String key) {
        for (String group : List.of(MixKeys.HARDWARE, MixKeys.PROTOCOL, MixKeys.WORKLOAD)) {
            if (key.startsWith(group + ".")) {
                return group;
            }
        }
        return null;
    }

    private static String choice(String group) {
        return group.equals(MixKeys.HARDWARE) ? MixKeys.HARDWARE_PROFILE : group;
    }

    private static <T> T settled(Map<String, String> plain, Setting<T> setting) {
        return setting.read(plain.get(setting.name()));
    }
}
