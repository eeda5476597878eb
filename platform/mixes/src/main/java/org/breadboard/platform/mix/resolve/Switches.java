// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.hardware.PacketPipeline;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.parts.DataSheet;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Parts.Part;
import org.breadboard.platform.mix.parts.Profiles;
import org.breadboard.platform.program.DescribedPackets;
import org.breadboard.platform.yaml.Where;

/**
 * What a mix says of its switches: {@code switch} names the program that they run ({@code none}: they forward; by
 * default what the protocol wants), {@code switch.profile} the device, and {@code switch.X} is a setting of the program
 * or a parameter of the device.
 */
final class Switches {
    private final Layers layers;
    private final Parts parts;
    private final Part<ProtocolType> protocol;
    private final Part<PipelineProgramType> program;
    private final DataSheet sheet;
    private final Part<HardwareType> hardware;
    private final Where asked;
    private final int programFrom;
    private final int profileFrom;

    /** Reads what is chosen. */
    Switches(Layers layers, Parts parts, Profiles profiles, Part<ProtocolType> protocol) {
        this.layers = layers;
        Layers.Entry said = layers.get(MixKeys.SWITCH);
        String wanted = wanted(layers, protocol);
        asked = said != null ? said.where() : layers.get(MixKeys.PROTOCOL).where();
        program = wanted.isEmpty() || wanted.equals(MixKeys.NONE) ? null : parts.program(wanted, asked);
        boolean wished = wanted.equals(protocol.type().traits().switchProgram());
        programFrom = wished ? layers.chosenAt(MixKeys.PROTOCOL) : layers.saidFrom(MixKeys.SWITCH);
        profileFrom = layers.chosenAt(MixKeys.SWITCH_PROFILE);
        Layers.Entry profile = layers.get(MixKeys.SWITCH_PROFILE);
        boolean none = profile == null || profile.text().equals(MixKeys.NONE);
        if (none && program != null) {
            throw (profile == null ? asked : profile.where())
                    .refuse("program '" + program.id()
                            + "' runs in a switch with a pipeline, and the mix has none; say " + MixKeys.SWITCH_PROFILE
                            + ": NAME"
                            + able(parts));
        }
        if (!none) {
            sheet = profiles.sheet(profile.text(), profile.where());
            hardware = parts.hardware(sheet.hardware(), profile.where());
            if (!hardware.type().offers().contains(PacketPipeline.class)) {
                throw profile.where()
                        .refuse("profile '" + sheet.profile() + "' describes hardware '" + hardware.id()
                                + "', which is no switch" + able(parts));
            }
            refuseTwice(profile.where());
        } else {
            sheet = null;
            hardware = null;
        }
        this.protocol = protocol;
        this.parts = parts;
        if (program != null
                && !DescribedPackets.areReadBy(program.type())
                && !program.type()
                        .packetFormat()
                        .equals(protocol.type().traits().packetFormat())) {
            throw asked.refuse("program '" + program.id() + "' judges packets of the format '"
                    + program.type().packetFormat() + "', which protocol '" + protocol.id() + "' does not send"
                    + speakers(parts));
        }
    }

    /** Tells of what the program asks for, which it was given. */
    void tell(Demands demands) {
        if (program == null) {
            return;
        }
        Layers.Entry said = layers.get(MixKeys.SWITCH);
        Where where = (said == null ? layers.get(MixKeys.PROTOCOL) : said).where();
        String who = "switch program '" + program.id() + "'";
        demands.there(
                where,
                said == null ? "the protocol" : "the mix",
                MixKeys.SWITCH + " '" + program.id() + "'",
                "plug-in '" + program.plugin().id() + "'");
        demands.there(where, who, PacketPipeline.class.getSimpleName(), "switch.profile '" + sheet.profile() + "'");
        demands.there(
                where,
                who,
                DescribedPackets.areReadBy(program.type())
                        ? "packets that are described"
                        : "packets of the format '" + program.type().packetFormat() + "'",
                "protocol '" + layers.get(MixKeys.PROTOCOL).text() + "'");
    }

    /** The program that a mix asks for or, where it asks for none, the protocol wishes; or no word, or {@code none}. */
    static String wanted(Layers layers, Part<ProtocolType> protocol) {
        Layers.Entry said = layers.get(MixKeys.SWITCH);
        return said == null ? protocol.type().traits().switchProgram() : said.text();
    }

    private static String able(Parts parts) {
        String names = parts.hardware().values().stream()
                .filter(each -> each.type().offers().contains(PacketPipeline.class))
                .map(each -> String.join(", ", each.type().profiles()))
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "; no installed plug-in has one." : "; what is installed: " + names + ".";
    }

    /** Refuses a program for packets that the protocol, so set, does not describe. */
    void refuseUndescribed(Settings ofProtocol) {
        if (program == null) {
            return;
        }
        try {
            DescribedPackets.of(program.type(), protocol.type(), ofProtocol);
        } catch (RefusedException refused) {
            throw asked.refuse(
                    refused.getMessage() + (DescribedPackets.areSentBy(protocol.type()) ? "." : speakers(parts)));
        }
    }

