// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.mix.parts.DataSheet;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Parts.Part;
import org.breadboard.platform.mix.parts.Profiles;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.tenants.SharedProtocols;

/** What a mix chooses by name: protocol, hardware, switches and workload. For one thread. */
final class Choices {
    private final Parts parts;
    private final Profiles profiles;
    private final MixSource.Stack mix;
    private final Layers layers;
    private DataSheet sheet;
    private Part<HardwareType> hardware;
    private Part<ProtocolType> protocol;
    private Part<WorkloadType> workload;
    private Tenants tenants;
    private TenantProtocols protocols;
    private Switches switches;
    private HardwareGroups groups;

    /** Nothing is chosen yet. */
    Choices(Parts parts, Profiles profiles, MixSource.Stack mix) {
        this.parts = parts;
        this.profiles = profiles;
        this.mix = mix;
        layers = mix.layers();
    }

    /** Chooses all. */
    void make() {
        profile();
        steps().forEach(Runnable::run);
    }

    /** Chooses what can be, for somebody who has not said everything yet. */
    void makeSome() {
        for (Runnable step : steps()) {
            try {
                step.run();
            } catch (RefusedException notYet) {
                // The other choices may stand.
            }
        }
    }

    private List<Runnable> steps() {
        return List.of(
                this::chooseProtocol,
                this::chooseHardware,
                this::chooseGroups,
                this::chooseSwitches,
                this::chooseWorkload);
    }

    /** Chooses one after another, and tells of who brings what, until something is missing. */
    void tell(Demands demands) {
        ask(MixKeys.PROTOCOL, this::chooseProtocol, () -> protocols == null ? protocol : null, demands);
        ask(MixKeys.HARDWARE_PROFILE, this::chooseHardware, () -> hardware, demands);
        ask(MixKeys.HARDWARE, this::chooseGroups, () -> null, demands);
        if (groups != null) {
            groups.all()
                    .forEach(group -> demands.there(
                            group.nodes().where(),
                            "the mix",
                            group.key() + ".profile '" + group.sheet().profile() + "'",
                            "plug-in '" + group.hardware().plugin().id() + "'"));
        }
        ask(MixKeys.SWITCH, this::chooseSwitches, () -> null, demands);
        if (switches != null) {
            switches.tell(demands);
        }
        ask(MixKeys.WORKLOAD, this::chooseWorkload, () -> workload, demands);
        if (tenants != null) {
            tenants.all().forEach(tenant -> ask(tenant.key(), () -> {}, tenant::workload, demands));
        }
        if (protocols != null) {
            protocols.all().forEach(choice -> ask(choice.key(), () -> {}, choice::protocol, demands));
        }
    }

    /** Makes a choice by name, and tells of who brings what it names. */
    private void ask(String key, Runnable choice, Supplier<Part<?>> chosen, Demands demands) {
        String name = layers.get(key) == null ? "" : " '" + layers.get(key).text() + "'";
        try {
            choice.run();
            if (chosen.get() != null) {
                demands.there(
                        mix.origin(key),
                        "the mix",
                        key + name,
                        "plug-in '" + chosen.get().plugin().id() + "'");
            }
        } catch (RefusedException refused) {
            demands.missing(mix.origin(key), "the mix", key + name, "plug-ins", refused);
        }
    }

    private void chooseProtocol() {
        Layers.Entry chosen = needed(MixKeys.PROTOCOL, "a protocol, such as protocol: NAME");
        if (chosen.text().equals(SharedProtocols.ID)) {
            protocols = new TenantProtocols(layers, parts);
            protocol = protocols.together();
            return;
        }
        protocol = parts.protocol(chosen.text(), chosen.where());
    }

    private void chooseHardware() {
        Layers.Entry profile = profile();
        sheet = fitting(profile);
        hardware = parts.hardware(sheet.hardware(), profile.where());
        Layers.Entry kind = layers.get(MixKeys.HARDWARE);
        if (kind != null && layers.chosenAt(MixKeys.HARDWARE) >= layers.chosenAt(MixKeys.HARDWARE_PROFILE)) {
            parts.hardware(kind.text(), kind.where());
            if (!kind.text().equals(sheet.hardware())) {
                throw kind.where()
                        .refuse("hardware '" + kind.text() + "' is asked for, but profile '" + profile.text() + "' ("
                                + profile.where() + ") describes hardware '" + sheet.hardware() + "'.");
            }
        }
    }

    private void chooseGroups() {
        if (hardware != null) {
            groups = new HardwareGroups(layers, parts, profile(), this::fitting);
        }
    }

    private void chooseSwitches() {
        if (protocol != null) {
            switches = new Switches(layers, parts, profiles, protocol);
        }
    }

