// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.PacketPipeline;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.DeviceBench;

/** Hosts with Ethernet NICs around one switch with a pipeline. */
final class SwitchBench {
    /** Times that are easy to add up: 1 Gbit/s has 8 ns per byte. */
    private static final Map<String, Double> ROUND = Map.of(
            "linkGbps", 1.0,
            "hostToSwitchNs", 1000.0,
            "nicPacketNs", 0.0,
            "cpuSendNs", 0.0,
            "cpuReceiveNs", 0.0);

    final DeviceBench hosts;
    final P4Switch device;

    SwitchBench(int hosts, Map<String, ?> switchChanges) {
        this(hosts, switchChanges, DeviceBench.Faults.NONE, 1, false);
    }

    SwitchBench(int hosts, Map<String, ?> switchChanges, DeviceBench.Faults faults, long seed, boolean explore) {
        this(new DeviceBench(new EthernetHardware(), hosts, nic(ROUND), faults, seed, explore), switchChanges);
    }

    /** Puts the switch between hosts. */
    SwitchBench(DeviceBench hosts, Map<String, ?> switchChanges) {
        this.hosts = hosts;
        device = (P4Switch) hosts.addSwitch(
                new P4SwitchHardware(), DataSheets.settings(new P4SwitchHardware(), "tofino", switchChanges));
    }

    /** What a host's NIC does. */
    static Settings nic(Map<String, ?> changes) {
        return DataSheets.settings(new EthernetHardware(), "intel-82599", changes);
    }

    SwitchBench load(PipelineProgram program) {
        device.capability(PacketPipeline.class).load(program);
        return this;
    }

    List<String> remarks() {
        return device.capability(PacketPipeline.class).remarks();
    }

    /**
     * A socket of a host whose stage sends with {@code body} when the run begins, and hands {@code receiver} what it
     * gets.
     */
    DatagramTransport.Endpoint socket(int node, int port, Sender body, Consumer<Message> receiver) {
        Socket socket = new Socket(body, receiver);
        Stage stage = hosts.stage(node, "host" + node + "." + port, socket);
        stage.add(socket);
        socket.endpoint = hosts.datagrams(node).open(stage, port, 1024, 1024);
        return socket.endpoint;
    }

    /** Runs until nothing is left to happen. */
    void run() {
        hosts.run();
        if (hosts.messagesOut() != 0) {
            throw new AssertionError(hosts.messagesOut() + " messages were taken and not given back");
        }
        if (device.held() != 0) {
            throw new AssertionError("the switch still holds " + device.held() + " packets");
        }
    }

    long count(String name) {
        return hosts.count(name);
    }

    /** Sends. */
    interface Sender {
        void send(Step step, DatagramTransport.Endpoint endpoint);
    }

    private static final class Socket extends Task implements StageProgram {
        private final Sender body;
        private final Consumer<Message> receiver;
        private DatagramTransport.Endpoint endpoint;

        Socket(Sender body, Consumer<Message> receiver) {
            this.body = body;
            this.receiver = receiver;
        }

        @Override
        protected Next step(Step step) {
            body.send(step, endpoint);
            endpoint.doorbell(step);
            return Next.DONE;
        }

        @Override
        public void receive(Step step, Message message) {
            receiver.accept(message);
            endpoint.polled(step, message);
            endpoint.postReceives(step, 1, true);
        }
    }
}
