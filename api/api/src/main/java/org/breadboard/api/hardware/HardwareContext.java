// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import org.breadboard.api.Settings;
import org.osgi.annotation.versioning.ProviderType;

/** What a {@link HardwareType} builds a device from. */
@ProviderType
public interface HardwareContext extends NodeScope {
    /** The profile's parameters with the user's overrides. */
    Settings profile();

    /** The network between the nodes. */
    Fabric fabric();

    /**
     * Whether the run tries interleavings instead of yielding figures. A device that copies several cache lines may
     * then tear the copy at a line boundary, as real ones do, when {@link org.breadboard.api.runtime.Transit#random}
     * says so.
     */
    default boolean explores() {
        return false;
    }
}
