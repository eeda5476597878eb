// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import org.breadboard.platform.history.HistoryModel.Op;
import org.breadboard.platform.history.HistoryModel.Tx;
import org.breadboard.platform.history.verdict.AnomalyKind;

/**
 * Plants one anomaly of each kind, on keys of a table of its own, among the transactions of a history, at some instant
 * of it.
 */
enum Plant {
    G0(AnomalyKind.G0) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).write(T, 1, 1, A).write(T, 2, 2, B);
            b(m, ns).write(T, 1, 2, C).write(T, 2, 1, D);
            m.finallyHolds(T, 1, 2, C).finallyHolds(T, 2, 2, B);
        }
    },
    G1A(AnomalyKind.G1A) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).write(T, 1, 1, B).outcome(Outcome.ABORTED);
            b(m, ns).read(T, 1, 1, B);
            m.finallyHolds(T, 1, 0, A);
        }
    },
    G1A_IN_PLACE(AnomalyKind.G1A) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).read(T, 1, 0, A).write(T, 1, 1, B).outcome(Outcome.ABORTED);
            b(m, ns).read(T, 1, 0, B);
            m.finallyHolds(T, 1, 0, A);
        }
    },
    G1B_INTERMEDIATE(AnomalyKind.G1B) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).write(T, 1, 1, B).write(T, 1, 1, C);
            b(m, ns).read(T, 1, 1, B);
            m.finallyHolds(T, 1, 1, C);
        }
    },
    G1B_OLD_VALUE_UNDER_NEW_VERSION(AnomalyKind.G1B) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).read(T, 1, 0, A).write(T, 1, 1, B);
            b(m, ns).read(T, 1, 1, A);
            m.finallyHolds(T, 1, 1, B);
        }
    },
    G1B_TORN(AnomalyKind.G1B) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).write(T, 1, 1, B);
            b(m, ns).read(T, 1, 1, D);
            m.finallyHolds(T, 1, 1, B);
        }
    },
    G1C(AnomalyKind.G1C) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).write(T, 1, 1, B).read(T, 2, 1, C);
            b(m, ns).write(T, 2, 1, C).read(T, 1, 1, B);
            m.finallyHolds(T, 1, 1, B).finallyHolds(T, 2, 1, C);
        }
    },
    G_SINGLE(AnomalyKind.G_SINGLE) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).write(T, 1, 1, B).write(T, 2, 1, C);
            b(m, ns).read(T, 1, 0, A).read(T, 2, 1, C);
            m.finallyHolds(T, 1, 1, B).finallyHolds(T, 2, 1, C);
        }
    },
    G2_ITEM(AnomalyKind.G2_ITEM) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).read(T, 1, 0, A).read(T, 2, 0, A).write(T, 1, 1, B);
            b(m, ns).read(T, 1, 0, A).read(T, 2, 0, A).write(T, 2, 1, C);
            m.finallyHolds(T, 1, 1, B).finallyHolds(T, 2, 1, C);
        }
    },
    PHANTOM(AnomalyKind.PHANTOM) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).scan(T, 10, 20).insert(T, 31, 1, B);
            b(m, ns).scan(T, 30, 40).insert(T, 11, 1, C);
            m.finallyHolds(T, 31, 1, B).finallyHolds(T, 11, 1, C);
        }
    },
    PHANTOM_DELETED(AnomalyKind.PHANTOM) {
        @Override
        void into(HistoryModel m, long ns) {
            // Saw the deleted row gone, and the inserted row not yet there, though one transaction did both.
            a(m, ns).read(T, 1, 0, A).delete(T, 1, 1).insert(T, 12, 1, B);
            b(m, ns).scan(T, 1, 1).scan(T, 10, 20);
            m.finallyHolds(T, 12, 1, B);
        }
    },
    LOST_UPDATE(AnomalyKind.LOST_UPDATE) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).read(T, 1, 0, A).write(T, 1, 1, B);
            b(m, ns).read(T, 1, 0, A).write(T, 1, 2, C);
            m.finallyHolds(T, 1, 2, C);
        }
    },
    LOST_UPDATE_SAME_VERSION(AnomalyKind.LOST_UPDATE) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).write(T, 1, 1, B);
            b(m, ns).write(T, 1, 1, C);
            m.finallyHolds(T, 1, 1, C);
        }
    },
    /** Whose compare was skipped takes the version before its own for the one that it read. */
    LOST_UPDATE_OF_AN_OLDER_VALUE(AnomalyKind.LOST_UPDATE) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).read(T, 1, 0, A).write(T, 1, 1, B);
            b(m, ns).read(T, 1, 1, A).write(T, 1, 2, C);
            m.finallyHolds(T, 1, 2, C);
        }
    },
    LOST_WRITE(AnomalyKind.LOST_WRITE) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).read(T, 1, 0, A).write(T, 1, 1, B);
            m.finallyHolds(T, 1, 0, A);
        }
    },
    LOST_DELETE(AnomalyKind.LOST_WRITE) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).read(T, 1, 0, A).delete(T, 1, 1);
            m.finallyHolds(T, 1, 0, A);
        }
    },
    DUPLICATE(AnomalyKind.DUPLICATE) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).read(T, 1, 0, A);
            b(m, ns).read(T, 1, 0, A).row(T, 1, 0, A);
            m.transactions.get(m.transactions.size() - 1).ops.remove(1);
            m.transactions.get(m.transactions.size() - 1).id = 1;
            m.finallyHolds(T, 1, 0, A);
        }
    },
    COMPLETED_FIRST(AnomalyKind.REAL_TIME) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).read(T, 1, 0, A).completionNs = ns - 1;
            m.finallyHolds(T, 1, 0, A);
        }
    },
    STALE_READ(AnomalyKind.REAL_TIME) {
        @Override
        void into(HistoryModel m, long ns) {
            a(m, ns).read(T, 1, 0, A).write(T, 1, 1, B);
            Tx late = b(m, ns).read(T, 1, 0, A);
            late.invocationNs = ns + 20;
            late.completionNs = ns + 30;
            late.recordedNs = ns + 30;
            m.finallyHolds(T, 1, 1, B);
        }
    };

    /** A table that random histories do not use; keys 1 and 2 hold A at version 0, all others are absent. */
    private static final int T = 9;

    private static final long A = 0xA;
    private static final long B = 0xB;
    private static final long C = 0xC;
    private static final long D = 0xD;

    final AnomalyKind kind;

    Plant(AnomalyKind kind) {
        this.kind = kind;
    }

    abstract void into(HistoryModel model, long atNs);

    /** Plants the anomaly at an instant, or, for comparison, only what was there before it. */
    void plant(HistoryModel model, long atNs) {
        model.initially(T, 1, 0, A).initially(T, 2, 0, A);
        into(model, atNs);
        // Keys that the plant does not end with are as they were.
        for (long key = 1; key <= 2; key++) {
            long k = key;
            boolean touched = model.transactions.stream()
                    .flatMap(tx -> tx.ops.stream())
                    .anyMatch(op -> op.table == T && op.key == k && op.kind != HistoryCodec.PREDICATE_READ);
            if (!touched) {
                model.finalRows.add(new Op(HistoryCodec.READ, T, key, 0, A, false));
            } else if (model.finalRows.stream().noneMatch(op -> op.table == T && op.key == k)
                    && this != PHANTOM_DELETED) {
                model.finalRows.add(new Op(HistoryCodec.READ, T, key, 0, A, false));
            }
        }
    }

    private static Tx a(HistoryModel model, long ns) {
        return model.tx(1, ns, ns + 10);
    }

    private static Tx b(HistoryModel model, long ns) {
        return model.tx(2, ns + 5, ns + 15);
    }
}
