// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.program;

import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.HeaderStack;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;

/**
 * What the program sees of a packet, what it takes along beside it from pass to pass, and the values that these fields
 * have.
 */
final class NoccFields {
    static final int WORDS = Wire.VALUE_BYTES / Integer.BYTES;

    // Values of kind: what a packet is.
    static final int REQUEST = 1;
    static final int COMMITTED = 2;
    static final int ABORTED = 3;
    static final int READ = 4;

    // Values of phase: where a request is.
    static final int CHECK = 0;
    static final int ACT = 1;
    static final int INSTALL = 2;

    // Values of job: what a pass has to do.
    static final int CHECK_COMPARE = 1;
    static final int CHECK_WRITE = 2;
    static final int CORRECT = 3;
    static final int UNPIN = 4;
    static final int UPDATE = 5;
    static final int INSERT = 6;
    static final int OVERWRITE = 7;
    static final int TAKE_PLACE = 8;
    static final int SERVE = 9;

    final Field payloadBytes;
    final Field flags;
    final Field client;
    final Field fragments;
    final Field status;
    final Field ops;
    final Field index;
    final Field type;
    final Field key;
    final Field[] value = new Field[WORDS];
    /** Of the operation; null if the format has none. */
    final Field version;

    // Taken along by a packet that recirculates.
    final Field kind;
    final Field phase;
    final Field marked;
    final Field missed;
    final Field corrected;
    final Field[] seenOf;
    final Field[] pinnedOf;

    /** How many operations a packet may have; one with more is forwarded unjudged. */
    final int mostOps;

    // Of one pass.
    final Field well;
    final Field cell;
    final Field tag;
    final Field next;
    final Field last;
    final Field job;
    final Field doomed;
    final Field mine;
    final Field seen;
    final Field found;
    final Field hit;
    final Field wants;
    final Field fresh;
    final Field referenced;
    final Field pinned;
    final Field claimed;
    final Field stamp;
    final Field same;
    final Field differs;
    final Field now;
    final Field since;
    final Field reverts;
    final Field[] cached = new Field[WORDS];

    NoccFields(Assembly assembly, WireFormat format, int mostOps) {
        this.mostOps = mostOps;
        seenOf = new Field[mostOps];
        pinnedOf = new Field[mostOps];
        payloadBytes = assembly.payloadBytes();
        flags = assembly.header("flags", Wire.FLAGS_AT, 8);
        client = assembly.header("client", Wire.CLIENT_AT, 32);
        fragments = assembly.header("fragments", Wire.FRAGMENTS_AT, 8);
        status = assembly.header("status", Wire.STATUS_AT, 8);
        ops = assembly.header("ops", Wire.OPS_AT, 8);
        index = assembly.carried("index", 8);
        HeaderStack stack = assembly.stack("operations", Wire.HEADER_BYTES, format.opBytes(), mostOps, index);
        type = stack.field("type", 0, 8);
        key = stack.field("key", Wire.KEY_AT, 32);
        version = format.hasVersions() ? stack.field("version", Wire.VERSION_AT, 32) : null;
        kind = assembly.carried("kind", 8);
        phase = assembly.carried("phase", 8);
        marked = assembly.carried("marked", 8);
        missed = assembly.carried("missed", 8);
        corrected = assembly.carried("corrected", 8);
        for (int op = 0; op < mostOps; op++) {
            seenOf[op] = assembly.carried("seen" + op, 16);
            pinnedOf[op] = assembly.carried("pinned" + op, 8);
        }
        well = assembly.metadata("well", 8);
        cell = assembly.metadata("cell", 32);
        tag = assembly.metadata("tag", 32);
        next = assembly.metadata("next", 8);
        last = assembly.metadata("last", 8);
        job = assembly.metadata("job", 8);
        doomed = assembly.metadata("doomed", 8);
        mine = assembly.metadata("mine", 8);
        seen = assembly.metadata("seen", 16);
        found = assembly.metadata("found", 32);
        hit = assembly.metadata("hit", 8);
        wants = assembly.metadata("wants", 8);
        fresh = assembly.metadata("fresh", 8);
        referenced = assembly.metadata("referenced", 8);
        pinned = assembly.metadata("pinned", 8);
        claimed = assembly.metadata("claimed", 8);
        stamp = assembly.metadata("stamp", 16);
        same = assembly.metadata("same", 8);
        differs = assembly.metadata("differs", 8);
        now = assembly.metadata("now", 32);
        since = assembly.metadata("since", 32);
        reverts = assembly.metadata("reverts", 8);
        for (int word = 0; word < WORDS; word++) {
            value[word] = stack.field("value" + word, Wire.VALUE_AT + word * Integer.BYTES, 32);
            cached[word] = assembly.metadata("cached" + word, 32);
        }
    }
}
