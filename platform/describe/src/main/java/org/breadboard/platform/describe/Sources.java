// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.platform.catalogue.Catalogue;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.DataSheet;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Profiles;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.Offer;
import org.breadboard.platform.yaml.Where;

/** What there is to describe: what plug-ins bring, and what lies in folders. */
record Sources(Catalogue catalogue, List<InstalledPlugin> plugins, Folders folders, Parts parts, Profiles profiles) {
    static final Where ASKED = new Where("describe", 0);

    Sources(Catalogue catalogue, List<InstalledPlugin> plugins, Folders folders) {
        this(catalogue, plugins, folders, new Parts(plugins));
    }

    private Sources(Catalogue catalogue, List<InstalledPlugin> plugins, Folders folders, Parts parts) {
        this(catalogue, plugins, folders, parts, new Profiles(parts, folders));
    }

    /** Describes an offer of a plug-in. */
    interface OfOffer<T> {
        Description of(Offer<T> offer, String plugin);
    }

    /** Describes the offer of this id, with the plug-in that has it. */
    <T> Description with(String id, Function<InstalledPlugin, List<Offer<T>>> offers, OfOffer<T> describing) {
        for (InstalledPlugin plugin : plugins) {
            for (Offer<T> offer : offers.apply(plugin)) {
                if (offer.id().equals(id)) {
                    return describing.of(offer, "plug-in " + plugin.id());
                }
            }
        }
        throw new RefusedException("The plug-in with '" + id + "' has just gone.");
    }

    /** The names of what all plug-ins offer of a kind, where that fits. */
    <T> List<String> ids(Function<InstalledPlugin, List<Offer<T>>> offers, Predicate<T> fits) {
        return plugins.stream()
                .flatMap(plugin -> offers.apply(plugin).stream())
                .filter(offer -> fits.test(offer.type()))
                .map(Offer::id)
                .sorted()
                .toList();
    }

    /** A data sheet, or nothing where it is not sound. */
    Optional<DataSheet> sheet(String profile) {
        try {
            return Optional.of(profiles.sheet(profile, ASKED));
        } catch (RefusedException unsound) {
            return Optional.empty();
        }
    }

    /** What a data sheet is of. */
    HardwareType hardwareOf(DataSheet sheet) {
        return parts.hardware(sheet.hardware(), ASKED).type();
    }

    /** Says where a thing lies, and whether it is the user's own. */
    void lies(Map<String, Object> more, Kind kind, String name) {
        Optional<Catalogue.Entry> entry = entry(kind, name);
        more.put("own", entry.map(Catalogue.Entry::own).orElse(true));
        more.put("where", entry.map(Catalogue.Entry::where).orElse(name));
    }

    /** What the catalogue has of a thing. */
    Optional<Catalogue.Entry> entry(Kind kind, String name) {
        return catalogue.entries(kind).stream()
                .filter(each -> each.name().equals(name))
                .findFirst();
    }
}
