package org.breadboard.platform.cluster;

import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.HardwareContext;

/** What a device is built from. */
final class HardwareScope extends Scope implements HardwareContext {
    private final Settings profile;
    private final Fabric fabric;
    private final boolean explores;

    HardwareScope(Scope node, Settings profile, Fabric fabric, boolean explores) {
        super(node);
        this.profile = profile;
        this.fabric = fabric;
        this.explores = explores;
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
