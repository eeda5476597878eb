// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import java.util.Arrays;
import org.breadboard.proto.nocc.packet.WireFormat;

/** What a store remembers of its clients, each from its first packet on. The store's thread. */
final class Memories {
    private final Witnesses witnesses;
    private final int store;
    private final WireFormat format;
    private ClientMemory[] memories = new ClientMemory[16];

    Memories(Witnesses witnesses, int store, WireFormat format) {
        this.witnesses = witnesses;
        this.store = store;
        this.format = format;
    }

    /** Of a client that there is. */
    ClientMemory of(int client) {
        if (client >= memories.length) {
            memories = Arrays.copyOf(memories, Math.max(client + 1, 2 * memories.length));
        }
        if (memories[client] == null) {
            memories[client] = new ClientMemory(client, witnesses.row(store, client), format);
        }
        return memories[client];
    }
}
