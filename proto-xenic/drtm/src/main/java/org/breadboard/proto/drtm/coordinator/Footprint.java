// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.coordinator;

import org.breadboard.api.workload.Placement;
import org.breadboard.kit.occ.AccessMap;

/** Where the accesses of a transaction are, and the addresses of their records. */
final class Footprint extends AccessMap {
    private static final int HEADER = 0;
    private static final int VALUE = 1;
    /** Of a leader: the access whose request to read the record locks it. */
    private static final int LOCKER = 2;

    private static final long NOWHERE = -1;

    private byte[] record = {};

    Footprint() {
        super(NOWHERE, NOWHERE, NOWHERE);
    }

    /** The record of an access was found there. */
    void stands(int access, long headerAddress, long valueAddress) {
        word(access, HEADER, headerAddress);
        word(access, VALUE, valueAddress);
    }

    /** Whether the record's address is not known yet. */
    boolean isWalking(int access) {
        return word(access, HEADER) == NOWHERE;
    }

    long headerAddress(int access) {
        return word(access, HEADER);
    }

    long valueAddress(int access) {
        return word(access, VALUE);
    }

    /** How far behind its header the value of the record begins. */
    int valueOffset(int access) {
        return (int) (valueAddress(access) - headerAddress(access));
    }

    /** From the header to the end of the value. */
    int recordBytes(int access, int valueBytes) {
        return valueOffset(access) + valueBytes;
    }

    /** The record of an access is locked by the request that reads it for this access. */
    void readsLocking(int access) {
        word(leader(access), LOCKER, access);
    }

    /** Whether a request that reads the record of an access locks it, or has locked it. */
    boolean isReadLocking(int access) {
        return word(leader(access), LOCKER) != NOWHERE;
    }

    /** Whether it is the request for this very access. */
    boolean locksByReading(int access) {
        return word(leader(access), LOCKER) == access;
    }

    /** Room for a header word and a value. */
    byte[] record(int valueBytes) {
        if (record.length < Long.BYTES + valueBytes) {
            record = new byte[Long.BYTES + valueBytes];
        }
        return record;
    }

    /**
     * Whether a node is to log what an access writes: as a backup, and where machines may crash as the primary, too.
     */
    boolean isLogged(Placement placement, int access, int node, boolean recovers) {
        int copy = placement.copy(partition(access), node);
        return copy > 0 || recovers && copy == 0;
    }
}
