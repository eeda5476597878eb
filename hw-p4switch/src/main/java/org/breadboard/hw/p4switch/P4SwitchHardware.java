package org.breadboard.hw.p4switch;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.hardware.PacketPipeline;

/** One match-action pipeline per switch (NOCC 3). */
final class P4SwitchHardware implements HardwareType {
    private static final List<String> PROFILES = List.of("tofino", "software-switch");
    private static final Set<Class<? extends Capability>> OFFERS =
            Collections.unmodifiableSet(new LinkedHashSet<>(List.of(PacketPipeline.class)));

    @Override
    public String id() {
        return "p4-switch";
    }

    @Override
    public String description() {
        return "switch with a programmable match-action pipeline: parser, stages with registers, recirculation";
    }

    @Override
    public List<Setting<?>> parameters() {
        return SwitchParameters.SETTINGS;
    }

    @Override
    public List<String> profiles() {
        return PROFILES;
    }

    @Override
    public InputStream openProfile(String name) throws IOException {
        InputStream sheet = PROFILES.contains(name)
                ? P4SwitchHardware.class.getResourceAsStream("profiles/" + name + ".yaml")
                : null;
        if (sheet == null) {
            throw new IOException(
                    "The p4-switch hardware has no profile " + name + "; it has " + String.join(", ", PROFILES));
        }
        return sheet;
    }

    @Override
    public Set<Class<? extends Capability>> offers() {
        return OFFERS;
    }

    @Override
    public Device build(HardwareContext context) {
        return new P4Switch(context);
    }
}
