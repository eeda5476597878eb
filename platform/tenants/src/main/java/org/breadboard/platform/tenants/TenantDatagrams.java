// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tenants;

import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;

/** Datagrams of a tenant's protocol: its port p is one of the ports of all tenants, the same on every node. */
final class TenantDatagrams implements DatagramTransport {
    private final DatagramTransport whole;
    private final TenantShare share;

    TenantDatagrams(DatagramTransport whole, TenantShare share) {
        this.whole = whole;
        this.share = share;
    }

    @Override
    public int maxPayloadBytes() {
        return whole.maxPayloadBytes();
    }

    @Override
    public Endpoint open(Stage stage, int port, int receiveSlots, int sendSlots) {
        return new Numbered(whole.open(stage, share.numbered(port), receiveSlots, sendSlots), share);
    }

    @Override
    public Endpoint openReliable(Stage stage, int port, int receiveSlots, int sendSlots) {
        return new Numbered(whole.openReliable(stage, share.numbered(port), receiveSlots, sendSlots), share);
    }

    @Override
    public boolean mayLose() {
        return whole.mayLose();
    }

    private record Numbered(Endpoint endpoint, TenantShare share) implements Endpoint {
        @Override
        public int number() {
            return endpoint.number();
        }

        @Override
        public boolean post(Step step, int node, int port, Message message) {
            return endpoint.post(step, node, share.numbered(port), message);
        }

        @Override
        public void doorbell(Step step) {
            endpoint.doorbell(step);
        }

        @Override
        public void polled(Step step, Message message) {
            endpoint.polled(step, message);
        }

        @Override
        public void postReceives(Step step, int count, boolean cheap) {
            endpoint.postReceives(step, count, cheap);
        }
    }
}
