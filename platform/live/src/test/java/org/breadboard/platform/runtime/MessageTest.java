// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Task;
import org.junit.jupiter.api.Test;

/** Who owns a message, how large it may be, and how many fit a ring. */
class MessageTest extends EngineFixture {
    @Test
    void shouldGiveBackAKeptMessageThatWasSentOn() {
        AtomicInteger arrived = new AtomicInteger();
        Stage last = stage(2, "last", (step, message) -> arrived.incrementAndGet());
        last.reserve(1);
        Stage middle = stage(1, "middle", (step, message) -> {
            message.keep();
            step.leave(deliverTo(last), message);
        });
        middle.reserve(1);
        Stage first = stage(0, "first");
        first.add(task(step -> {
            send(step, deliverTo(middle), 0);
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> arrived.get() == 1);
        runOn(1_000_000);
        assertEquals(0, messagesOut(engine));
    }

    @Test
    void shouldLeaveAKeptMessageToItsReceiver() {
        Message[] kept = new Message[1];
        AtomicInteger arrived = new AtomicInteger();
        Stage to = stage(1, "to", (step, message) -> {
            message.keep();
            kept[0] = message;
            arrived.incrementAndGet();
        });
        to.reserve(1);
        Stage from = stage(0, "from");
        from.add(task(step -> {
            Message message = step.take(64);
            message.putLong(0, 42);
            message.lengthBytes(8);
            step.leave(deliverTo(to), message);
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> arrived.get() == 1);
        runOn(1_000_000);
        assertEquals(1, messagesOut(engine));
        assertEquals(42, kept[0].getLong(0));
        assertEquals(8, kept[0].lengthBytes());
    }

    @Test
    void shouldCarryMessagesOfAnySize() {
        int[] sizes = {0, 1, 255, 256, 257, 1024, 1025, 4352, 4353, 100_000};
        AtomicInteger arrived = new AtomicInteger();
        Stage to = stage(1, "to", (step, message) -> {
            byte[] bytes = message.bytes();
            for (int i = 0; i < message.lengthBytes(); i++) {
                assertEquals((byte) (i * 31 + message.lengthBytes()), bytes[i]);
            }
            arrived.incrementAndGet();
        });
        to.reserve(sizes.length * 2);
        Stage from = stage(0, "from");
        from.add(task(step -> {
            for (int size : sizes) {
                Message message = step.take(size);
                for (int i = 0; i < size; i++) {
                    message.bytes()[i] = (byte) (i * 31 + size);
                }
                message.lengthBytes(size);
                step.leave(
                        (transit, m) -> {
                            transit.deliver(to, transit.copy(m));
                            transit.deliver(to, m);
                        },
                        message);
            }
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> arrived.get() == sizes.length * 2);
        runOn(1_000_000);
        assertEquals(0, messagesOut(engine));
    }

    // Rings.

    @Test
    void shouldHoldAllThatWasReserved() {
        int slots = 3_000;
        AtomicInteger received = new AtomicInteger();
        Stage to = stage(1, "to", (step, message) -> received.incrementAndGet());
        to.reserve(1_000);
        to.reserve(2_000);
        Stage from = stage(0, "from");
        from.add(task(step -> {
            for (int i = 0; i < slots; i++) {
                send(step, deliverTo(to), i);
            }
            return Task.Next.DONE;
        }));
        engine.start();
        assertThrows(IllegalStateException.class, () -> to.reserve(1));
        runUntilDone(() -> received.get() == slots);
    }

    @Test
    void shouldEndTheRunWhenMoreIsDeliveredThanReserved() {
        Stage to = stage(0, "to", (step, message) -> {});
        to.reserve(10);
        to.add(task(step -> {
            for (int i = 0; i < 1_000; i++) {
                send(step, deliverTo(to), i);
            }
            return Task.Next.DONE;
        }));
        engine.start();
        assertEquals(Engine.Progress.FAILED, engine.runUntil(1_000_000_000, () -> false));
        assertTrue(engine.failure().cause().getMessage().contains("stage to of node 0"), engine.failure()::toString);
        assertTrue(engine.failure().cause().getMessage().contains("reserved"), engine.failure()::toString);
    }

    // Load.
}
