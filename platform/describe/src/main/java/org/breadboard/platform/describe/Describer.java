package org.breadboard.platform.describe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.hardware.PacketPipeline;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.platform.catalogue.Catalogue;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.mix.parts.DataSheet;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Profiles;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.program.DescribedPackets;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.Offer;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.StudyReader;
import org.breadboard.platform.yaml.Where;

/** Finds what a word names, and asks it for all that there is to say. Calls plug-ins; for one thread. */
public final class Describer {
    private static final String ORDERED = "ordered tables";

    /** The kinds that can be described; a word that names things of several kinds means the first of them. */
    private static final List<Kind> KINDS = List.of(
            Kind.PROTOCOLS,
            Kind.HARDWARE,
            Kind.PROFILES,
            Kind.WORKLOADS,
            Kind.STORES,
            Kind.PROGRAMS,
            Kind.MIXES,
            Kind.STUDIES,
            Kind.TESTBEDS);

    private static final Where ASKED = new Where("describe", 0);

    private final Catalogue catalogue;
    private final List<InstalledPlugin> plugins;
    private final Folders folders;
    private final Profiles profiles;
    private final Parts parts;

    /** Describes what these plug-ins bring, and what lies in these folders. */
    public Describer(Catalogue catalogue, List<InstalledPlugin> plugins, Folders folders) {
        this.catalogue = catalogue;
        this.plugins = plugins;
        this.folders = folders;
        parts = new Parts(plugins);
        profiles = new Profiles(parts, folders);
    }

    /** A thing by its kind and name. */
    public record Named(Kind kind, String id) {
        @Override
        public String toString() {
            return kind.singular() + "/" + id;
        }
    }

    /** All words that can be described, for completion. */
    public static Stream<String> words(Catalogue catalogue) {
        return KINDS.stream().flatMap(kind -> catalogue.names(kind).stream()).distinct();
    }

    /**
     * What a word names: {@code ID}, {@code KIND/ID}, or the path of a mix or a study; the first is what is meant.
     *
     * @throws RefusedException if it names nothing
     */
    public List<Named> find(String word) {
        if (Folders.isPath(word) && Files.isRegularFile(Path.of(word))) {
            return List.of(new Named(StudyReader.isStudy(word) ? Kind.STUDIES : Kind.MIXES, word));
        }
        int slash = word.indexOf('/');
        Optional<Kind> kind = slash < 0 ? Optional.empty() : Kind.of(word.substring(0, slash));
        if (kind.isPresent() && KINDS.contains(kind.get())) {
            String id = word.substring(slash + 1);
            if (!Folders.isPath(id)) {
                return List.of(named(kind.get(), id));
            }
            return List.of(new Named(kind.get(), id));
        }
        if (Folders.isPath(word)) {
            return List.of(new Named(Kind.MIXES, word));
        }
        List<Named> found = KINDS.stream()
                .filter(each -> catalogue.names(each).contains(word))
                .map(each -> new Named(each, word))
                .toList();
        if (found.isEmpty()) {
            throw new RefusedException("There is nothing called '" + word + "'"
                    + Suggestion.choices(word, words(catalogue).toList(), "list"));
        }
        return found;
    }

    private Named named(Kind kind, String id) {
        if (!catalogue.names(kind).contains(id)) {
            throw new RefusedException("There is no " + kind.singular() + " '" + id + "'"
                    + Suggestion.choices(id, catalogue.names(kind), "list " + kind.word()));
        }
        return new Named(kind, id);
    }

    /**
     * Describes a thing.
     *
     * @throws RefusedException if its file is not sound
     */
    public Description describe(Named named) {
        String id = named.id();
        return switch (named.kind()) {
            case PROTOCOLS -> with(id, InstalledPlugin::protocols, this::protocol);
            case HARDWARE -> with(id, InstalledPlugin::hardware, this::hardware);
            case PROFILES -> profile(id);
            case WORKLOADS -> id.equals("shared") ? shared() : with(id, InstalledPlugin::workloads, this::workload);
            case STORES -> with(id, InstalledPlugin::stores, this::store);
            case PROGRAMS -> with(id, InstalledPlugin::programs, this::program);
            case MIXES -> mix(id);
            case STUDIES -> study(id);
            case TESTBEDS -> testbed(id);
            case PLUGINS, COMBINATIONS ->
                throw new IllegalArgumentException(named.kind().word() + " are not described");
        };
    }

    /** Describes an offer of a plug-in. */
    private interface OfOffer<T> {
        Description of(Offer<T> offer, String plugin);
    }

