// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.platform.runtime.Engine;

/** All that hardware has made on a machine: its NIC, which may crash apart from the machine. */
public final class NicParts {
    private final List<Stage> stages = new ArrayList<>();
    private final List<Resource> resources = new ArrayList<>();

    NicParts() {}

    Stage add(Stage stage) {
        stages.add(stage);
        return stage;
    }

    Resource add(Resource resource) {
        resources.add(resource);
        return resource;
    }

    /** Stops it for good. While all stands still. */
    public void crash(Engine engine) {
        stages.forEach(engine::crash);
        resources.forEach(engine::crash);
    }
}
