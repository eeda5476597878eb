package org.breadboard.hw.rdma;

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
import org.breadboard.api.hardware.OneSidedVerbs;

/** One RDMA NIC per node, with datagrams and one-sided verbs. */
final class RdmaHardware implements HardwareType {
    private static final List<String> PROFILES = List.of("connectx3", "connect-ib", "connectx5");
    private static final Set<Class<? extends Capability>> OFFERS =
            Collections.unmodifiableSet(new LinkedHashSet<>(List.of(DatagramTransport.class, OneSidedVerbs.class)));

    @Override
    public String id() {
        return "rdma";
    }

    @Override
    public String description() {
        return "RDMA NIC: datagrams and one-sided verbs over RC, UC, UD and DC queue pairs";
    }

    @Override
    public List<Setting<?>> parameters() {
        return NicParameters.SETTINGS;
    }

    @Override
    public List<String> profiles() {
        return PROFILES;
    }

    @Override
    public InputStream openProfile(String name) throws IOException {
        InputStream sheet =
                PROFILES.contains(name) ? RdmaHardware.class.getResourceAsStream("profiles/" + name + ".yaml") : null;
        if (sheet == null) {
            throw new IOException(
                    "The rdma hardware has no profile " + name + "; it has " + String.join(", ", PROFILES));
        }
        return sheet;
    }

    @Override
    public Set<Class<? extends Capability>> offers() {
        return OFFERS;
    }

    @Override
    public Device build(HardwareContext context) {
        return new RdmaNic(context);
    }
}
