// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import static org.breadboard.api.pipeline.PacketDescription.entry;
import static org.breadboard.api.pipeline.PacketDescription.kind;

import org.breadboard.api.pipeline.PacketDescription;
import org.breadboard.api.pipeline.PacketDescription.Match;
import org.breadboard.api.pipeline.PacketDescription.Place;
import org.breadboard.proto.fasst.rpc.RpcWire;
import org.breadboard.proto.fasst.table.TableRequest;

/**
 * What a switch has to know of FaSST's packets. An entry is a coalesced request: 4 B of the RPC's header, and a
 * {@link TableRequest}. Checks ask for the version that was read, and so do locks of a header that was read before;
 * other locks, and reads, ask for whatever version there is, as long as nobody has locked it. What is written to a
 * backup claims the record, which is locked then, and nothing but a crash keeps the version that it says from it; what
 * is written to the primary ends that.
 *
 * <p>Locks are of headers, which keys share, and a switch knows keys. What it knows of a key is then a version that its
 * header has had, or is to get, and a lock that its header has; it does not know all of them. A lock that goes by
 * claims nothing, since it may be refused because of another key.
 */
final class FasstPackets {
    private static final int PORTS = 1024;

    /** Byte 0 of the immediate data, in a request and in one that comes back. */
    private static final Place WHAT = kind(0, 8);

    private static final int REQUEST = 1;
    private static final int TURNED_ROUND = 2;

    // Of an entry: the RPC's header as 4 B from the lowest up, which are type, length and canary, and the request.
    private static final Place TYPE = entry(0, 8);
    private static final Place LENGTH = entry(1, 16);
    private static final Place CANARY = entry(3, 8);
    private static final Place OP = entry(4, 8);
    private static final Place FLAGS = entry(5, 8);
    private static final Place KEY_LOW = entry(12, 32);
    private static final Place KEY_HIGH = entry(16, 32);
    private static final Place VERSION_HIGH = entry(20, 32);
    private static final Place VERSION_LOW = entry(24, 32);

    private static final Match IS_ENTRY = CANARY.is(RpcWire.CANARY);

    private FasstPackets() {}

    static PacketDescription description() {
        PacketDescription.Builder packets = PacketDescription.of(
                        0, RpcWire.ENTRY_HEADER_BYTES + TableRequest.FIXED_BYTES)
                .ports(0, PORTS)
                .key(KEY_LOW, KEY_HIGH, TYPE)
                .versions(VERSION_HIGH, VERSION_LOW)
                .wholeIf(IS_ENTRY, LENGTH.is(TableRequest.FIXED_BYTES << 8))
                .refusedAs(WHAT.is(TURNED_ROUND));
        for (int op : new int[] {TableRequest.READ, TableRequest.LOCK, TableRequest.CHECK}) {
            packets.asks(is(op, 0));
        }
        for (int op : new int[] {TableRequest.PUT, TableRequest.DELETE}) {
            for (int last : new int[] {0, TableRequest.LAST}) {
                packets.claims(is(op, TableRequest.BACKUP | last));
                packets.tells(is(op, last));
            }
        }
        return packets.build();
    }

    private static Match[] is(int op, int flags) {
        return new Match[] {WHAT.is(REQUEST), IS_ENTRY, TYPE.isNot(HostThread.LOG_TYPE), OP.is(op), FLAGS.is(flags)};
    }
}
