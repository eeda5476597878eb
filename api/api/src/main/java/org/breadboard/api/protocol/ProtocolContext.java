// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.protocol;

import java.util.List;
import java.util.function.Supplier;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;

/** What a protocol knows about a run before any node is built. By the thread that assembles the run. */
@ProviderType
public interface ProtocolContext {
    /** How many nodes hold records, nodes of clients not included. */
    int nodes();

    /**
     * How many machines have clients and no records ({@link ProtocolTraits#clientsApart}); their nodes are numbered
     * after the others.
     */
    default int clientNodes() {
        return 0;
    }

    /** Host threads per node. */
    int threads();

    /**
     * The most outstanding transactions (or operations) of a thread. Where a number of clients is spread over machines
     * of their own, some threads have one fewer, or none.
     */
    int contexts();

    /** The resolved settings. */
    Settings settings();

    /** Where records live. */
    Placement placement();

    /** The workload's tables; empty for {@link ProtocolType.Runs#OPERATIONS}. */
    List<TableSpec> tables();

    /**
     * The workload's types of transactions, each at the index of its type; empty for
     * {@link ProtocolType.Runs#OPERATIONS}.
     */
    List<TransactionLogic> transactions();

    /** The initial content of a table. */
    Population population(int table);

    /** Whether transactions may remove records of a table ({@link org.breadboard.api.workload.Workload#removes}). */
    default boolean removes(int table) {
        return false;
    }

    /** Where numbers begin that wrap around, as {@link org.breadboard.api.hardware.NodeScope#firstNumber} says. */
    default int firstNumber() {
        return 0;
    }

    /** The installed kinds of stores, in the order of their ids. */
    List<StoreType> stores();

    /** An installed kind of store by its id, or null. */
    default StoreType store(String id) {
        return stores().stream()
                .filter(type -> type.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    /**
     * Makes what nodes start from. In a process that runs one mix after another, what the run before made is given back
     * if its cluster, its workload and the protocol's settings were the same. When a run is judged, its cluster is
     * built once more, to be looked at as it was at first, and is given back what the run began with; images that were
     * not made here would be made again, and each record compared.
     *
     * @param name tells it from what else the protocol starts from
     * @param make its result follows from tables, populations, placement, stores and settings, and not from
     *     {@link #contexts}; what follows from a device, too, has that in its name. It is not null, never changes, and
     *     holds nothing of this run
     */
    <T> T initial(String name, Supplier<T> make);

    /**
     * Makes an image once for all replicas.
     *
     * @param fill writes the content into a region of zeros of that size
     */
    Image image(long sizeBytes, Layout layout, Fill fill);

    /** Writes an image's content. */
    @FunctionalInterface
    @ConsumerType
    interface Fill {
        /** Fills {@code region}, which is only valid during the call. */
        void fill(Region region);
    }
}
