// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tatp;

import static org.breadboard.workloads.tatp.Schema.CALL_FORWARDING;
import static org.breadboard.workloads.tatp.Schema.SECONDARY_SUBSCRIBER;
import static org.breadboard.workloads.tatp.Schema.SPECIAL_FACILITY;
import static org.breadboard.workloads.tatp.Schema.SUBSCRIBER;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.NamedLogic;
import org.breadboard.workloads.parts.OneFetch;

/**
 * The transactions that write. All but the first know a subscriber by number and look the id up. Each step that depends
 * on another is a round of its own, so that a row that is missing costs nothing behind it.
 */
final class TatpWrites {
    private TatpWrites() {}

    /** Input: subscriber, type, bit 1, data A. Fails if there is no special facility of the type (37.5%). */
    static final class UpdateSubscriberData extends OneFetch {
        UpdateSubscriberData(double roundNs) {
            super("update-subscriber-data", 4, roundNs);
        }

        @Override
        protected void declare(LogicContext transaction) {
            transaction.update(SUBSCRIBER, transaction.input(0));
            transaction.update(SPECIAL_FACILITY, Schema.typedKey(transaction.input(0), transaction.input(1)));
        }

        @Override
        protected Decision decide(LogicContext transaction) {
            if (!transaction.found(0) || !transaction.found(1)) {
                return Decision.ABORT;
            }
            long before = fingerprints(transaction);
            int otherBits = transaction.getByte(0, Schema.BITS) & ~1;
            transaction.putByte(0, Schema.BITS, otherBits | (int) transaction.input(2));
            transaction.putByte(1, Schema.DATA_A, (int) transaction.input(3));
            transaction.account(fingerprints(transaction) - before);
            return Decision.COMMIT;
        }

        private static long fingerprints(LogicContext transaction) {
            return Fingerprint.subscriber(transaction, 0)
                    + Fingerprint.specialFacility(transaction.key(1), transaction.getByte(1, Schema.DATA_A));
        }
    }

    /** Input: number, location. Never fails. */
    static final class UpdateLocation extends ByNumber {
        UpdateLocation(double roundNs) {
            super("update-location", 2, roundNs);
        }

        @Override
        protected Decision run(int round, LogicContext transaction, long subscriber) {
            if (round == 1) {
                transaction.update(SUBSCRIBER, subscriber);
                return Decision.FETCH;
            }
            if (!transaction.found(1)) {
                return Decision.ABORT;
            }
            long before = Fingerprint.subscriber(transaction, 1);
            transaction.putInt(1, Schema.VLR_LOCATION, (int) transaction.input(1));
            transaction.account(Fingerprint.subscriber(transaction, 1) - before);
            return Decision.COMMIT;
        }
    }

    /**
     * Input: number, type, start, end hour, digits. Fails if there is no special facility of the type, or a row that
     * begins at that time already (68.75%).
     */
    static final class InsertCallForwarding extends ByNumber {
        InsertCallForwarding(double roundNs) {
            super("insert-call-forwarding", 5, roundNs);
        }

        @Override
        protected Decision run(int round, LogicContext transaction, long subscriber) {
            long facility = Schema.typedKey(subscriber, transaction.input(1));
            if (round == 1) {
                transaction.read(SPECIAL_FACILITY, facility);
                return Decision.FETCH;
            }
            if (!transaction.found(1)) {
                return Decision.ABORT;
            }
            if (round == 2) {
                transaction.insert(CALL_FORWARDING, Schema.forwardingKey(facility, transaction.input(2)));
                return Decision.FETCH;
            }
            if (transaction.found(2)) {
                return Decision.ABORT;
            }
            transaction.newValue(2, Schema.CALL_FORWARDING_BYTES);
            transaction.putByte(2, Schema.END_HOUR, (int) transaction.input(3));
            for (int i = 0; i < Schema.NUMBER_DIGITS; i++) {
                transaction.putByte(2, Schema.FORWARD_NUMBER + i, Schema.digit(transaction.input(4), i));
            }
            transaction.account(Fingerprint.callForwarding(transaction, 2));
            return Decision.COMMIT;
        }
    }

    /** Input: number, type, start. Fails if there is no such row (68.75%). */
    static final class DeleteCallForwarding extends ByNumber {
        DeleteCallForwarding(double roundNs) {
            super("delete-call-forwarding", 3, roundNs);
        }

        @Override
        protected Decision run(int round, LogicContext transaction, long subscriber) {
            if (round == 1) {
                long facility = Schema.typedKey(subscriber, transaction.input(1));
                transaction.delete(CALL_FORWARDING, Schema.forwardingKey(facility, transaction.input(2)));
                return Decision.FETCH;
            }
            if (!transaction.found(1)) {
                return Decision.ABORT;
            }
            transaction.account(-Fingerprint.callForwarding(transaction, 1));
            transaction.remove(1);
            return Decision.COMMIT;
        }
    }

    /** Looks a subscriber up by the number in input 0, and goes on with the id from round 1 on. */
    private abstract static class ByNumber extends NamedLogic {
        ByNumber(String name, int inputs, double roundNs) {
            super(name, inputs, roundNs);
        }

        /** A round behind the first. */
        abstract Decision run(int round, LogicContext transaction, long subscriber);

        @Override
        public final Decision run(int round, LogicContext transaction) {
            if (round == 0) {
                transaction.read(SECONDARY_SUBSCRIBER, transaction.input(0));
                return Decision.FETCH;
            }
            return transaction.found(0) ? run(round, transaction, transaction.getLong(0, 0)) : Decision.ABORT;
        }
    }
}