    private void chooseWorkload() {
        if (protocol == null) {
            return;
        }
        Layers.Entry chosen = layers.get(MixKeys.WORKLOAD);
        boolean none = chosen == null || chosen.text().equals(MixKeys.NONE);
        boolean operations = protocol.type().runs() == ProtocolType.Runs.OPERATIONS;
        if (none && !operations) {
            throw (chosen == null ? mix.where() : chosen.where())
                    .refuse("protocol '" + protocol.id() + "' runs transactions, so the mix must name a workload"
                            + ", such as workload: NAME.");
        }
        if (!none && operations) {
            throw chosen.where()
                    .refuse("protocol '" + protocol.id()
                            + "' runs operations of its own and takes no workload, but '" + chosen.text()
                            + "' is asked for; say workload: none.");
        }
        if (!none && chosen.text().equals(Tenants.SHARED)) {
            tenants = new Tenants(layers, parts);
        } else {
            workload = none ? null : parts.workload(chosen.text(), chosen.where());
        }
        if (protocols != null) {
            protocols.checkTenants(tenants);
        }
    }

    /**
     * The first of the profiles named, separated by commas, whose hardware offers what the protocol needs: a testbed
     * may have several NICs per machine. If none does, the first, which the checks then refuse.
     */
    private DataSheet fitting(Layers.Entry profile) {
        DataSheet first = null;
        for (String one : profile.text().split(",", -1)) {
            DataSheet candidate = profiles.sheet(one.strip(), profile.where());
            HardwareType type =
                    parts.hardware(candidate.hardware(), profile.where()).type();
            if (protocol == null || type.offers().containsAll(MixParts.ofHardware(protocol.type()))) {
                return candidate;
            }
            first = first == null ? candidate : first;
        }
        return first;
    }

    private Layers.Entry profile() {
        return needed(MixKeys.HARDWARE_PROFILE, "a data sheet, such as hardware.profile: NAME");
    }

    private Layers.Entry needed(String key, String what) {
        Layers.Entry entry = layers.get(key);
        if (entry == null || entry.text().isEmpty()) {
            throw new RefusedException("Mix '" + mix.name() + "' names no " + key + "; it needs " + what + ".");
        }
        return entry;
    }

    /** Notes them as values of the mix. */
    void note(Values values) {
        for (String key : MixKeys.CHOICES) {
            if (key.equals(MixKeys.SWITCH)) {
                switches.note(values);
            } else {
                note(key, values);
            }
        }
    }

    private void note(String key, Values values) {
        Layers.Entry entry = layers.get(key);
        if (key.equals(MixKeys.HARDWARE)) {
            boolean said = entry != null && entry.text().equals(hardware.id());
            values.note(key, hardware.id(), said ? entry.where().toString() : "profile " + sheet.profile());
        } else if (key.equals(MixKeys.WORKLOAD) && entry == null) {
            values.note(key, MixKeys.NONE, "default");
        } else if (entry != null && !Switches.isOfSwitch(key)) {
            String text = key.equals(MixKeys.HARDWARE_PROFILE) ? sheet.profile() : entry.text();
            values.note(key, text, entry.where().toString());
        }
    }

    /** Protocols that ask for hardware, each by what a refusal calls it. */
    Map<String, ProtocolType> askers() {
        return protocols == null ? Map.of("protocol '" + protocol.id() + "'", protocol.type()) : protocols.askers();
    }

    /** Who brings what was chosen. */
    List<InstalledPlugin> plugins() {
        List<InstalledPlugin> used = new ArrayList<>(List.of(hardware.plugin(), protocol.plugin()));
        if (workload != null) {
            used.add(workload.plugin());
        }
        if (tenants != null) {
            tenants.all().forEach(tenant -> used.add(tenant.workload().plugin()));
        }
        if (protocols != null) {
            protocols.all().forEach(choice -> used.add(choice.protocol().plugin()));
        }
        groups.all().forEach(group -> used.add(group.hardware().plugin()));
        switches.parts().forEach(part -> used.add(part.plugin()));
        return used.stream().distinct().toList();
    }

    /** The data sheet of every machine that is in no group; this and all that follow are null until they are chosen. */
    DataSheet sheet() {
        return sheet;
    }

    /** The hardware of every machine that is in no group. */
    Part<HardwareType> hardware() {
        return hardware;
    }

    /** The groups of machines with other hardware. */
    HardwareGroups groups() {
        return groups;
    }

    /** The switches. */
    Switches switches() {
        return switches;
    }

    /** The protocol; several that share the cluster, as one of which nothing can be created yet. */
    Part<ProtocolType> protocol() {
        return protocol;
    }

    /** The protocols of tenants; null if there is one protocol. */
    TenantProtocols protocols() {
        return protocols;
    }

    /** The workload; null also if there is none, or a shared one. */
    Part<WorkloadType> workload() {
        return workload;
    }

    /** The tenants of a shared workload; null also if it is not shared. */
    Tenants tenants() {
        return tenants;
    }
}