    private <T> Description with(String id, Function<InstalledPlugin, List<Offer<T>>> offers, OfOffer<T> describing) {
        for (InstalledPlugin plugin : plugins) {
            for (Offer<T> offer : offers.apply(plugin)) {
                if (offer.id().equals(id)) {
                    return describing.of(offer, "plug-in " + plugin.id());
                }
            }
        }
        throw new RefusedException("The plug-in with '" + id + "' has just gone.");
    }

    private Description protocol(Offer<ProtocolType> offer, String plugin) {
        ProtocolType type = offer.type();
        ProtocolTraits traits = type.traits();
        boolean transactions = type.runs() == ProtocolType.Runs.TRANSACTIONS;
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("survives", faults(traits));
        more.put("runs", transactions ? "transactions" : "operations of its own");
        if (transactions) {
            more.put("grain", lower(traits.grain()));
        }
        more.put("maxValueBytes", type.maxValueBytes());
        more.put("clientsApart", traits.clientsApart());
        if (!traits.switchProgram().isEmpty()) {
            more.put("switchProgram", traits.switchProgram());
        }
        more.put("runsOn", fitting(type));
        more.put("where", plugin);
        return new Description(
                Kind.PROTOCOLS,
                offer.id(),
                offer.description(),
                names(type.requires()),
                offers(type),
                promises(type),
                more,
                "protocol",
                defaults(type.settings(), plugin));
    }

    private static List<String> faults(ProtocolTraits traits) {
        return traits.tolerates().stream().map(Describer::lower).toList();
    }

    private static List<String> offers(ProtocolType type) {
        ProtocolTraits traits = type.traits();
        List<String> offers = new ArrayList<>();
        if (traits.ordered()) {
            offers.add(ORDERED);
        }
        if (!traits.packetFormat().isEmpty()) {
            offers.add(packets(traits.packetFormat()));
        }
        if (DescribedPackets.areSentBy(type)) {
            offers.add(packets(""));
        }
        return offers;
    }

    private static List<String> promises(ProtocolType type) {
        List<String> promises = new ArrayList<>();
        if (type.runs() == ProtocolType.Runs.TRANSACTIONS) {
            promises.add(
                    type.traits().promise() == ProtocolType.Promise.STRICT_SERIALIZABLE
                            ? "strictly serializable"
                            : "serializable");
        }
        if (type.traits().recovers()) {
            promises.add("recovers from the faults that it survives");
        }
        return promises;
    }

    /** The profiles whose hardware offers what a protocol needs. */
    private List<String> fitting(ProtocolType type) {
        return catalogue.names(Kind.PROFILES).stream()
                .filter(name -> sheet(name)
                        .map(sheet -> hardwareOf(sheet).offers())
                        .filter(offers -> offers.containsAll(type.requires()))
                        .isPresent())
                .toList();
    }

    /** A data sheet, or nothing where it is not sound. */
    private Optional<DataSheet> sheet(String profile) {
        try {
            return Optional.of(profiles.sheet(profile, ASKED));
        } catch (RefusedException unsound) {
            return Optional.empty();
        }
    }

    private HardwareType hardwareOf(DataSheet sheet) {
        return parts.hardware(sheet.hardware(), ASKED).type();
    }

    private Description hardware(Offer<HardwareType> offer, String plugin) {
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("profiles", List.copyOf(offer.type().profiles()));
        runs(more, offer.type());
        more.put("where", plugin);
        return new Description(
                Kind.HARDWARE,
                offer.id(),
                offer.description(),
                List.of(),
                names(offer.type().offers()),
                List.of(),
                more,
                prefix(offer.type()),
                defaults(offer.type().parameters(), "each profile gives its own"));
    }

    /** What runs on it: protocols on machines' hardware, programs on a switch. */
    private void runs(Map<String, Object> more, HardwareType hardware) {
        if (hardware.offers().contains(PacketPipeline.class)) {
            more.put("programs", ids(plugins.stream().flatMap(plugin -> plugin.programs().stream())));
        } else {
            more.put(
                    "protocols",
                    ids(plugins.stream()
                            .flatMap(plugin -> plugin.protocols().stream())
                            .filter(each ->
                                    hardware.offers().containsAll(each.type().requires()))));
        }
    }

    private static List<String> ids(Stream<? extends Offer<?>> offers) {
        return offers.map(Offer::id).sorted().toList();
    }

    private static String prefix(HardwareType hardware) {
        return hardware.offers().contains(PacketPipeline.class) ? "switch" : "hardware";
    }

    private Description profile(String name) {
        DataSheet sheet = profiles.sheet(name, ASKED);
        HardwareType hardware = hardwareOf(sheet);
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("device", sheet.device());
        more.put("hardware", sheet.hardware());
        runs(more, hardware);
        lies(more, Kind.PROFILES, name);
        return new Description(
                Kind.PROFILES,
                name,
                sheet.description(),
                List.of(),
                names(hardware.offers()),
                List.of(),
                more,
                prefix(hardware),
                sheet.rows().stream()
                        .map(row -> Described.set(
                                row.setting(), row.setting().name(), row.value(), row.source(), row.kind()))
                        .toList());
    }

