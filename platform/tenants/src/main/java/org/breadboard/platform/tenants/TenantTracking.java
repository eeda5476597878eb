// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tenants;

import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * Tracking of a tenant's transactions, on regions that have the tenant's name before their own. Tags, filters and locks
 * are those of all tenants.
 */
final class TenantTracking implements ConflictTracking {
    private final ConflictTracking whole;
    private final TenantShare share;

    TenantTracking(ConflictTracking whole, TenantShare share) {
        this.whole = whole;
        this.share = share;
    }

    @Override
    public void register(Region region, Region witness) {
        whole.register(region, witness);
    }

    @Override
    public Tracker open(Stage stage, Task task) {
        return new Named(whole.open(stage, task), new TenantNames(share));
    }

    @Override
    public void hold(Step step, Region region, long address, int lengthBytes) {
        whole.hold(step, region, address, lengthBytes);
    }

    @Override
    public void letGo(Step step, Region region, long address, int lengthBytes) {
        whole.letGo(step, region, address, lengthBytes);
    }

    @Override
    public int locks() {
        return whole.locks();
    }

    /** Belongs to the thread of its stage, and so do the names. */
    private record Named(Tracker tracker, TenantNames names) implements Tracker {
        @Override
        public boolean begin(Step step, boolean local) {
            return tracker.begin(step, local);
        }

        @Override
        public Access load(Step step, Region region, long address, byte[] target, int offset, int lengthBytes) {
            return tracker.load(step, region, address, target, offset, lengthBytes);
        }

        @Override
        public Access store(Step step, Region region, long address, byte[] source, int offset, int lengthBytes) {
            return tracker.store(step, region, address, source, offset, lengthBytes);
        }

        @Override
        public boolean isDenied(Step step, Region region, long address, int lengthBytes, boolean stores) {
            return tracker.isDenied(step, region, address, lengthBytes, stores);
        }

        @Override
        public void read(
                Step step,
                int node,
                String region,
                long address,
                int lengthBytes,
                long witnessAddress,
                int witnessBytes,
                int ticket) {
            tracker.read(step, node, names.of(region), address, lengthBytes, witnessAddress, witnessBytes, ticket);
        }

        @Override
        public boolean prepare(Step step, int node, String region, long address, int lengthBytes, int ticket) {
            return tracker.prepare(step, node, names.of(region), address, lengthBytes, ticket);
        }

        @Override
        public void write(
                Step step,
                int node,
                String region,
                long address,
                byte[] source,
                int offset,
                int lengthBytes,
                boolean durable) {
            tracker.write(step, node, names.of(region), address, source, offset, lengthBytes, durable);
        }

        @Override
        public void keep(int node, String region, long address, byte[] source, int offset, int lengthBytes) {
            tracker.keep(node, names.of(region), address, source, offset, lengthBytes);
        }

        @Override
        public void witness(int node, String region, long address, long value) {
            tracker.witness(node, names.of(region), address, value);
        }

        @Override
        public void advance(int node, String region, long address, long by) {
            tracker.advance(node, names.of(region), address, by);
        }

        @Override
        public void declare(Step step, Region region, long address, int lengthBytes, boolean stores) {
            tracker.declare(step, region, address, lengthBytes, stores);
        }

        @Override
        public Access lock(Step step) {
            return tracker.lock(step);
        }

        @Override
        public boolean intend(Step step, int ticket) {
            return tracker.intend(step, ticket);
        }

        @Override
        public boolean isStalled(Step step) {
            return tracker.isStalled(step);
        }

        @Override
        public void finish(Step step) {
            tracker.finish(step);
        }

        @Override
        public void abandon(Step step) {
            tracker.abandon(step);
        }

        @Override
        public AbortReason reason() {
            return tracker.reason();
        }

        @Override
        public void cover(int node, String region, long address, int lengthBytes, boolean writes) {
            tracker.cover(node, names.of(region), address, lengthBytes, writes);
        }

        @Override
        public boolean lockFirst(Step step, boolean local, int ticket) {
            return tracker.lockFirst(step, local, ticket);
        }
    }
}
