// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.breadboard.api.Setting;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Parts.Part;
import org.breadboard.platform.yaml.Where;

/** Which keys a mix may have, as far as its parts are chosen. For one thread. */
final class KnownKeys {
    private final Layers layers;
    private final Parts parts;
    private final Choices choices;

    KnownKeys(Layers layers, Parts parts, Choices choices) {
        this.layers = layers;
        this.parts = parts;
        this.choices = choices;
    }

    /** All keys of what is chosen, each with its setting, or with null where it chooses by name. */
    Map<String, Setting<?>> all() {
        Map<String, Setting<?>> known = new TreeMap<>(MixKeys.plain());
        MixKeys.CHOICES.forEach(key -> known.put(key, null));
        if (choices.hardware() != null) {
            MixKeys.put(known, MixKeys.HARDWARE, choices.hardware().type().parameters());
        }
        if (choices.groups() != null) {
            known.putAll(choices.groups().known());
        }
        if (choices.protocol() != null) {
            MixKeys.put(known, MixKeys.PROTOCOL, choices.protocol().type().settings());
        }
        if (choices.workload() != null) {
            MixKeys.put(known, MixKeys.WORKLOAD, choices.workload().type().settings());
            known.put(MixKeys.WORKLOAD + "." + MixKeys.PROPERTIES, null);
        }
        if (choices.switches() != null) {
            known.putAll(choices.switches().known());
        } else if (choices.protocol() != null) {
            known.putAll(Switches.ofProgram(layers, parts, choices.protocol()));
        }
        if (choices.tenants() != null) {
            known.putAll(choices.tenants().known());
        }
        if (choices.protocols() != null) {
            known.putAll(choices.protocols().known());
        }
        return known;
    }

    /** Settings of a plug-in that a higher layer replaced are not looked at: they were meant for the other one. */
    void refuseOthers(Demands demands) {
        Set<String> known = all().keySet();
        for (String key : layers.keys(0)) {
            boolean replaced = !known.contains(key) && group(key) != null && dropped(key, group(key));
            replaced &= !HardwareGroups.isOfGroup(key);
            replaced |= isTenants(key) && choices.tenants().isReplaced(key);
            replaced |= isOfProtocols(key) && choices.protocols().isReplaced(key);
            replaced |= HardwareGroups.isOfGroup(key) && choices.groups().isReplaced(key);
            replaced |= Switches.isOfSwitch(key) && choices.switches().isReplaced(key);
            if (!known.contains(key) && !replaced) {
                Where where = layers.get(key).where();
                demands.missing(where, "the mix", key, "its parts", where.refuse(unknown(key, known)));
            }
        }
    }

    private boolean isTenants(String key) {
        return choices.tenants() != null && MixKeys.WORKLOAD.equals(group(key));
    }

    private boolean isOfProtocols(String key) {
        return choices.protocols() != null && MixKeys.PROTOCOL.equals(group(key));
    }

    private boolean dropped(String key, String group) {
        return layers.get(key, layers.chosenAt(choice(group))) == null;
    }

    private String unknown(String key, Set<String> known) {
        if (isTenants(key)) {
            return choices.tenants().unknown(key);
        }
        if (isOfProtocols(key)) {
            return choices.protocols().unknown(key);
        }
        if (Switches.isOfSwitch(key)) {
            return choices.switches().unknown(key);
        }
        if (HardwareGroups.isOfGroup(key)) {
            return choices.groups().unknown(key);
        }
        String group = group(key);
        Part<?> part = group == null ? null : part(group);
        if (part == null) {
            return "unknown key '" + key + "'" + otherKeys(key, known);
        }
        List<String> own = known.stream()
                .filter(each -> each.startsWith(group + "."))
                .map(each -> each.substring(group.length() + 1))
                .toList();
        String word = key.substring(group.length() + 1);
        return group + " '" + part.id() + "' has no " + (group.equals(MixKeys.HARDWARE) ? "parameter" : "setting")
                + " '" + word + "'" + Suggestion.choices(word, own, "describe " + group + "/" + part.id());
    }

    private Part<?> part(String group) {
        return switch (group) {
            case MixKeys.HARDWARE -> choices.hardware();
            case MixKeys.PROTOCOL -> choices.protocol();
            default -> choices.workload();
        };
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

    private static String group(String key) {
        for (String group : List.of(MixKeys.HARDWARE, MixKeys.PROTOCOL, MixKeys.WORKLOAD)) {
            if (key.startsWith(group + ".")) {
                return group;
            }
        }
        return null;
    }

    /** The key that chooses what a group of keys is of. */
    private static String choice(String group) {
        return group.equals(MixKeys.HARDWARE) ? MixKeys.HARDWARE_PROFILE : group;
    }
}
