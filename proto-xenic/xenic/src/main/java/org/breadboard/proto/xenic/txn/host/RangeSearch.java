// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.host;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.kit.table.SpreadRanges;
import org.breadboard.proto.xenic.txn.setup.Catalog;
import org.breadboard.proto.xenic.txn.wire.HostWire;
import org.breadboard.proto.xenic.txn.wire.Outcome;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * The ranges of one context's transactions over the keys of all partitions: the thread of its number on each other host
 * is asked for a part, through both NICs, and later whether that is still the same. One thread.
 */
final class RangeSearch {
    /** How many parts are asked for at a time. */
    static final int WINDOW = 8;

    private final NicQueue queue;
    private final long reference;
    private final SpreadRanges ranges;
    private boolean checks;
    private int next;
    private int underWay;
    private AbortReason failure;

    /** Of a context of the queue's thread, whose messages have at most so many bytes. */
    RangeSearch(HostSetup setup, NicQueue queue, int context, int mostBytes, LocalTransaction local) {
        this.queue = queue;
        Catalog catalog = setup.catalog();
        int answerBytes = mostBytes - Wire.HEADER_BYTES;
        ranges = new SpreadRanges(catalog.specs(), catalog.placement(), setup.node(), answerBytes, local);
        reference = HostWire.reference(queue.thread(), context);
    }

    /** Begins another attempt. */
    void begin(Transaction transaction) {
        ranges.begin(transaction);
    }

    boolean isSpread(int access) {
        return ranges.isSpread(access);
    }

    /** Whether one of the accesses from {@code from} on has parts to be fetched, which is begun then. */
    boolean fetches(int from) {
        ranges.open(from);
        checks = false;
        next = ranges.asked();
        failure = null;
        return next < ranges.parts();
    }

    /** Whether there are parts to be looked at again, which is begun then. */
    boolean validates() {
        checks = true;
        next = 0;
        failure = null;
        return ranges.parts() > 0;
    }

    /** Whether it looks again at parts, and does not fetch any. */
    boolean isValidating() {
        return checks;
    }

    /** Goes on; true if all parts are here, and the rows in the transaction, or if it has failed. */
    boolean isDone(Step step) {
        do {
            ask(step);
            if (underWay > 0 || failure == null && next < ranges.parts()) {
                return false;
            }
        } while (failure == null && !checks && ranges.more());
        return true;
    }

    private void ask(Step step) {
        boolean room = true;
        while (room && failure == null && next < ranges.parts() && underWay < WINDOW) {
            if (!ranges.isHere(next)) {
                room = send(step, next);
            } else if (!checks) {
                failure = ranges.fetchHere(step, next);
            }
            next += room ? 1 : 0;
        }
    }

    private boolean send(Step step, int part) {
        Message message = step.take(Wire.HEADER_BYTES + SpreadRanges.REQUEST_BYTES);
        Wire.header(message, Wire.RANGE, reference, Outcome.OK.ordinal(), 1, part);
        if (checks) {
            ranges.check(part, message.bytes(), Wire.HEADER_BYTES);
        } else {
            ranges.request(part, message.bytes(), Wire.HEADER_BYTES);
        }
        message.lengthBytes(Wire.HEADER_BYTES + SpreadRanges.REQUEST_BYTES);
        boolean sent = queue.sendToHost(step, ranges.node(part), message);
        if (sent) {
            underWay++;
        } else {
            step.release(message);
        }
        return sent;
    }

    /** Whether nothing is under way whose answer would have it go on. */
    boolean isStuck() {
        return underWay == 0;
    }

    /** Another host has answered. */
    void answered(Message message) {
        underWay--;
        AbortReason reason = checks
                ? ranges.checked(message.bytes(), Wire.HEADER_BYTES)
                : ranges.answered(Wire.number(message), message.bytes(), Wire.HEADER_BYTES);
        failure = failure == null ? reason : failure;
    }

    /** Why the attempt has to abort, or null. */
    AbortReason failure() {
        return failure;
    }
}
