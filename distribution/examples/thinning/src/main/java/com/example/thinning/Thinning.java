package com.example.thinning;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.PipelineProgramType;

/** Drops one packet in so many of each client of NOCC or OCC: the kind of program. */
final class Thinning implements PipelineProgramType {
    private static final Setting<Integer> EVERY =
            Setting.count("every", "packets", 100, 2, 256, "of so many packets of a client one is dropped");

    @Override
    public String id() {
        return "thinning";
    }

    @Override
    public String description() {
        return "drops one packet in so many of each client";
    }

    @Override
    public String packetFormat() {
        return "nocc";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(EVERY);
    }

    @Override
    public PipelineProgram create(Settings settings) {
        return new ThinningProgram(id(), settings.get(EVERY));
    }
}
