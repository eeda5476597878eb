package org.breadboard.platform.cluster;

import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.HardwareContext;

/** What a device is built from. */
final class HardwareScope extends Scope implements HardwareContext {
    HardwareScope(Cluster cluster, int node) {
        super(cluster, node);
    }

    @Override
    public Settings profile() {
        return cluster().mix().hardwareSettings();
    }

    @Override
    public Fabric fabric() {
        return cluster().fabric();
    }

    @Override
    public boolean explores() {
        return cluster().mix().mode().explore();
    }
}
