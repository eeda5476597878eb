// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.store;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.osgi.annotation.versioning.ConsumerType;

/** A kind of data structure for tables. Any thread. */
@ConsumerType
public interface StoreType {
    /** The id in mixes, unique among installed plug-ins. */
    String id();

    /** One line for lists. */
    String description();

    /** What can be said of one: by a protocol that keeps its tables in it, or lets a mix say it. */
    List<Setting<?>> settings();

    /**
     * Whether it keeps keys in order, leaves records where they are for as long as they live, and takes inserts and
     * deletes of several threads, each under the lock of its key's header, beside lookups without locks: what ordered
     * tables are kept in.
     */
    boolean ordered();

    /**
     * Whether it is made for indexes: it finds any single key in a time that hardly grows with their number, and is
     * never full before it holds as many as it was made for, whatever keys they are. A table is found by such a store
     * where neither the mix nor the workload names one. As a rule a store is made for tables.
     */
    default boolean index() {
        return false;
    }

    /**
     * Works out the geometry of a store.
     *
     * @param records how many records it must be able to hold
     * @param valueBytes the size of a value, a multiple of 8 after rounding up by the store
     * @throws org.breadboard.api.RefusedException if it cannot be built like that
     */
    Store create(long records, int valueBytes, Settings settings);
}
