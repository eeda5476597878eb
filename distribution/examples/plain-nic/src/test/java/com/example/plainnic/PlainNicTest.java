package com.example.plainnic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.example.plainnic.backlog.SendBacklog;
import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.DeviceBench;
import org.breadboard.testkit.HardwareContract;
import org.junit.jupiter.api.Test;

class PlainNicTest extends HardwareContract {
    @Override
    protected HardwareType type() {
        return new PlainNic();
    }

    @Test
    void shouldTellWhatItStillHasToSend() {
        DeviceBench bench = new DeviceBench(type(), 2, DataSheets.settings(type(), "plain-nic-25g"));
        SendBacklog backlog = bench.capability(0, SendBacklog.class);
        List<Integer> waiting = new ArrayList<>();
        Stage sender = bench.stage(0);
        DatagramTransport.Endpoint source = bench.datagrams(0).open(sender, 7, 0, 8);
        bench.datagrams(1)
                .open(bench.stage(1, "sink", (step, message) -> waiting.add(backlog.waiting())), 7, 8, 1);
        sender.add(new DeviceBench.Once(
                step -> {
                    for (int i = 0; i < 2; i++) {
                        Message message = step.take(8);
                        message.lengthBytes(8);
                        source.post(step, 1, 7, message);
                    }
                    waiting.add(backlog.waiting());
                    source.doorbell(step);
                    waiting.add(backlog.waiting());
                },
                message -> {}));
        bench.run();
        assertEquals(List.of(0, 2, 0, 0), waiting, "before the doorbell, behind it, and at each arrival");
        assertEquals(2, bench.count("plain-nic.sends"));
        assertEquals(2, bench.count("plain-nic.delivered"));
    }
}
