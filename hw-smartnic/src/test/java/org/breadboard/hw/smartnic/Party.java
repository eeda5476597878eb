// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.NicCores.Channel;
import org.breadboard.api.hardware.NicCores.ChannelSpec;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.testkit.DeviceBench;

/** A core or a host thread with a channel: it records what arrives, and does one thing when the run begins. */
final class Party implements StageProgram {
    final List<Long> words = new ArrayList<>();
    final List<Long> atNs = new ArrayList<>();
    Stage stage;
    Channel channel;
    Consumer<Step> answer = step -> {};

    static Party onCore(DeviceBench bench, int node, int core, ChannelSpec spec) {
        Party party = new Party();
        party.stage = bench.capability(node, NicCores.class).core(core, party);
        party.channel = bench.capability(node, NicCores.class).openFlow(party.stage, core, spec);
        return party;
    }

    static Party onHost(DeviceBench bench, int node, int queue, ChannelSpec spec) {
        Party party = new Party();
        party.stage = bench.stage(node, "host" + queue, party);
        party.channel = bench.capability(node, NicCores.class).openQueue(party.stage, queue, spec);
        return party;
    }

    DeviceBench.Once begin(Consumer<Step> body) {
        DeviceBench.Once once = new DeviceBench.Once(body, message -> {});
        stage.add(once);
        return once;
    }

    static Message word(Step step, long value, int lengthBytes) {
        Message message = step.take(lengthBytes);
        message.putLong(0, value);
        message.lengthBytes(lengthBytes);
        message.kind(7);
        return message;
    }

    @Override
    public void receive(Step step, Message message) {
        channel.polled(step, message);
        words.add(message.getLong(0));
        atNs.add(step.nowNs());
        answer.accept(step);
    }

    @Override
    public Transmit transmit(Step step) {
        return channel.transmit(step);
    }

    /** How long its stage was busy, in ns. */
    double busyNs(DeviceBench bench) {
        return bench.busyNs(stage.node(), stage.name());
    }
}
