// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.mix.parts.DataSheet;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Parts.Part;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.partition.Partition;
import org.breadboard.platform.yaml.Where;

/**
 * Machines whose hardware is not that of all others: {@code hardware.NAME.nodes} says which they are,
 * {@code hardware.NAME.profile} names their data sheet, by default that of all with what the mix changes of it, and
 * {@code hardware.NAME.X} is a parameter of it. In the order of their names. Immutable. {@link Fitness} is of all
 * machines, in groups or not.
 */
final class HardwareGroups {
    private static final String PREFIX = MixKeys.HARDWARE + ".";
    private static final String NODES = ".nodes";
    private static final String PROFILE = ".profile";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*");
    private static final Partition.Words WORDS =
            new Partition.Words("hardware group", "node", "the cluster", MixKeys.NODES.name(), MixKeys.HARDWARE);

    private final Layers layers;
    private final List<Group> groups = new ArrayList<>();

    /**
     * One of them.
     *
     * @param chosenAt the lowest layer whose settings are for the data sheet that it has
     */
    record Group(String name, DataSheet sheet, Part<HardwareType> hardware, Layers.Entry nodes, int chosenAt) {
        /** The prefix of its keys, without a dot. */
        String key() {
            return PREFIX + name;
        }
    }

    /**
     * Reads them.
     *
     * @param usual the entry of the data sheet of all other machines
     * @param fitting finds the data sheet that an entry means
     */
    HardwareGroups(Layers layers, Parts parts, Layers.Entry usual, Function<Layers.Entry, DataSheet> fitting) {
        this.layers = layers;
        for (String name : names()) {
            Layers.Entry said = layers.get(PREFIX + name + PROFILE);
            if (said == null || !said.text().equals(MixKeys.NONE)) {
                groups.add(group(name, parts, said == null ? usual : said, fitting));
            }
        }
    }

