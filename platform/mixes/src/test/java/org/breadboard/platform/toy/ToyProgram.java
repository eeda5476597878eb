// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.toy;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.PipelineProgramType;

/** A program that can be chosen, and does nothing; of 13 entries there is none at all. */
final class ToyProgram implements PipelineProgramType {
    private static final Setting<Long> ENTRIES = Setting.integer("entries", "", 10, 1, 100, "entries");

    @Override
    public String id() {
        return "toy-program";
    }

    @Override
    public String description() {
        return "a program, in name only";
    }

    @Override
    public String packetFormat() {
        return "toys";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(ENTRIES);
    }

    @Override
    public PipelineProgram create(Settings settings) {
        return settings.get(ENTRIES) == 13 ? null : assembly -> {};
    }
}
