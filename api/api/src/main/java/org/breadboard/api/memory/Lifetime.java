// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.memory;

/** What a region's bytes survive. */
public enum Lifetime {
    /** Battery-backed host DRAM (FaSST 2.1): outlives a crash of its node and the plug-in that laid it out. */
    SURVIVES_CRASH,
    /** Memory of a device (NIC memory, switch registers): gone when its node crashes, kept when a process restarts. */
    DEVICE_VOLATILE,
    /** Ordinary memory of a process: gone with it. */
    PROCESS
}