    private Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        for (String key : layers.keys(0)) {
            if (key.startsWith(PREFIX) && key.indexOf('.', PREFIX.length()) > 0) {
                names.add(nameIn(key));
            }
        }
        return names;
    }

    private Group group(String name, Parts parts, Layers.Entry profile, Function<Layers.Entry, DataSheet> fitting) {
        String key = PREFIX + name;
        Where where = layers.get(layers.keys(0).stream()
                        .filter(each -> each.startsWith(key + "."))
                        .findFirst()
                        .orElseThrow())
                .where();
        Layers.Entry nodes = layers.get(key + NODES);
        if (!NAME.matcher(name).matches()) {
            throw where.refuse(
                    "'" + name + "' is no name for a hardware group; names are made of letters, digits, '_' and '-'.");
        }
        if (nodes == null) {
            throw where.refuse("hardware group '" + name + "' has no nodes; say " + key + NODES
                    + ", how many, such as 2, or which, such as 0-1.");
        }
        int chosenAt = layers.chosenAt(layers.get(key + PROFILE) == null ? MixKeys.HARDWARE_PROFILE : key + PROFILE);
        DataSheet sheet = fitting.apply(profile);
        return new Group(name, sheet, parts.hardware(sheet.hardware(), profile.where()), nodes, chosenAt);
    }

    List<Group> all() {
        return groups;
    }

    /** Whether a data sheet is said for a group; if not, it has the usual one, with what the mix changes of that. */
    boolean hasOwnSheet(Group group) {
        return layers.get(group.key() + PROFILE) != null;
    }

    /** What a mix can say of them. */
    Map<String, Setting<?>> known() {
        Map<String, Setting<?>> known = new TreeMap<>();
        for (Group group : groups) {
            known.put(group.key() + NODES, null);
            known.put(group.key() + PROFILE, null);
            group.hardware()
                    .type()
                    .parameters()
                    .forEach(setting -> known.put(group.key() + "." + setting.name(), setting));
        }
        return known;
    }

    /** Whether a key is of a group. */
    static boolean isOfGroup(String key) {
        return key.startsWith(PREFIX) && key.indexOf('.', PREFIX.length()) > 0;
    }

    /**
     * Whether a key that is not known was meant for a data sheet that a higher layer replaced, or for a group that it
     * left out.
     */
    boolean isReplaced(String key) {
        String name = nameIn(key);
        return groups.stream()
                .filter(group -> group.name().equals(name))
                .allMatch(group -> layers.get(key, group.chosenAt()) == null);
    }

    /** What is wrong with a key that is not known, without its place. */
    String unknown(String key) {
        Group group = groups.stream()
                .filter(each -> each.name().equals(nameIn(key)))
                .findFirst()
                .orElseThrow();
        String word = key.substring(group.key().length() + 1);
        List<String> words = new ArrayList<>(List.of("nodes", "profile"));
        group.hardware().type().parameters().forEach(setting -> words.add(setting.name()));
        return "hardware '" + group.hardware().id() + "' of group '" + group.name() + "' has no parameter '" + word
                + "'"
                + Suggestion.choices(
                        word, words, "describe hardware/" + group.hardware().id());
    }

    private static String nameIn(String key) {
        return key.substring(PREFIX.length(), key.indexOf('.', PREFIX.length()));
    }

    /** The nodes of each, in the order of the groups. */
    List<List<Integer>> nodes(int machines) {
        List<Partition.Wish> wishes = groups.stream()
                .map(group -> new Partition.Wish(
                        group.name(), group.nodes().text(), group.nodes().where()))
                .toList();
        return Partition.part(WORDS, wishes, machines);
    }

    /** A group's choices as values of the mix. */
    List<ResolvedMix.Value> choices(Group group, List<Integer> nodes) {
        Layers.Entry profile = layers.get(group.key() + PROFILE);
        String origin = (profile == null ? layers.get(MixKeys.HARDWARE_PROFILE) : profile)
                .where()
                .toString();
        return List.of(
                new ResolvedMix.Value(
                        group.key() + NODES,
                        Partition.text(nodes),
                        "",
                        group.nodes().where().toString()),
                new ResolvedMix.Value(group.key() + PROFILE, group.sheet().profile(), "", origin));
    }

    /** Nodes in words. */
    static String words(List<Integer> nodes) {
        String text = nodes.stream().map(String::valueOf).collect(Collectors.joining(", "));
        boolean row = nodes.size() > 2 && nodes.get(nodes.size() - 1) - nodes.get(0) == nodes.size() - 1;
        return nodes.size() == 1
                ? "node " + text
                : "nodes " + (row ? nodes.get(0) + " to " + nodes.get(nodes.size() - 1) : text);
    }

    /**
     * Whether hardware offers what a protocol asks of every machine, and machines of different hardware to each other.
     */
    static final class Fitness {
        private final Parts parts;
        private final Map<String, ProtocolType> askers;
        private final Where where;
        private final Demands demands;

        /**
         * Of protocols.
         *
         * @param askers each by what a refusal calls it
         * @param where who chose them
         */
        Fitness(Parts parts, Map<String, ProtocolType> askers, Where where, Demands demands) {
            this.parts = parts;
            this.askers = askers;
            this.where = where;
            this.demands = demands;
        }

        /**
         * Machines with the same hardware.
         *
         * @param nodes which, in words, or an empty text for all
         */
        record Machines(Part<HardwareType> hardware, String profile, String nodes) {
            @Override
            public String toString() {
                return "hardware '" + hardware.id() + "' with profile '" + profile + "'"
                        + (nodes.isEmpty() ? "" : " of " + nodes);
            }
        }

        /** Checks whether some machines offer all that is asked for. */
        void check(Machines machines) {
            askers.forEach((who, type) -> check(machines, who, type));
        }

        private void check(Machines machines, String who, ProtocolType type) {
            for (Class<? extends Capability> needed : MixParts.ofHardware(type)) {
                demands.check(where, who, needed.getSimpleName(), machines.toString(), () -> {
                    if (!offers(machines.hardware(), needed)) {
                        throw where.refuse(who + " asks for " + needed.getSimpleName() + ", which " + machines
                                + " does not offer; " + able(needed));
                    }
                });
            }
        }

        /** Checks whether all these machines offer to each other what is asked for. */
        void checkTogether(List<Machines> all) {
            askers.forEach((who, type) -> checkTogether(all, who, type));
        }

        private void checkTogether(List<Machines> all, String who, ProtocolType type) {
            for (Class<? extends Capability> needed : MixParts.ofHardware(type)) {
                if (all.stream().allMatch(machines -> offers(machines.hardware(), needed))) {
                    String what = needed.getSimpleName() + " between all nodes";
                    String by = all.stream().map(Machines::toString).collect(Collectors.joining(" and "));
                    demands.check(where, who, what, by, () -> {
                        refuseLoners(all, needed, who + " asks for " + what);
                        if (formats(all, needed) > 1) {
                            throw where.refuse(
                                    who + " asks for " + what + ", but " + by
                                            + " offer it among their own kind only; give all nodes hardware that goes together.");
                        }
                    });
                }
            }
        }

        private static long formats(List<Machines> all, Class<? extends Capability> needed) {
            return all.stream()
                    .map(machines -> machines.hardware().type().wireFormat(needed))
                    .distinct()
                    .count();
        }

        /** Hardware that does not say what its messages look like goes with nothing that differs in any parameter. */
        private void refuseLoners(List<Machines> all, Class<? extends Capability> needed, String asked) {
            for (Machines machines : all) {
                if (all.size() > 1
                        && machines.hardware().type().wireFormat(needed).isEmpty()) {
                    throw where.refuse(asked + ", but hardware '"
                            + machines.hardware().id()
                            + "' takes no part in groups of nodes; give all nodes the same profile and parameters,"
                            + " without groups.");
                }
            }
        }

        /** Checks whether some machines have queue pairs that can fail, as {@code where} wants. */
        void checkQueuePairs(Machines machines, String key, Where at) {
            String word = Faults.Kind.QP_ERROR.word();
            demands.check(at, key, "queue pairs for " + word, machines.toString(), () -> {
                if (!MixParts.hasQueuePairs(machines.hardware().type())) {
                    throw at.refuse("'" + word + "' has queue pairs fail, but " + machines
                            + " has no queue pairs; leave it out, or take hardware that offers "
                            + OneSidedVerbs.class.getSimpleName() + " (see 'list hardware').");
                }
            });
        }

        private String able(Class<? extends Capability> needed) {
            List<String> able = parts.hardware().values().stream()
                    .filter(each -> offers(each, needed))
                    .map(each -> "'" + each.id() + "' (profiles "
                            + String.join(", ", each.type().profiles()) + ")")
                    .toList();
            return able.isEmpty()
                    ? "no installed plug-in offers it."
                    : "what is installed and does: " + String.join(", ", able) + ".";
        }

        private static boolean offers(Part<HardwareType> hardware, Class<? extends Capability> needed) {
            return hardware.type().offers().stream().anyMatch(needed::isAssignableFrom);
        }
    }
}
