// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.table;

import org.breadboard.kit.occ.AccessMap;

/** Where the accesses of one attempt at a transaction are, and where their records stand. */
public class Footprint extends AccessMap {
    private static final int ADDRESS = 0;

    /** Of no access yet. */
    public Footprint() {
        this(0);
    }

    /** With further words beside each access, behind the address. */
    protected Footprint(long... words) {
        super(words);
    }

    /** Says where the record of an access stands, or that it has {@link RecordIndex#NO_PLACE}. */
    public final void stands(int access, long address) {
        word(leader(access), ADDRESS, address);
    }

    /** Where the record of an access stands; 0 until it was said. */
    public final long address(int access) {
        return word(leader(access), ADDRESS);
    }

    /** Whether the record of an access has a place at all. */
    public final boolean hasPlace(int access) {
        return address(access) != RecordIndex.NO_PLACE;
    }
}
