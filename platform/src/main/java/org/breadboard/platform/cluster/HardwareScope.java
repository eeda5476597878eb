package org.breadboard.platform.cluster;

import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.HardwareContext;

/** What a device is built from. */
final class HardwareScope extends Scope implements HardwareContext {
    private final Settings profile;
    private final Fabric fabric;

    HardwareScope(Cluster cluster, int node, Settings profile, Fabric fabric) {
        super(cluster, node);
        this.profile = profile;
        this.fabric = fabric;
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
        return cluster().mix().mode().explore();
    }
}
