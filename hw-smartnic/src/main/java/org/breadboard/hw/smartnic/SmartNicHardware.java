package org.breadboard.hw.smartnic;

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
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;

/** One SmartNIC per node; on-path and off-path ones are two kinds of hardware, since they offer different capabilities (Xenic 3.1). */
final class SmartNicHardware implements HardwareType {
    static final SmartNicHardware ON_PATH = new SmartNicHardware(
            "smartnic",
            "on-path SmartNIC: cores between wire and host, on-board memory, DMA engine, aggregation",
            List.of("liquidio3"),
            NicParameters.ON_PATH,
            List.of(NicCompute.class, NicCores.class, DatagramTransport.class));
    static final SmartNicHardware OFF_PATH = new SmartNicHardware(
            "smartnic-offpath",
            "off-path SmartNIC: cores as a second endpoint behind an internal switch, no DMA to the host",
            List.of("bluefield", "stingray"),
            NicParameters.OFF_PATH,
            List.of(NicCores.class, DatagramTransport.class, OneSidedVerbs.class));

    private final String id;
    private final String description;
    private final List<String> profiles;
    private final List<Setting<?>> parameters;
    private final Set<Class<? extends Capability>> offers;

    private SmartNicHardware(
            String id,
            String description,
            List<String> profiles,
            List<Setting<?>> parameters,
            List<Class<? extends Capability>> offers) {
        this.id = id;
        this.description = description;
        this.profiles = profiles;
        this.parameters = parameters;
        this.offers = Collections.unmodifiableSet(new LinkedHashSet<>(offers));
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public List<Setting<?>> parameters() {
        return parameters;
    }

    @Override
    public List<String> profiles() {
        return profiles;
    }

    @Override
    public InputStream openProfile(String name) throws IOException {
        InputStream sheet = profiles.contains(name)
                ? SmartNicHardware.class.getResourceAsStream("profiles/" + name + ".yaml")
                : null;
        if (sheet == null) {
            throw new IOException(
                    "The " + id + " hardware has no profile " + name + "; it has " + String.join(", ", profiles));
        }
        return sheet;
    }

    @Override
    public Set<Class<? extends Capability>> offers() {
        return offers;
    }

    @Override
    public Device build(HardwareContext context) {
        return new SmartNic(context, new NicParameters(context.profile(), this == ON_PATH));
    }
}
