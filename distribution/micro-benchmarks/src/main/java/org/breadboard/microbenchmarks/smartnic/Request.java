// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.smartnic;

import org.breadboard.api.runtime.Message;

/**
 * A request: 4 B that say which context of which asker it comes from, then for a write or read 8 B of address, then
 * what is written. An echo returns it all, a write the first 4 B, a read the first 4 B and the value.
 */
final class Request {
    /** Asked by a host thread, otherwise by a core. */
    static final int FROM_HOST = 1;

    static final int TAG_BYTES = 4;
    static final int ADDRESS_HEADER_BYTES = TAG_BYTES + Long.BYTES;
    private static final int CONTEXT_BITS = 20;

    private Request() {}

    /** What memory that is read holds at an address, from the start. */
    static long stored(long address) {
        return ~address;
    }

    static int tag(int thread, int context) {
        return thread << CONTEXT_BITS | context;
    }

    static int thread(Message message) {
        return message.getInt(0) >>> CONTEXT_BITS;
    }

    static int context(Message message) {
        return message.getInt(0) & (1 << CONTEXT_BITS) - 1;
    }
}
