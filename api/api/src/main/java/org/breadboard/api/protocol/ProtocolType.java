// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.protocol;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.pipeline.PacketDescription;
import org.breadboard.api.txn.Transaction;
import org.osgi.annotation.versioning.ConsumerType;

/** A kind of protocol: how transactions (or the operations of a micro-benchmark) run on a cluster. Any thread. */
@ConsumerType
public interface ProtocolType {
    /** What a protocol is asked to run. */
    enum Runs {
        /** The transactions of a workload. */
        TRANSACTIONS,
        /** Operations of its own, without a workload: a micro-benchmark. */
        OPERATIONS
    }

    /**
     * What it promises of committed transactions, and is checked for; each includes those before it. The first three as
     * Adya, Liskov and O'Neil ("Generalized Isolation Level Definitions") and Bailis et al. ("Scalable Atomic
     * Visibility with RAMP Transactions") define them.
     */
    enum Promise {
        /** Nobody sees what was not committed, or not yet complete, nor information that flows in a circle (PL-2). */
        READ_COMMITTED,
        /** Who sees one write of a transaction sees none of its other items as they were before it. */
        READ_ATOMIC,
        /**
         * Each reads the state of one instant, and of two that write an item the second begins after the first has
         * ended (PL-SI). Its transactions say which instants these are ({@link Transaction#snapshot}).
         */
        SNAPSHOT_ISOLATION,
        /** Some serial order explains them. */
        SERIALIZABLE,
        /** A serial order that agrees with real time explains them. */
        STRICT_SERIALIZABLE;

        /** As mixes and results write it, for example {@code snapshot-isolation}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /**
         * The one that mixes and results write so.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Promise of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
        }

        /** As people write it, for example {@code snapshot isolation}. */
        public String inWords() {
            return this == STRICT_SERIALIZABLE ? "strictly serializable" : word().replace('-', ' ');
        }

        /** Whether whoever promises this promises the other one, too. */
        public boolean includes(Promise other) {
            return compareTo(other) >= 0;
        }
    }

    /** What it keeps versions of, and hence the unit of conflicts. */
    enum Grain {
        /** A record. */
        RECORD,
        /**
         * A part of a record, where its table has parts ({@link org.breadboard.api.workload.TableSpec#partBytes}):
         * transactions on different parts of a record need not be in one order. The run is checked at that grain, which
         * is the finer promise.
         */
        PART
    }

    /**
     * What the versions of an item (a record or a part, {@link Grain}) are, which reads and writes report, in tables
     * that are not ordered. In ordered ones they count as shared, whatever a protocol says.
     */
    enum Versions {
        /**
         * Several items may share one, so that it rises with writes of others, too: as that of a bucket does. It falls
         * at no copy while no machine crashes.
         */
        SHARED,
        /**
         * Each item has its own, to which each committed write of it adds one while it is there. One that comes, or
         * comes back, may begin at any later version than it had.
         */
        WHILE_PRESENT,
        /** Each item has its own, to which each committed write of it adds one, insertions and removals included. */
        COUNTED
    }

    /**
     * Which nodes would still have a committed write if they crashed at the instant at which its transaction is
     * reported ({@link TransactionSource#committed}): in their copy of the record, or in a log that a recovery reads.
     */
    enum Durability {
        /** It does not say, and is not judged. */
        UNTOLD,
        /** Every backup of the record's partition; the primary may get it later. */
        BACKUPS,
        /** As many nodes as the partition has copies, whichever they are. */
        COPIES,
        /** As {@link #COPIES} in a run whose machines may crash; elsewhere it does not say, and is not judged. */
        COPIES_WHERE_MACHINES_CRASH
    }

    /** The id in mixes, unique among installed plug-ins. */
    String id();

    /** One line for lists. */
    String description();

    /** What it runs. */
    default Runs runs() {
        return Runs.TRANSACTIONS;
    }

    /** What it promises and survives, and what it wants of a cluster. */
    default ProtocolTraits traits() {
        return ProtocolTraits.promising(Promise.SERIALIZABLE);
    }

    /** What a mix can set. */
    List<Setting<?>> settings();

    /**
     * What it needs of each node's hardware, and of the runtime ({@link org.breadboard.api.hardware.BlockingCalls}).
     */
    Set<Class<? extends Capability>> requires();

    /**
     * The most outstanding transactions (or operations) per thread that it supports on a cluster. More are refused, and
     * a search for the peak ends there.
     */
    default int maxContexts(Settings settings, int nodes, int threads) {
        return 1024;
    }

    /**
     * What programs of switches have to know of its packets to send back what is stale, or null if it does not say:
     * then programs for packets that are described are refused.
     *
     * @param settings what a mix sets, {@link #settings}
     * @throws org.breadboard.api.RefusedException if with these settings there is nothing in its packets to judge; the
     *     message says why
     */
    default PacketDescription packets(Settings settings) {
        return null;
    }

    /** The largest value that it can store, in bytes. */
    int maxValueBytes();

    /**
     * Prepares one run; nodes are built from what it returns.
     *
     * @throws org.breadboard.api.RefusedException if the mix cannot work with it
     */
    Protocol create(ProtocolContext context);
}
