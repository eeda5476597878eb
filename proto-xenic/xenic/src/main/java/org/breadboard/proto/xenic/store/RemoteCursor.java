// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.store.Cursor;

/** A cursor that counts what Table 2 of Xenic counts: round trips, which are its fetches, and objects read. */
public interface RemoteCursor extends Cursor {
    /** How many slots were in the ranges that this lookup has asked for so far, taken or empty, wanted or not. */
    int objects();

    /** After {@link State#FOUND} by bytes: how many of these slots came up to the one that was found, it included. */
    int objectsToFound();
}