    private Description workload(Offer<WorkloadType> offer, String plugin) {
        Map<String, Object> more = new LinkedHashMap<>();
        List<String> needs = new ArrayList<>();
        List<String> promises = new ArrayList<>();
        sized(offer.type()).ifPresent(workload -> {
            more.put("tables", workload.tables().stream().map(TableSpec::name).toList());
            more.put(
                    "transactions",
                    workload.transactions().stream().map(each -> each.name()).toList());
            if (workload.tables().stream().anyMatch(TableSpec::ordered)) {
                needs.add(ORDERED);
            }
            workload.invariants().forEach(invariant -> promises.add(invariant.name()));
        });
        more.put("where", plugin);
        return new Description(
                Kind.WORKLOADS,
                offer.id(),
                offer.description(),
                needs,
                List.of(),
                promises,
                more,
                "workload",
                defaults(offer.type().settings(), plugin));
    }

    /** The workload as it is by default; nothing where its defaults go with larger clusters only. */
    private static Optional<Workload> sized(WorkloadType type) {
        try {
            return Optional.of(type.create(org.breadboard.api.Settings.defaultsOf(type.settings()), 1, 1, 1));
        } catch (RefusedException notSoSmall) {
            return Optional.empty();
        }
    }

    private Description shared() {
        Catalogue.Entry entry = entry(Kind.WORKLOADS, "shared").orElseThrow();
        List<Described> settings = List.of(
                Described.choice(
                        "TENANT",
                        null,
                        parts.plugins().stream()
                                .flatMap(plugin -> plugin.workloads().stream())
                                .map(Offer::id)
                                .sorted()
                                .toList(),
                        "The workload of a tenant, whatever it is called; its settings are workload.TENANT.NAME",
                        "the mix"),
                Described.choice(
                        "TENANT.cores",
                        null,
                        List.of(),
                        "Which cores are its, as 0-4 or 0-1,8-9, or how many, as 5",
                        "evenly by default"),
                Described.set(MixResolver.TENANT_SCALE, "TENANT.scale", "1", "cluster.scale by default", null));
        return new Description(
                Kind.WORKLOADS,
                entry.name(),
                entry.description(),
                List.of("a tenant, such as workload.a: NAME"),
                List.of(),
                List.of(),
                Map.of(),
                "workload",
                settings);
    }

    private Description store(Offer<StoreType> offer, String plugin) {
        List<String> offers = new ArrayList<>();
        if (offer.type().ordered()) {
            offers.add(ORDERED);
        }
        if (offer.type().index()) {
            offers.add("indexes");
        }
        return new Description(
                Kind.STORES,
                offer.id(),
                offer.description(),
                List.of(),
                offers,
                List.of(),
                Map.of("where", plugin),
                null,
                defaults(offer.type().settings(), plugin));
    }

    private Description program(Offer<PipelineProgramType> offer, String plugin) {
        String format = packets(offer.type().packetFormat());
        Map<String, Object> more = new LinkedHashMap<>();
        more.put(
                "protocols",
                plugins.stream()
                        .flatMap(each -> each.protocols().stream())
                        .filter(each -> offers(each.type()).contains(format))
                        .map(Offer::id)
                        .sorted()
                        .toList());
        more.put("where", plugin);
        return new Description(
                Kind.PROGRAMS,
                offer.id(),
                offer.description(),
                List.of(PacketPipeline.class.getSimpleName(), format),
                List.of(),
                List.of(),
                more,
                "switch",
                defaults(offer.type().settings(), plugin));
    }

    private Description mix(String nameOrPath) {
        MixResolver resolver = new MixResolver(parts, folders);
        ResolvedMix resolved = resolver.resolve(nameOrPath, List.of());
        List<Described> settings = new ArrayList<>(values(resolved.values()));
        Set<String> said = resolved.texts().keySet();
        resolver.settable(nameOrPath, List.of()).forEach((key, setting) -> {
            // What is optional is none of the mix's values unless it is said.
            if (setting != null && setting.isOptional() && !said.contains(key)) {
                settings.add(Described.set(setting, key, setting.defaultValue(), "default", null));
            }
        });
        ProtocolType protocol = resolved.parts().protocol();
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("survives", faults(protocol.traits()));
        lies(more, Kind.MIXES, nameOrPath);
        more.put(
                "plugins",
                resolved.plugins().stream().map(InstalledPlugin::id).sorted().toList());
        return new Description(
                Kind.MIXES,
                resolved.mix().name(),
                resolved.description(),
                names(protocol.requires()),
                names(offeredByAll(resolved.parts())),
                promises(protocol),
                more,
                "",
                settings);
    }

