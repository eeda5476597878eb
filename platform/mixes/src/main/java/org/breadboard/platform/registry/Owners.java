// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Who owns which name, so that no two plug-ins bring the same one. For one thread. */
final class Owners {
    private final Map<String, String> originByName = new LinkedHashMap<>();
    private final String verb;

    /** Of names of which Breadboard itself has taken those of some verbs. */
    Owners(OtherKind verbs) {
        verb = verbs.singular() + " '";
        verbs.taken().forEach(name -> originByName.put(verb + name + "'", "Breadboard itself"));
    }

    /**
     * Takes all names of a plug-in, or none of them.
     *
     * @return if one is taken, why that keeps the plug-in out, as the end of a sentence
     */
    Optional<String> claim(InstalledPlugin plugin) {
        Map<String, String> wanted = new LinkedHashMap<>();
        wanted.put("plug-in '" + plugin.id() + "'", plugin.origin());
        plugin.hardware().forEach(offer -> wanted.put("hardware '" + offer.id() + "'", plugin.origin()));
        plugin.profiles().forEach(profile -> wanted.put("profile '" + profile.name() + "'", plugin.origin()));
        plugin.stores().forEach(offer -> wanted.put("store '" + offer.id() + "'", plugin.origin()));
        plugin.protocols().forEach(offer -> wanted.put("protocol '" + offer.id() + "'", plugin.origin()));
        plugin.programs().forEach(offer -> wanted.put("program '" + offer.id() + "'", plugin.origin()));
        plugin.workloads().forEach(offer -> wanted.put("workload '" + offer.id() + "'", plugin.origin()));
        plugin.verbs().forEach(offer -> wanted.put(verb + offer.id() + "'", plugin.origin()));
        Optional<String> clash = clash(wanted);
        if (clash.isEmpty()) {
            originByName.putAll(wanted);
        }
        return clash;
    }

    private Optional<String> clash(Map<String, String> wanted) {
        return wanted.keySet().stream()
                .filter(originByName::containsKey)
                .findFirst()
                .map(name -> name + " is already brought by " + originByName.get(name)
                        + "; remove one of the two, or give one another id");
    }
}
