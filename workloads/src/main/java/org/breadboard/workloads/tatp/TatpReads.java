// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tatp;

import static org.breadboard.workloads.tatp.Schema.ACCESS_INFO;
import static org.breadboard.workloads.tatp.Schema.CALL_FORWARDING;
import static org.breadboard.workloads.tatp.Schema.SPECIAL_FACILITY;
import static org.breadboard.workloads.tatp.Schema.SUBSCRIBER;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.NamedLogic;
import org.breadboard.workloads.parts.OneFetch;

/** The transactions that only read. Their first input is a subscriber's id. */
final class TatpReads {
    private TatpReads() {}

    /** Reads a subscriber. */
    static final class GetSubscriberData extends OneFetch {
        GetSubscriberData(double roundNs) {
            super("get-subscriber-data", 1, roundNs);
        }

        @Override
        protected void declare(LogicContext transaction) {
            transaction.read(SUBSCRIBER, transaction.input(0));
        }

        @Override
        protected Decision decide(LogicContext transaction) {
            return transaction.found(0) ? Decision.COMMIT : Decision.ABORT;
        }
    }

    /** Reads the access info of a type, input 1; 62.5% of them exist. */
    static final class GetAccessData extends OneFetch {
        GetAccessData(double roundNs) {
            super("get-access-data", 2, roundNs);
        }

        @Override
        protected void declare(LogicContext transaction) {
            transaction.read(ACCESS_INFO, Schema.typedKey(transaction.input(0), transaction.input(1)));
        }

        @Override
        protected Decision decide(LogicContext transaction) {
            return transaction.found(0) ? Decision.COMMIT : Decision.ABORT;
        }
    }

    /**
     * Where calls go from a start on, input 2, until after an hour, input 3: reads the special facility of a type,
     * input 1, and, if it is active, the call forwarding rows that begin by then. About 20% find one (FaSST's source:
     * 20 to 24%).
     */
    static final class GetNewDestination extends NamedLogic {
        GetNewDestination(double roundNs) {
            super("get-new-destination", 4, roundNs);
        }

        @Override
        public Decision run(int round, LogicContext transaction) {
            return switch (round) {
                case 0 -> {
                    transaction.read(SPECIAL_FACILITY, facility(transaction));
                    yield Decision.FETCH;
                }
                case 1 -> forwardings(transaction);
                default -> destination(transaction);
            };
        }

        private static Decision forwardings(LogicContext transaction) {
            if (!transaction.found(0) || transaction.getByte(0, Schema.IS_ACTIVE) == 0) {
                return Decision.ABORT;
            }
            for (long start = 0; start <= transaction.input(2); start++) {
                transaction.read(CALL_FORWARDING, Schema.forwardingKey(facility(transaction), start));
            }
            return Decision.FETCH;
        }

        private static Decision destination(LogicContext transaction) {
            for (int row = 1; row < transaction.accesses(); row++) {
                if (transaction.found(row) && transaction.getByte(row, Schema.END_HOUR) > transaction.input(3)) {
                    return Decision.COMMIT;
                }
            }
            return Decision.ABORT;
        }

        private static long facility(LogicContext transaction) {
            return Schema.typedKey(transaction.input(0), transaction.input(1));
        }
    }
}
