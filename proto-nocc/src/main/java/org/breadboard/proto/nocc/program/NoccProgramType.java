package org.breadboard.proto.nocc.program;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.PipelineProgramType;

/** NOCC's speculative verification (NOCC 2): the kind of program. */
public final class NoccProgramType implements PipelineProgramType {
    /** The id in mixes. */
    public static final String ID = "nocc";
    /** The name of the packets' format. */
    public static final String PACKET_FORMAT = "nocc";

    /** The kind; it has no state. */
    public NoccProgramType() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "NOCC: aborts transactions whose compares differ from what the switch has seen written";
    }

    @Override
    public String packetFormat() {
        return PACKET_FORMAT;
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                Setting.integer(
                        "cacheEntries",
                        "",
                        1024,
                        1,
                        1 << 20,
                        "how many values the switch remembers; NOCC 2: enough for what is hot"),
                Setting.choice(
                        "eviction",
                        List.of("second-chance", "replace", "none"),
                        "what a new key does to another one in its place: replace it unless it was looked at since the last such try,"
                                + " replace it, or give way (NOCC 2 leaves the policy open)"),
                Setting.choice(
                        "reverts",
                        List.of("once", "always"),
                        "whether an abort of the store leaves alone what another one has put right since its request passed, or"
                                + " overwrites what is cached in any case (NOCC 2), so that the aborts of requests that were doomed"
                                + " together take back what came after the first of them"),
                Setting.choice(
                        "breakage",
                        List.of(
                                "none",
                                "keep-speculation",
                                "commit-overwrites",
                                "evict-pinned",
                                "ignore-stamps",
                                "miss-matches"),
                        "planted faults for testing the checks; none of them is NOCC"));
    }

    @Override
    public PipelineProgram create(Settings settings) {
        return new NoccProgram(
                settings.count("cacheEntries"),
                settings.choice("eviction"),
                settings.choice("reverts").equals("once"),
                settings.choice("breakage"));
    }
}
