package org.breadboard.hw.p4switch;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.HardwareType;

/** One plain Ethernet NIC per node, with UDP datagrams through the kernel. */
final class EthernetHardware implements HardwareType {
    private static final List<String> PROFILES = List.of("intel-82599");
    private static final Set<Class<? extends Capability>> OFFERS =
            Collections.unmodifiableSet(new LinkedHashSet<>(List.of(DatagramTransport.class)));

    @Override
    public String id() {
        return "ethernet";
    }

    @Override
    public String description() {
        return "plain Ethernet NIC: UDP datagrams in real frames, through system calls";
    }

    @Override
    public List<Setting<?>> parameters() {
        return EthernetParameters.SETTINGS;
    }

    @Override
    public List<String> profiles() {
        return PROFILES;
    }

    @Override
    public InputStream openProfile(String name) throws IOException {
        InputStream sheet = PROFILES.contains(name)
                ? EthernetHardware.class.getResourceAsStream("profiles/" + name + ".yaml")
                : null;
        if (sheet == null) {
            throw new IOException(
                    "The ethernet hardware has no profile " + name + "; it has " + String.join(", ", PROFILES));
        }
        return sheet;
    }

    @Override
    public Set<Class<? extends Capability>> offers() {
        return OFFERS;
    }

    @Override
    public Device build(HardwareContext context) {
        return new EthernetNic(context);
    }
}
