// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.node;

import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.hardware.PacketCapture;
import org.breadboard.hw.htmbloom.capture.HadesCapture;
import org.breadboard.hw.htmbloom.directory.DirectoryParameters;
import org.breadboard.hw.htmbloom.wire.NicParameters;
import org.breadboard.kit.hardware.DeclaredHardware;

/** Nodes whose directory and NIC track transactions with Bloom filters (HADES). */
public final class HadesHardware extends DeclaredHardware {
    /** For the plug-in. */
    public HadesHardware() {
        super(
                "htm-bloom",
                "Cores with caches and an RDMA NIC; directory and NIC track transactions with Bloom filters",
                List.of("hades-node"),
                Stream.of(DirectoryParameters.SETTINGS, NicParameters.SETTINGS)
                        .<Setting<?>>flatMap(List::stream)
                        .toList(),
                List.of(OneSidedVerbs.class, CachedMemory.class, ConflictTracking.class));
    }

    @Override
    protected InputStream resource(String name) {
        return HadesHardware.class.getResourceAsStream(name);
    }

    @Override
    public PacketCapture capture() {
        return new HadesCapture();
    }

    @Override
    public Device build(HardwareContext context) {
        return new HadesNode(context);
    }
}
