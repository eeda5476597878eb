// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

/**
 * Clients whose answers wait for the backups, in the order of what they wait for; each client once, with its last
 * answer. One that had a newer request executed meanwhile has given up the older answer. The store's thread.
 */
final class HeldAnswers {
    private ClientMemory first;
    private ClientMemory last;

    /** Holds a client's answer until a sequence number that is not below those of the others. */
    void hold(ClientMemory memory, long until) {
        if (memory.isHeld) {
            remove(memory);
        }
        memory.isHeld = true;
        memory.heldUntil = until;
        memory.before = last;
        if (last == null) {
            first = memory;
        } else {
            last.after = memory;
        }
        last = memory;
    }

    /** A client whose answer may go, now that backups have all up to this sequence number; null if there is none. */
    ClientMemory release(long settled) {
        ClientMemory memory = first;
        if (memory == null || memory.heldUntil > settled) {
            return null;
        }
        remove(memory);
        return memory;
    }

    private void remove(ClientMemory memory) {
        if (memory.before == null) {
            first = memory.after;
        } else {
            memory.before.after = memory.after;
        }
        if (memory.after == null) {
            last = memory.before;
        } else {
            memory.after.before = memory.before;
        }
        memory.before = null;
        memory.after = null;
        memory.isHeld = false;
    }
}
