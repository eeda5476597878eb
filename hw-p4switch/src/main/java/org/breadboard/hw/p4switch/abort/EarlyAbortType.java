// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.abort;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.pipeline.PacketDescription;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.kit.fault.PlantedFaults;

/** NOCC's idea for others: the kind of program that judges the packets which their protocol describes. */
public final class EarlyAbortType implements PipelineProgramType {
    /** The id in mixes. */
    public static final String ID = "early-abort";

    private static final int MOST_CACHE_ENTRIES = 1 << 26;

    private static final Setting<Integer> CACHE_ENTRIES = Setting.count(
            "cacheEntries",
            "",
            16_384,
            1,
            MOST_CACHE_ENTRIES,
            "how many records the switch remembers the version or value of; another one in the same place replaces it");
    private static final Setting<Integer> MOST_ENTRIES = Setting.count(
            "mostEntries",
            "",
            4,
            1,
            16,
            "entries of a packet that the program looks at, the first ones; each has registers of its own in a stage, and"
                    + " those behind them go on unjudged and unlearnt");
    private static final Setting<Integer> CLAIM_ABORTS = Setting.count(
            "claimAborts",
            "",
            8,
            0,
            Bank.FREE - 1,
            "how many requests come back because their record is about to change, until that is told; 0: versions alone"
                    + " count");
    private static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);

    /** The kind; it has no state. */
    public EarlyAbortType() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "sends requests back that ask for a version or value which it knows to be stale, of any protocol that"
                + " describes its packets";
    }

    @Override
    public String packetFormat() {
        return "";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(CACHE_ENTRIES, MOST_ENTRIES, CLAIM_ABORTS, BREAKAGE);
    }

    @Override
    public PipelineProgram create(Settings settings) {
        throw new IllegalStateException("Program " + ID + " is created with a description of packets.");
    }

    @Override
    public PipelineProgram create(Settings settings, PacketDescription packets) {
        return new EarlyAbortProgram(
                packets,
                settings.get(MOST_ENTRIES),
                settings.get(CACHE_ENTRIES),
                settings.get(CLAIM_ABORTS),
                settings.get(BREAKAGE));
    }
}
