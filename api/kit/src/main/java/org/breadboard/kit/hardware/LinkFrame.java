// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import org.breadboard.api.runtime.Place;

/**
 * What a {@link ReliableLink} puts around a packet; immutable, and shared by what the network makes of it.
 *
 * @param kind what the packet is for
 * @param sequence its number; of a packet that only acknowledges, nothing
 * @param acknowledged the number that the sender expects next, which acknowledges all before
 * @param place of the message in the ring where it will arrive; null if it has none
 */
record LinkFrame(Kind kind, int sequence, int acknowledged, Place place) {
    /** What a packet is for. */
    enum Kind {
        /** It has a message. */
        DATA,
        /** It only acknowledges. */
        ACKNOWLEDGEMENT,
        /** It also says that the number it expects next is missing, while later ones have come. */
        MISSING
    }
}