    private static Set<Class<? extends Capability>> offeredByAll(MixParts parts) {
        Set<Class<? extends Capability>> offers =
                new LinkedHashSet<>(parts.machine().offers());
        parts.groups().forEach(hardware -> offers.retainAll(hardware.offers()));
        return offers;
    }

    private Description testbed(String name) {
        List<ResolvedMix.Value> values = new MixResolver(parts, folders).testbed(name);
        Set<Class<? extends Capability>> offers = new LinkedHashSet<>();
        values.stream()
                .filter(value -> value.key().endsWith(".profile"))
                .flatMap(value -> Stream.of(value.text().split(",")))
                .forEach(profile -> sheet(profile.strip())
                        .ifPresent(sheet -> offers.addAll(hardwareOf(sheet).offers())));
        Map<String, Object> more = new LinkedHashMap<>();
        lies(more, Kind.TESTBEDS, name);
        return new Description(
                Kind.TESTBEDS,
                name,
                entry(Kind.TESTBEDS, name).map(Catalogue.Entry::description).orElse(""),
                List.of(),
                names(offers),
                List.of(),
                more,
                "",
                values(values));
    }

    private List<Described> values(List<ResolvedMix.Value> values) {
        return values.stream()
                .map(value -> value.setting() != null
                        ? Described.set(value.setting(), value.key(), value.text(), value.origin(), null)
                        : Described.choice(
                                value.key(), value.text(), choices(value.key()), "Chosen by name", value.origin()))
                .toList();
    }

    /** The names among which a key chooses; none for the cores of a tenant, and for the nodes of a group. */
    private List<String> choices(String key) {
        if (key.endsWith(".cores") || key.endsWith(".nodes")) {
            return List.of();
        }
        Kind kind = switch (key.endsWith(".profile") ? "hardware.profile" : key) {
            case "testbed" -> Kind.TESTBEDS;
            case "hardware" -> Kind.HARDWARE;
            case "hardware.profile" -> Kind.PROFILES;
            case "protocol" -> Kind.PROTOCOLS;
            case "switch" -> Kind.PROGRAMS;
            default -> Kind.WORKLOADS;
        };
        return catalogue.names(kind);
    }

    private Description study(String nameOrPath) {
        Study study = new StudyReader(folders).read(nameOrPath);
        Map<String, Object> more = new LinkedHashMap<>();
        more.put(
                "points",
                study.sweeps().stream().mapToInt(sweep -> sweep.points().size()).sum());
        more.put("claims", study.claims().stream().map(Study.Claim::id).toList());
        lies(more, Kind.STUDIES, nameOrPath);
        List<Described> settings = new ArrayList<>();
        for (Study.Sweep sweep : study.sweeps()) {
            Map<String, Set<String>> swept = new LinkedHashMap<>();
            sweep.points()
                    .forEach(point -> point.parameters()
                            .forEach((key, value) -> swept.computeIfAbsent(key, each -> new LinkedHashSet<>())
                                    .add(value)));
            swept.forEach((key, values) -> settings.add(Described.choice(
                    key, null, List.copyOf(values), "Swept over mix " + sweep.mix(), "sweep " + sweep.name())));
        }
        return new Description(
                Kind.STUDIES,
                study.name(),
                study.description(),
                study.sweeps().stream()
                        .map(sweep -> "mix " + sweep.mix())
                        .distinct()
                        .toList(),
                List.of(),
                List.of(),
                more,
                "",
                settings);
    }

    private void lies(Map<String, Object> more, Kind kind, String name) {
        Optional<Catalogue.Entry> entry = entry(kind, name);
        more.put("own", entry.map(Catalogue.Entry::own).orElse(true));
        more.put("where", entry.map(Catalogue.Entry::where).orElse(name));
    }

    private Optional<Catalogue.Entry> entry(Kind kind, String name) {
        return catalogue.entries(kind).stream()
                .filter(each -> each.name().equals(name))
                .findFirst();
    }

    private static List<Described> defaults(Collection<Setting<?>> settings, String declaredBy) {
        return settings.stream()
                .map(setting -> Described.byDefault(setting, declaredBy))
                .toList();
    }

    private static List<String> names(Set<Class<? extends Capability>> capabilities) {
        Set<String> names = new TreeSet<>();
        capabilities.forEach(each -> names.add(each.getSimpleName()));
        return List.copyOf(names);
    }

    private static String packets(String format) {
        return format.isEmpty() ? "packets that are described" : "packets of the format " + format;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
