// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;

/** The terms in which one kind needs what another one offers. */
final class Terms {
    static final String ORDERED = "ordered tables";
    static final String SPREAD = "ranges over all nodes";

    private Terms() {}

    /** Packets that programs for switches read; of whatever format if it is {@code ""}. */
    static String packets(String format) {
        return format.isEmpty() ? "packets that are described" : "packets of the format " + format;
    }

    /** Capabilities, in the order of the alphabet. */
    static List<String> names(Set<Class<? extends Capability>> capabilities) {
        Set<String> names = new TreeSet<>();
        capabilities.forEach(each -> names.add(each.getSimpleName()));
        return List.copyOf(names);
    }

    /** A constant as users write it. */
    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Settings at their defaults; who declares them answers for those where their sentences do not. */
    static List<Described> defaults(Collection<Setting<?>> settings, String declaredBy) {
        return settings.stream()
                .map(setting -> Described.byDefault(setting, declaredBy))
                .toList();
    }
}
