// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.shard;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.recovery.LogScan;
import org.breadboard.kit.recovery.RecoverySource.LogSink;
import org.breadboard.proto.nocc.packet.OpList;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireKey;

/**
 * What one node's battery-backed memory says of the requests that one store executed in one configuration: of each
 * client the last that took effect. A client has one at a time at a store, and makes the next one when it was answered,
 * which is when all backups have it; so one that is overwritten is over.
 *
 * <p>A slot's state is written last, so that one which a crash left half written is none.
 */
public final class RequestLog implements LogScan.SlottedLog {
    /** What names of regions with logs begin with. */
    public static final String REGION = "nocc.log";

    private static final Layout LAYOUT = new Layout("nocc.log", 1);

    // A region begins with its epoch, and how many slots were used.
    private static final int EPOCH = 0;
    private static final int USED = 8;
    private static final int FIRST_SLOT = 64;

    // A slot: whether it is whole, the transaction's number, how many records it has in all, and how many are here.
    private static final int ID = 8;
    private static final int WANTED = 16;
    private static final int COUNT = 24;
    private static final int FIRST_RECORD = 32;

    // A record of a slot: key, whether it is written, version, value.
    private static final int WRITTEN = 8;
    private static final int VERSION = 16;
    private static final int VALUE = 24;
    private static final int RECORD_BYTES = VALUE + Wire.VALUE_BYTES;
    private static final long SLOT_BYTES = FIRST_RECORD + (long) OpList.CAPACITY * RECORD_BYTES;

    private final Region region;
    private final byte[] value = new byte[Wire.VALUE_BYTES];

    /**
     * A log of this configuration, empty.
     *
     * @param store whose requests it is about
     * @param clients how many there are at most
     */
    public RequestLog(NodeScope scope, int store, int clients) {
        region = scope.region(
                REGION + "." + scope.epoch() + "." + store,
                FIRST_SLOT + clients * SLOT_BYTES,
                Lifetime.SURVIVES_CRASH,
                LAYOUT);
        region.putLong(EPOCH, scope.epoch());
    }

    /** One that an earlier configuration left. */
    RequestLog(Region left) {
        region = left;
    }

    @Override
    public Region region() {
        return region;
    }

    @Override
    public long slots() {
        return region.getLong(USED);
    }

    /** Whether there is room for a client of this number. */
    public boolean isClient(int client) {
        return client >= 0 && at(client) + SLOT_BYTES <= region.sizeBytes();
    }

    /** How many bytes are in use. */
    public long usedBytes() {
        return FIRST_SLOT + slots() * SLOT_BYTES;
    }

    private static long at(long client) {
        return FIRST_SLOT + client * SLOT_BYTES;
    }

    /** Writes a record over its client's last one. */
    public void write(LogRecord record) {
        long at = at(record.client());
        region.putLong(USED, Math.max(slots(), record.client() + 1L));
        region.putLongRelease(at, 0);
        region.putLong(at + ID, record.id());
        region.putLong(at + WANTED, record.wanted());
        region.putLong(at + COUNT, record.count());
        for (int i = 0; i < record.count(); i++) {
            long to = at + FIRST_RECORD + (long) i * RECORD_BYTES;
            region.putLong(to, record.key(i));
            region.putLong(to + WRITTEN, record.isWritten(i) ? 1 : 0);
            region.putLong(to + VERSION, record.version(i));
            region.write(to + VALUE, record.values(), record.valueAt(i), Wire.VALUE_BYTES);
        }
        region.putLongRelease(at, 1);
    }

    /** Reads a client's last one. */
    public void read(int client, LogRecord into) {
        long at = at(client);
        into.begin(LogRecord.Kind.DONE, client, region.getLong(at + ID));
        into.wanted((int) region.getLong(at + WANTED));
        for (long i = 0; i < region.getLong(at + COUNT); i++) {
            long from = at + FIRST_RECORD + i * RECORD_BYTES;
            region.read(from + VALUE, value, 0, Wire.VALUE_BYTES);
            into.add(
                    (int) region.getLong(from),
                    region.getLong(from + WRITTEN) != 0,
                    region.getLong(from + VERSION),
                    value,
                    0);
        }
    }

    @Override
    public void show(long client, LogSink sink) {
        long at = at(client);
        if (region.getLongAcquire(at) == 0) {
            return;
        }
        sink.transaction(region.getLong(EPOCH), client, region.getLong(at + ID), (int) region.getLong(at + WANTED));
        for (long i = 0; i < region.getLong(at + COUNT); i++) {
            long from = at + FIRST_RECORD + i * RECORD_BYTES;
            int key = (int) region.getLong(from);
            region.read(from + VALUE, value, 0, Wire.VALUE_BYTES);
            sink.write(
                    WireKey.table(key),
                    WireKey.key(key),
                    region.getLong(from + VERSION),
                    false,
                    value,
                    0,
                    Wire.VALUE_BYTES);
        }
    }
}
