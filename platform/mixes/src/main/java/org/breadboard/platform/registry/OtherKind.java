// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

import java.util.List;
import org.breadboard.api.Plugin;

/** A kind of things that plug-ins may bring and that is not api's. Any thread. */
public interface OtherKind {
    /** That none are brought. */
    OtherKind NONE = new OtherKind() {
        @Override
        public String singular() {
            return "";
        }

        @Override
        public List<String> taken() {
            return List.of();
        }

        @Override
        public List<Offer<?>> of(Plugin plugin) {
            return List.of();
        }
    };

    /** One of them, as a sentence calls it. */
    String singular();

    /** The names that no plug-in may take. */
    List<String> taken();

    /**
     * What a plug-in brings; it is called on a thread that can be given up, and may throw whatever the plug-in throws.
     */
    List<Offer<?>> of(Plugin plugin);
}
