// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.bench;

import org.breadboard.api.store.Cursor;
import org.breadboard.proto.xenic.store.RemoteCursor;

/** Begins lookups as their design would. One thread. */
interface LookupSource {
    /** Begins the lookup of a key. */
    Cursor.State find(long key);

    /**
     * After a key was found: the slots of the table itself that its lookup would have read, had its hint been the key's
     * own place.
     */
    int objectsByOwnPlace();

    /** The cursor that goes on with it. */
    RemoteCursor cursor();
}
