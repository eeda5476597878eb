// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.program;

import java.util.LinkedHashMap;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Register;

/**
 * The registers of the cache: each has a cell for each entry. Together they say how many entries a switch has room for.
 */
final class EntryRegisters {
    private final Assembly assembly;
    private final int entries;
    private final Map<String, Column> columns = new LinkedHashMap<>();
    private final int[] entryBits;

    private record Column(int stage, int bits) {}

    EntryRegisters(Assembly assembly, int entries) {
        this.assembly = assembly;
        this.entries = entries;
        entryBits = new int[assembly.stages()];
    }

    /** Says that there is one. */
    EntryRegisters with(String name, int stage, int bits) {
        columns.put(name, new Column(stage, bits));
        entryBits[stage] += bits;
        return this;
    }

    /**
     * The registers by name.
     *
     * @throws RefusedException if a stage has no room for so many entries
     */
    Map<String, Register> make() {
        int widest = 0;
        for (int stage = 1; stage < entryBits.length; stage++) {
            widest = entryBits[stage] > entryBits[widest] ? stage : widest;
        }
        long room = assembly.stageMemoryBits() / entryBits[widest];
        if (entries > room) {
            throw new RefusedException(
                    "switch.cacheEntries=" + entries + " is more than this switch has room for: an entry takes "
                            + entryBits[widest] + " bits of stage " + widest + ", which has "
                            + assembly.stageMemoryBits() + ", so that "
                            + (room == 0 ? "not one fits." : "up to " + room + " fit."));
        }
        Map<String, Register> registers = new LinkedHashMap<>();
        columns.forEach(
                (name, column) -> registers.put(name, assembly.register(name, column.stage(), entries, column.bits())));
        return registers;
    }
}
