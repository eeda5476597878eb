// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.breadboard.kit.occ.CountingStep;
import org.breadboard.kit.table.TableCopies;
import org.junit.jupiter.api.Test;

/** Calls that wait for their answers at the server's. */
class RpcThreadTest {
    private static final double AGAIN_NS = 250;

    private final List<Message> posted = new ArrayList<>();
    private final CountingStep step = new CountingStep();
    private Watchdog waiting;
    private int refusals;

    private boolean seconds;
    private RpcThread attachedTo;
    private final RecordServer server = new RecordServer(new TableCopies[0], null) {
        @Override
        protected int serve(Step at, RecordCall call, RecordAnswer answer) {
            answer.number(call.key());
            if (seconds) {
                answer.second(-call.key());
            }
            return refusals-- > 0 ? LATER : call.operation() + 1;
        }

        @Override
        protected double againNs() {
            return AGAIN_NS;
        }

        @Override
        protected void attached(RpcThread to) {
            attachedTo = to;
        }
    };

    private final RpcThread thread = thread();

    private RpcThread thread() {
        Stage stage = made(Stage.class, (proxy, method, words) -> {
            if (method.getName().equals("add")) {
                waiting = (Watchdog) words[0];
            }
            return null;
        });
        DatagramTransport.Endpoint port = made(
                DatagramTransport.Endpoint.class,
                (proxy, method, words) -> method.getName().equals("post") ? posted.add((Message) words[3]) : null);
        DatagramTransport transport = made(
                DatagramTransport.class,
                (proxy, method, words) -> method.getName().equals("open") ? port : (Object) 4096);
        NodeContext scope = made(NodeContext.class, (proxy, method, words) -> switch (method.getName()) {
            case "node" -> 0;
            case "nodes" -> 2;
            case "stage" -> stage;
            default -> transport;
        });
        RpcThread made = new RpcThread(
                scope,
                0,
                1,
                new TableCopies[0],
                null,
                Settings.defaultsOf(List.of(RpcCost.SWITCH_NS, RpcCost.MESSAGE_NS, RpcCost.ENTRY_NS)));
        made.attach(server, new RpcTransaction[0]);
        return made;
    }

    private static <T> T made(Class<T> type, InvocationHandler calls) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
    }

    private void receive(int operation, long key, int item) {
        Message call = RuntimeAccess.get().message(64);
        new RecordCall().of(operation, 0, 0, key, 0).encode(call, 1, 3, item);
        thread.receive(step, call);
        thread.transmit(step);
    }

    /** The scope here offers its transport, whatever it is asked for. */
    @Test
    void shouldLetItsServerTakeWhatHardwareOffers() {
        assertSame(thread, attachedTo);
        assertEquals(4096, attachedTo.capability(DatagramTransport.class).maxPayloadBytes());
        assertEquals(0, attachedTo.node());
    }

    /** With its value, which may be none, and the answer's, and only where there is one. */
    @Test
    void shouldCarryASecondNumberThereAndBack() {
        seconds = true;
        for (int valueBytes : new int[] {0, 1, 24}) {
            byte[] value = new byte[valueBytes];
            Arrays.fill(value, (byte) 7);
            RecordCall call = new RecordCall().of(5, 1, 2, 17, -3).with(value, 0, valueBytes);
            assertEquals(0, over(call).second(), "a call without one");
            RecordCall came = over(call.and(Long.MIN_VALUE + 5));
            assertEquals(Long.MIN_VALUE + 5, came.second());
            assertEquals(-3, came.number());
            assertEquals(valueBytes, came.valueBytes());
            assertArrayEquals(
                    value, Arrays.copyOfRange(came.value(), came.valueAt(), came.valueAt() + came.valueBytes()));
        }
        receive(5, 17, 9);
        Message answer = posted.get(0);
        assertEquals(6, RecordAnswer.status(answer));
        assertEquals(17, RecordAnswer.number(answer));
        assertEquals(-17, RecordAnswer.second(answer));
        assertEquals(0, RecordAnswer.valueBytes(answer));
        seconds = false;
        receive(5, 17, 9);
        assertEquals(0, RecordAnswer.second(posted.get(1)), "an answer without one");
    }

    private static RecordCall over(RecordCall call) {
        Message message = RuntimeAccess.get().message(128);
        call.encode(message, 1, 3, 9);
        assertEquals(9, RecordCall.item(message));
        assertEquals(3, RecordCall.context(message));
        assertFalse(RecordCall.isAnswer(message));
        RecordCall came = new RecordCall();
        came.decode(message);
        return came;
    }

    @Test
    void shouldServeACallAgainUntilItGetsAnAnswer() {
        refusals = 2;
        receive(5, 17, 9);
        assertEquals(List.of(), posted);
        assertEquals(AGAIN_NS, step.timerNs);
        step.nowNs = 250;
        waiting.step(step);
        thread.transmit(step);
        assertEquals(List.of(), posted, "it waits on");
        assertEquals(AGAIN_NS, step.timerNs);
        step.nowNs = 500;
        step.timerNs = -1;
        waiting.step(step);
        thread.transmit(step);
        assertEquals(-1, step.timerNs, "nothing waits any more");
        assertEquals(1, posted.size());
        Message answer = posted.get(0);
        assertTrue(RecordCall.isAnswer(answer));
        assertEquals(6, RecordAnswer.status(answer));
        assertEquals(17, RecordAnswer.number(answer));
        assertEquals(1, answer.targetNode());
        assertEquals(3, RecordCall.context(answer));
        assertEquals(9, RecordCall.item(answer));
    }

    @Test
    void shouldAnswerOthersMeanwhileAndTheOldestOfThoseThatWaitFirst() {
        refusals = 2;
        receive(5, 17, 1);
        receive(5, 18, 2);
        receive(5, 19, 3);
        assertEquals(1, posted.size());
        waiting.step(step);
        thread.transmit(step);
        assertEquals(
                List.of(19L, 17L, 18L),
                posted.stream().map(RecordAnswer::number).toList());
    }
}
