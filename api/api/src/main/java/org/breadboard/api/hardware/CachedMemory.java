// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A node's memory as its cores see it: through private caches, a shared last-level cache and DRAM. It says what an
 * access costs; the bytes themselves are loaded from and stored to the {@link Region}. The stages that use one node's
 * cached memory share the affinity {@link #AFFINITY}, so that the caches belong to one thread.
 */
@ConsumerType
public interface CachedMemory extends Capability {
    /** The affinity of every stage that uses it. */
    String AFFINITY = "cached-memory";

    /** Maps a region, so that the caches know its lines. Only while building. */
    void map(Region region);

    /** The private caches of the core that runs {@code stage}. Only while building; one for each stage. */
    Core core(Stage stage);

    /** One core's view. Used by its stage's thread only. */
    @ConsumerType
    interface Core {
        /**
         * Stalls the stage while the core waits for these bytes; lines of one access overlap. Returns the ns.
         *
         * @throws IllegalArgumentException if the region was not mapped
         */
        double load(Step step, Region region, long address, int lengthBytes);

        /** The same for a store, which takes the lines from other cores' caches. */
        double store(Step step, Region region, long address, int lengthBytes);
    }
}