    private String speakers(Parts parts) {
        String names = parts.plugins().stream()
                .flatMap(plugin -> plugin.protocols().stream())
                .filter(offer -> DescribedPackets.areReadBy(program.type())
                        ? DescribedPackets.areSentBy(offer.type())
                        : offer.type()
                                .traits()
                                .packetFormat()
                                .equals(program.type().packetFormat()))
                .map(offer -> "'" + offer.id() + "'")
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "; no installed protocol does." : "; installed protocols that do: " + names + ".";
    }

    private void refuseTwice(Where where) {
        if (program == null) {
            return;
        }
        Set<String> names =
                program.type().settings().stream().map(Setting::name).collect(Collectors.toSet());
        for (Setting<?> parameter : hardware.type().parameters()) {
            if (names.contains(parameter.name())) {
                throw where.refuse("program '" + program.id() + "' and hardware '" + hardware.id()
                        + "' both have a setting '" + parameter.name() + "', so that '" + MixKeys.SWITCH + "."
                        + parameter.name() + "' is ambiguous; take another switch.");
            }
        }
    }

    /** The device, or null. */
    HardwareType hardware() {
        return hardware == null ? null : hardware.type();
    }

    /** The program, or null. */
    PipelineProgramType program() {
        return program == null ? null : program.type();
    }

    /** Who brings what it names. */
    List<Part<?>> parts() {
        List<Part<?>> used = new java.util.ArrayList<>();
        if (hardware != null) {
            used.add(hardware);
        }
        if (program != null) {
            used.add(program);
        }
        return used;
    }

    /** What a mix can say of the program that it names, even if it names no device yet in which that runs. */
    static Map<String, Setting<?>> ofProgram(Layers layers, Parts parts, Part<ProtocolType> protocol) {
        Map<String, Setting<?>> known = new TreeMap<>();
        Part<PipelineProgramType> named = parts.programs().get(wanted(layers, protocol));
        if (named != null) {
            MixKeys.put(known, MixKeys.SWITCH, named.type().settings());
        }
        return known;
    }

    /** What a mix can say of them, besides the choices. */
    Map<String, Setting<?>> known() {
        Map<String, Setting<?>> known = new TreeMap<>();
        if (hardware != null) {
            MixKeys.put(known, MixKeys.SWITCH, hardware.type().parameters());
        }
        if (program != null) {
            MixKeys.put(known, MixKeys.SWITCH, program.type().settings());
        }
        return known;
    }

    /** Whether a key that is not known was meant for a program or a device that a higher layer replaced. */
    boolean isReplaced(String key) {
        return layers.get(key, Math.max(programFrom, profileFrom)) == null;
    }

    /** What is wrong with a key that is not known, without its place. */
    String unknown(String key) {
        String word = key.substring(MixKeys.SWITCH.length() + 1);
        if (sheet == null) {
            return "plain switches have no setting '" + word + "'; say " + MixKeys.SWITCH_PROFILE
                    + ": NAME first, or leave" + " it out.";
        }
        List<String> words = known().keySet().stream()
                .map(each -> each.substring(MixKeys.SWITCH.length() + 1))
                .toList();
        String who = (program == null ? "a switch without a program" : "switch program '" + program.id() + "'")
                + " on hardware '" + hardware.id() + "'";
        return who + " has no setting '" + word + "'"
                + Suggestion.choices(
                        word,
                        words,
                        "describe " + (program == null ? "profile/" + sheet.profile() : "program/" + program.id()));
    }

    /** Whether a key is one of switches. */
    static boolean isOfSwitch(String key) {
        return key.startsWith(MixKeys.SWITCH + ".");
    }

    /** Notes the choices as values of the mix: nothing, where a mix has plain switches and says nothing of them. */
    void note(Values values) {
        Layers.Entry said = layers.get(MixKeys.SWITCH);
        if (said != null || program != null) {
            String origin = said == null ? "wish of the protocol" : said.where().toString();
            values.note(MixKeys.SWITCH, program == null ? MixKeys.NONE : program.id(), origin);
        }
        Layers.Entry profile = layers.get(MixKeys.SWITCH_PROFILE);
        if (profile != null) {
            String text = sheet == null ? profile.text() : sheet.profile();
            values.note(MixKeys.SWITCH_PROFILE, text, profile.where().toString());
        }
    }

    /** The switches, settled; null if they only forward and take no time. */
    Mix.Switches settle(int count, Values values) {
        if (sheet == null) {
            if (count > 1) {
                throw layers.get(MixKeys.SWITCHES.name())
                        .where()
                        .refuse("several switches need a device, such as " + MixKeys.SWITCH_PROFILE + ": NAME.");
            }
            return null;
        }
        return new Mix.Switches(
                count,
                hardware.id(),
                sheet.profile(),
                values.settle(MixKeys.SWITCH, sheet, hardware.type().parameters(), profileFrom),
                program == null ? null : program.id(),
                program == null
                        ? null
                        : values.settle(
                                MixKeys.SWITCH, program.id(), program.type().settings(), programFrom));
    }
}
