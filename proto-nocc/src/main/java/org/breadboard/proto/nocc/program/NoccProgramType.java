// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.program;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;

/**
 * NOCC's speculative verification (NOCC 2), with or without reads that the switch serves (NOCC 6): the kind of program.
 */
public final class NoccProgramType implements PipelineProgramType {
    /** The id in mixes. */
    public static final String ID = "nocc";
    /** The id in mixes of the program that also serves reads. */
    public static final String READS_ID = "nocc-reads";
    /** The bound of a program's own: a switch has room for fewer, and says for how many. */
    private static final int MOST_ENTRIES = 1 << 27;

    private static final Setting<Integer> CACHE_ENTRIES = Setting.count(
            "cacheEntries",
            "",
            1024,
            1,
            MOST_ENTRIES,
            "how many values the switch remembers; NOCC 2: enough for what is hot");
    private static final Setting<String> EVICTION = Setting.choice(
            "eviction",
            List.of("second-chance", "replace", "none"),
            "what a new key does to another one in its place: replace it unless it was looked at since the last such try,"
                    + " replace it, or give way (NOCC 2 leaves the policy open)");
    private static final Setting<String> REVERTS = Setting.choice(
            "reverts",
            List.of("once", "always"),
            "whether an abort of the store leaves alone what another one has put right since its request passed, or"
                    + " overwrites what is cached in any case (NOCC 2), so that the aborts of requests that were doomed"
                    + " together take back what came after the first of them");
    private static final Setting<Integer> MOST_OPS = Setting.count(
            "mostOps",
            "",
            Wire.MAX_OPS,
            1,
            Wire.MAX_OPS,
            "operations of a packet that the program looks at, which the parser has to reach; a packet with more is"
                    + " forwarded unjudged (NOCC 3)");

    private final WireFormat format;

    private NoccProgramType(WireFormat format) {
        this.format = format;
    }

    /** The paper's program. */
    public static NoccProgramType nocc() {
        return new NoccProgramType(WireFormat.NOCC);
    }

    /** The same, which also serves reads. */
    public static NoccProgramType reads() {
        return new NoccProgramType(WireFormat.VERSIONED);
    }

    @Override
    public String id() {
        return format.hasVersions() ? READS_ID : ID;
    }

    @Override
    public String description() {
        return format.hasVersions()
                ? "NOCC, and answers reads of one record with the last version that it has seen the store acknowledge"
                : "NOCC: aborts transactions whose compares differ from what the switch has seen written";
    }

    @Override
    public String packetFormat() {
        return format.word();
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(CACHE_ENTRIES, EVICTION, REVERTS, MOST_OPS);
    }

    @Override
    public PipelineProgram create(Settings settings) {
        return new NoccProgram(
                settings.get(CACHE_ENTRIES),
                settings.get(EVICTION),
                settings.get(REVERTS).equals("once"),
                settings.get(MOST_OPS),
                format);
    }
}
