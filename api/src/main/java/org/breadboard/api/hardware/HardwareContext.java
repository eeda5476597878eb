package org.breadboard.api.hardware;

import org.breadboard.api.Settings;

/** What a {@link HardwareType} builds a device from. */
public interface HardwareContext extends NodeScope {
    /** The profile's parameters with the user's overrides. */
    Settings profile();

    /** The network between the nodes. */
    Fabric fabric();
}
