// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.table;

import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.table.MemoryCost;

/**
 * What a thread's CPU pays for the memory of its node: the model of caches, where the hardware has one
 * ({@link CachedMemory}); otherwise two prices, for what is cold and for what the transaction has touched before. It
 * charges only; bytes are moved by the caller. One thread. Every method keeps the stage and returns the ns of that.
 */
public abstract class HostMemory {
    HostMemory() {}

    /** For one stage. Only while the node is built; regions must be mapped, as {@link NodeTables} does. */
    public static HostMemory of(NodeContext scope, Stage stage, MemoryCost cost) {
        CachedMemory cached = scope.capability(CachedMemory.class);
        return cached == null ? new PricedHostMemory(cost) : new CachedHostMemory(cached.core(stage));
    }

    /** The affinity of the stages of a node: one thread's if they share modelled caches, none otherwise. */
    public static String affinity(NodeContext scope) {
        return scope.capability(CachedMemory.class) == null ? "" : CachedMemory.AFFINITY;
    }

    /** Loads bytes that the transaction has not touched before. */
    public abstract double load(Step step, Region region, long address, int lengthBytes);

    /** Loads bytes that it has loaded before: their header lines, once more. */
    public abstract double loadAgain(Step step, Region region, long address, int lengthBytes);

    /** Stores, or compares and sets, bytes that it has loaded before. */
    public abstract double store(Step step, Region region, long address, int lengthBytes);
}
