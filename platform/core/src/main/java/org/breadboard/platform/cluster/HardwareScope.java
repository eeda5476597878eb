// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;

/** What a device is built from. */
final class HardwareScope extends Scope implements HardwareContext {
    private final Settings profile;
    private final Fabric fabric;
    private final boolean explores;
    private final NicParts made = new NicParts();

    HardwareScope(Scope node, Settings profile, Fabric fabric, boolean explores) {
        super(node);
        this.profile = profile;
        this.fabric = fabric;
        this.explores = explores;
    }

    /** What it has been asked for so far. */
    NicParts made() {
        return made;
    }

    @Override
    public Stage stage(StageSpec spec, StageProgram program) {
        return made.add(super.stage(spec, program));
    }

    @Override
    public Resource resource(String name, Resource.Cost cost, double delayNs) {
        return made.add(super.resource(name, cost, delayNs));
    }

    @Override
    public Resource timer(String name, double delayNs) {
        return made.add(super.timer(name, delayNs));
    }

    @Override
    public Settings profile() {
        return profile;
    }

    @Override
    public Fabric fabric() {
        return fabric;
    }

    @Override
    public boolean explores() {
        return explores;
    }
}
