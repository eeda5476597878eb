package org.breadboard.proto.fasst.txn;

import static org.breadboard.api.pipeline.PacketDescription.entry;
import static org.breadboard.api.pipeline.PacketDescription.kind;

import org.breadboard.api.pipeline.PacketDescription;
import org.breadboard.api.pipeline.PacketDescription.Match;
import org.breadboard.api.pipeline.PacketDescription.Place;
import org.breadboard.proto.fasst.rpc.RpcWire;

/**
 * What a switch has to know of FaSST's packets. An entry is a coalesced request: 4 B of the RPC's header, and a
 * {@link TableRequest}. Checks ask for the version that was read, and so do locks of a header that was read before;
 * writes tell the version that they install. A write goes out when the log has it everywhere, so that nothing but a
 * crash keeps it from its header, which stays locked until then.
 *
 * <p>Versions are of headers, which keys share, and a switch knows keys. What it knows of a key is then a version that
 * its header has had, or is to get, which is enough.
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
        for (int op : new int[] {TableRequest.LOCK, TableRequest.CHECK}) {
            packets.asks(WHAT.is(REQUEST), IS_ENTRY, TYPE.isNot(HostThread.LOG_TYPE), OP.is(op));
        }
        for (int op : new int[] {TableRequest.PUT, TableRequest.DELETE}) {
            packets.tells(WHAT.is(REQUEST), IS_ENTRY, TYPE.isNot(HostThread.LOG_TYPE), OP.is(op));
        }
        return packets.build();
    }
}
