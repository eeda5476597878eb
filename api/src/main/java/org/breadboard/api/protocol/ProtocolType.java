package org.breadboard.api.protocol;

import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;

/** A kind of protocol: how transactions (or the operations of a micro-benchmark) run on a cluster. Any thread. */
public interface ProtocolType {
    /** What a protocol is asked to run. */
    enum Runs {
        /** The transactions of a workload. */
        TRANSACTIONS,
        /** Operations of its own, without a workload: a micro-benchmark. */
        OPERATIONS
    }

    /** What it promises of committed transactions, and is checked for. */
    enum Promise {
        /** Some serial order explains them. */
        SERIALIZABLE,
        /** A serial order that agrees with real time explains them. */
        STRICT_SERIALIZABLE
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

    /** The id in mixes, unique among installed plug-ins. */
    String id();

    /** One line for lists. */
    String description();

    /** What it runs. */
    default Runs runs() {
        return Runs.TRANSACTIONS;
    }

    /** What it promises. */
    default Promise promises() {
        return Promise.SERIALIZABLE;
    }

    /** The unit of its versions. */
    default Grain grain() {
        return Grain.RECORD;
    }

    /** What a mix can set. */
    List<Setting<?>> settings();

    /** What it needs of each node's hardware. */
    Set<Class<? extends Capability>> requires();

    /** Which faults it survives without a wrong result. */
    Set<Fault> tolerates();

    /** Whether it can run ranges, minima and maxima. */
    default boolean supportsOrdered() {
        return false;
    }

    /**
     * The most outstanding transactions (or operations) per thread that it supports on a cluster. More are refused, and
     * a search for the peak ends there.
     */
    default int maxContexts(Settings settings, int nodes, int threads) {
        return 1024;
    }

    /**
     * Whether its clients run on machines of their own ({@link ProtocolContext#clientNodes}), which hold no records.
     * Such a protocol is refused without such machines, and any other with them.
     */
    default boolean separatesClients() {
        return false;
    }

    /**
     * The name of the format of its packets, shared with programs for switches
     * ({@link org.breadboard.api.pipeline.PipelineProgramType#packetFormat}); empty if no program can read them.
     */
    default String packetFormat() {
        return "";
    }

    /**
     * The id of the program that the switches get if the mix names none, or empty for plain switches. A mix can replace
     * it, or set {@code switch: none}; the protocol's promises hold all the same. Without a switch that has a pipeline
     * no program runs.
     */
    default String switchProgram() {
        return "";
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
