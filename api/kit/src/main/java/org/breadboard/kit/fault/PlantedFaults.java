// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.fault;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;

/**
 * The setting {@code breakage}, by which a run leaves out a rule of a protocol or a device. A plug-in that promises
 * something has a fault for each rule that the promise rests on, and a test that the checks find each of them.
 */
public final class PlantedFaults {
    private static final String NAME = "breakage";
    private static final String DESCRIPTION = "the rule to leave out, to see what the checks after a run make of it";

    private PlantedFaults() {}

    /**
     * All faults of an enum.
     *
     * @param faults whose first constant, the default, leaves nothing out
     */
    public static <E extends Enum<E>> Setting<E> of(Class<E> faults) {
        return of(EnumSet.allOf(faults));
    }

    /** Some faults of an enum, its first constant among them, where the others cannot be planted. */
    public static <E extends Enum<E>> Setting<E> of(Set<E> faults) {
        Setting<E> all = Setting.choice(NAME, faults, DESCRIPTION);
        E none = all.read(all.defaultValue());
        return all.withoutPromises(
                faults.stream().filter(fault -> fault != none).toList());
    }

    /**
     * Faults by their names.
     *
     * @param faults of which the first, the default, leaves nothing out
     */
    public static Setting<String> of(List<String> faults) {
        return Setting.choice(NAME, faults, DESCRIPTION).withoutPromises(faults.subList(1, faults.size()));
    }
}
