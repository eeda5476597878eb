// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tenants;

import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/** One-sided verbs of a tenant's protocol, on regions that have the tenant's name before their own. */
final class TenantVerbs implements OneSidedVerbs {
    private final OneSidedVerbs whole;
    private final TenantShare share;

    TenantVerbs(OneSidedVerbs whole, TenantShare share) {
        this.whole = whole;
        this.share = share;
    }

    @Override
    public void register(Region region) {
        whole.register(region);
    }

    @Override
    public QueuePair connect(Stage stage, int node, Transport transport, int sendSlots, int sharers) {
        return new Named(whole.connect(stage, node, transport, sendSlots, sharers), new TenantNames(share));
    }

    /** Belongs to the thread of its stage, and so do the names. */
    private static final class Named implements QueuePair {
        private final QueuePair queuePair;
        private final TenantNames names;

        Named(QueuePair queuePair, TenantNames names) {
            this.queuePair = queuePair;
            this.names = names;
        }

        @Override
        public boolean read(Step step, Task task, String name, long address, int lengthBytes) {
            return queuePair.read(step, task, names.of(name), address, lengthBytes);
        }

        @Override
        public boolean write(Step step, Task task, String name, long address, Message payload) {
            return queuePair.write(step, task, names.of(name), address, payload);
        }

        @Override
        public boolean compareAndSwap(Step step, Task task, String name, long address, long expected, long value) {
            return queuePair.compareAndSwap(step, task, names.of(name), address, expected, value);
        }

        @Override
        public boolean fetchAndAdd(Step step, Task task, String name, long address, long delta) {
            return queuePair.fetchAndAdd(step, task, names.of(name), address, delta);
        }

        @Override
        public void doorbell(Step step) {
            queuePair.doorbell(step);
        }

        @Override
        public void polled(Step step, Message message) {
            queuePair.polled(step, message);
        }

        @Override
        public void target(int node) {
            queuePair.target(node);
        }
    }
}
