// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.smartnic;

import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NicCores.Channel;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram.Transmit;
import org.breadboard.api.runtime.Step;

/** How an asker reaches node 0. */
interface Way {
    boolean send(Step step, int server, Message message);

    Transmit transmit(Step step);

    void polled(Step step, Message message);

    /** To cores, or to host threads that have a channel. */
    record Messages(Channel channel, boolean toHost) implements Way {
        @Override
        public boolean send(Step step, int server, Message message) {
            return toHost
                    ? channel.toHost(step, SmartNicBenchmark.SERVER, server, message)
                    : channel.toCore(step, SmartNicBenchmark.SERVER, server, message);
        }

        @Override
        public Transmit transmit(Step step) {
            return channel.transmit(step);
        }

        @Override
        public void polled(Step step, Message message) {
            channel.polled(step, message);
        }
    }

    /** Between host threads. */
    record Datagrams(DatagramTransport.Endpoint endpoint) implements Way {
        @Override
        public boolean send(Step step, int server, Message message) {
            return endpoint.post(step, SmartNicBenchmark.SERVER, server, message);
        }

        @Override
        public Transmit transmit(Step step) {
            endpoint.doorbell(step);
            return Transmit.IDLE;
        }

        @Override
        public void polled(Step step, Message message) {
            endpoint.polled(step, message);
            endpoint.postReceives(step, 1, true);
        }
    }
}
