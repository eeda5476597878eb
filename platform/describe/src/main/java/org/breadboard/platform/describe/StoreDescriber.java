// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.breadboard.api.store.StoreType;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.Offer;

/** Describes data structures for tables. */
record StoreDescriber(Sources sources) implements KindDescriber {
    @Override
    public Description describe(String name) {
        return sources.with(name, InstalledPlugin::stores, StoreDescriber::store);
    }

    private static Description store(Offer<StoreType> offer, String plugin) {
        List<String> offers = new ArrayList<>();
        if (offer.type().ordered()) {
            offers.add(Terms.ORDERED);
        }
        if (offer.type().index()) {
            offers.add("indexes");
        }
        return new Description(
                Kind.STORES,
                offer.id(),
                offer.description(),
                List.of(),
                offers,
                List.of(),
                Map.of("where", plugin),
                null,
                Terms.defaults(offer.type().settings(), plugin));
    }
}
