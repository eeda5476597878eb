package org.breadboard.hw.htmbloom.node;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.hardware.OneSidedVerbs;

/** Nodes whose directory and NIC track transactions with Bloom filters (HADES). */
public final class HadesHardware implements HardwareType {
    private static final String PROFILE = "hades-node";
    private static final Set<Class<? extends Capability>> OFFERS = Collections.unmodifiableSet(
            new LinkedHashSet<>(List.of(OneSidedVerbs.class, CachedMemory.class, ConflictTracking.class)));

    @Override
    public String id() {
        return "htm-bloom";
    }

    @Override
    public String description() {
        return "Cores with caches and an RDMA NIC; directory and NIC track transactions with Bloom filters";
    }

    @Override
    public List<Setting<?>> parameters() {
        return NodeParameters.SETTINGS;
    }

    @Override
    public List<String> profiles() {
        return List.of(PROFILE);
    }

    @Override
    public InputStream openProfile(String name) throws IOException {
        InputStream sheet =
                PROFILE.equals(name) ? HadesHardware.class.getResourceAsStream("profiles/" + name + ".yaml") : null;
        if (sheet == null) {
            throw new IOException("The htm-bloom hardware has no profile " + name + "; it has " + PROFILE);
        }
        return sheet;
    }

    @Override
    public Set<Class<? extends Capability>> offers() {
        return OFFERS;
    }

    @Override
    public Device build(HardwareContext context) {
        return new HadesNode(context);
    }
}
