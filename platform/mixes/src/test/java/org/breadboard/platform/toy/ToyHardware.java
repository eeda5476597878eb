// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.toy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.hardware.PacketPipeline;

/** Hardware that does nothing; a toy NIC says that it can pass toys on, a brick says nothing. */
final class ToyHardware implements HardwareType {
    private static final Setting<Double> ENGINE_NS = Setting.number("engineNs", "ns", 10, 0, 1000, "what a toy takes");
    private static final Setting<Long> PORTS = Setting.integer("ports", "", 1, 1, 8, "ports");

    private final String id;
    private final List<String> profiles;

    ToyHardware(String id, List<String> profiles) {
        this.id = id;
        this.profiles = profiles;
    }

    /** What toy NICs offer. */
    interface PassesToys extends Capability {}

    @Override
    public String id() {
        return id;
    }

    @Override
    public String description() {
        return "hardware " + id;
    }

    @Override
    public List<Setting<?>> parameters() {
        return List.of(ENGINE_NS, PORTS);
    }

    @Override
    public List<String> profiles() {
        return profiles;
    }

    @Override
    public InputStream openProfile(String name) {
        String sheet = "device: Toy " + name + "\ndescription: a toy\nparameters:\n"
                + "  engineNs: {value: " + (name.equals("toy-slow") ? "99.5" : "10")
                + ", kind: assumed, source: no reason}\n"
                + "  ports: {value: 2, kind: published, source: Toys 1.1}\n";
        return new ByteArrayInputStream(sheet.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Set<Class<? extends Capability>> offers() {
        return switch (id) {
            case "brick" -> Set.of();
            case "toy-switch" -> Set.of(PacketPipeline.class);
            default -> Set.of(PassesToys.class);
        };
    }

    @Override
    public String wireFormat(Class<? extends Capability> capability) {
        return "toys";
    }

    @Override
    public Device build(HardwareContext context) {
        return new Device() {
            @Override
            public <C extends Capability> C capability(Class<C> capability) {
                return null;
            }
        };
    }
}
