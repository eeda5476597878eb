package org.breadboard.api.hardware;

import org.breadboard.api.Settings;

/** What a {@link HardwareType} builds a device from. */
public interface HardwareContext extends NodeScope {
    /** The profile's parameters with the user's overrides. */
    Settings profile();

    /** The network between the nodes. */
    Fabric fabric();

    /**
     * Whether the run tries interleavings rather than yields figures: then a device that copies several cache lines may tear
     * the copy at a line boundary, as real ones do, where {@link org.breadboard.api.runtime.Transit#random} says.
     */
    default boolean explores() {
        return false;
    }
}
