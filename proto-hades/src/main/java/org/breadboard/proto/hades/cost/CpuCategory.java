// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.cost;

/** What a core spends its time on: the bars of HADES Fig. 3. */
public enum CpuCategory {
    /** Managing read and write sets. */
    MANAGE_SETS("cpu.manageSetsNs"),
    /** Updating the versions of records and lines before a write. */
    UPDATE_VERSION("cpu.updateVersionNs"),
    /** Checking that a read was atomic, and the copy that this takes. */
    READ_ATOMICITY("cpu.readAtomicityNs"),
    /** Reading a whole record before it is written. */
    READ_BEFORE_WRITE("cpu.readBeforeWriteNs"),
    /** Locking, unlocking, polling for both, and re-reading versions. */
    CONFLICT_DETECTION("cpu.conflictDetectionNs"),
    /** Everything else. */
    OTHER("cpu.otherNs");

    private final String counter;

    CpuCategory(String counter) {
        this.counter = counter;
    }

    /** The name of its counter. */
    public String counter() {
        return counter;
    }
}
