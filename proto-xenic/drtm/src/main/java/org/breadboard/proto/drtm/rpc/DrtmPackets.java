// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.rpc;

import static org.breadboard.api.pipeline.PacketDescription.entry;
import static org.breadboard.api.pipeline.PacketDescription.header;
import static org.breadboard.api.pipeline.PacketDescription.kind;

import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.PacketDescription;
import org.breadboard.api.pipeline.PacketDescription.Match;
import org.breadboard.api.pipeline.PacketDescription.Place;
import org.breadboard.kit.nic.RpcPlace;
import org.breadboard.proto.drtm.setup.DrtmOptions;
import org.breadboard.proto.drtm.setup.Way;

/**
 * What a switch has to know of the RPCs of DrTM+H ({@link Rpc}): an item that locks or validates asks for the header
 * word that was read; one that writes tells the word that the record has or, from a backup's on, gets for certain. All
 * that ask name a word, so a claim would add nothing; and it would stay where a coordinator commits at its own node,
 * which no switch sees. One-sided verbs a switch lets pass.
 */
public final class DrtmPackets {
    private static final int PORTS = 1024;

    /** The bits of a message's kind above the coroutine, in a request and in one that comes back. */
    private static final Place WHAT = kind(1, 8);

    private static final int REQUEST = 1;
    private static final int TURNED_ROUND = 2;

    private static final Place OP = header(0, 8);
    private static final Place TABLE = entry(0, 16);
    private static final Place VALUE_BYTES = entry(4, 16);
    private static final Place FLAGS = entry(7, 8);
    private static final Place KEY_LOW = entry(8, 32);
    private static final Place KEY_HIGH = entry(12, 32);
    private static final Place WORD_HIGH = entry(16, 32);
    private static final Place WORD_LOW = entry(20, 32);

    private DrtmPackets() {}

    /**
     * The description.
     *
     * @param id of the protocol
     * @throws RefusedException if nothing that asks, or nothing that tells, is an RPC over datagrams
     */
    public static PacketDescription of(String id, DrtmOptions options) {
        if (options.reliableRpcs) {
            throw new RefusedException("'" + id + "' sends its RPCs over reliable connections, which no program of a"
                    + " switch can answer on; set protocol.rpcTransport=ud");
        }
        if (options.rpcs == RpcPlace.NIC) {
            throw new RefusedException("'" + id + "' sends its RPCs to cores of NICs here, several in a packet that no"
                    + " program of a switch can read; set protocol.rpcs=host");
        }
        if (options.lock != Way.RPC && options.validate != Way.RPC) {
            throw new RefusedException("'" + id + "' locks and validates by one-sided verbs here, which no program of a"
                    + " switch can answer; set protocol.lock=rpc or protocol.validate=rpc");
        }
        if (options.commit != Way.RPC && options.log != Way.RPC) {
            throw new RefusedException("'" + id + "' logs and commits by one-sided verbs here, so that no switch learns"
                    + " of versions; set protocol.commit=rpc or protocol.log=rpc");
        }
        return PacketDescription.of(Rpc.REQUEST_BYTES, Rpc.ITEM_BYTES)
                .ports(0, PORTS)
                .key(KEY_LOW, KEY_HIGH, TABLE)
                .versions(WORD_HIGH, WORD_LOW)
                .wholeIf(VALUE_BYTES.is(0))
                .asks(is(Rpc.LOCK))
                .asks(
                        WHAT.is(REQUEST),
                        OP.is(Rpc.VALIDATE),
                        FLAGS.is(0)) // Nobody else has a newer one of what it holds.
                .tells(is(Rpc.LOG))
                .tells(is(Rpc.COMMIT))
                .refusedAs(WHAT.is(TURNED_ROUND))
                .build();
    }

    private static Match[] is(int op) {
        return new Match[] {WHAT.is(REQUEST), OP.is(op)};
    }
}
