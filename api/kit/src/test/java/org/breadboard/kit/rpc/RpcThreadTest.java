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
    private static final int WINDOW = 2;
    private static final int PORT_OF_PEER = 1;

    private final List<Message> posted = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private int receives;
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
        protected void told(Step at, RecordCall notice) {
            told.add(notice.operation() + " " + notice.number() + " " + notice.second() + " " + notice.valueBytes());
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
        DatagramTransport transport = made(DatagramTransport.class, (proxy, method, words) -> {
            if (method.getName().equals("open")) {
                receives = (int) words[2];
                return port;
            }
            return 4096;
        });
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
                Settings.defaultsOf(List.of(RpcCost.SWITCH_NS, RpcCost.MESSAGE_NS, RpcCost.ENTRY_NS)),
                new Notices(scope, 0, new Notices[2], WINDOW),
                null);
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
        assertEquals(2, attachedTo.nodes());
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

    /** One more than the window, to one of two threads of the other node. */
    @Test
    void shouldHoldNoticesBackUntilOthersAreTaken() {
        for (int i = 0; i <= WINDOW; i++) {
            thread.tellServer(step, 1, PORT_OF_PEER, 4, i, -i, new byte[i], i);
        }
        thread.transmit(step);
        assertEquals(WINDOW, posted.size());
        Message first = posted.get(0);
        assertEquals(1, first.targetNode());
        assertEquals(PORT_OF_PEER, first.port());
        thread.receive(step, acknowledgement(first));
        thread.transmit(step);
        assertEquals(WINDOW + 1, posted.size());
        RecordCall last = new RecordCall();
        last.decode(posted.get(WINDOW));
        assertEquals(WINDOW, last.number());
        assertEquals(-WINDOW, last.second());
        assertEquals(WINDOW, last.valueBytes());
        assertEquals(List.of(), told, "all of them go to the other node");
        assertEquals(2 * (1 * 8) + 2 * WINDOW * 2 + 2 * WINDOW, receives, "calls, notices, acknowledgements");
    }

    private static Message acknowledgement(Message notice) {
        Message back = RuntimeAccess.get().message(64);
        RecordCall.acknowledge(back, notice, 1);
        return back;
    }

    @Test
    void shouldTellItsServerAndSayThatItHas() {
        Message notice = RuntimeAccess.get().message(128);
        new RecordCall().ofNode(7, 31).and(-5).with(new byte[9], 0, 9).encode(notice, 1, Notices.SERVER, PORT_OF_PEER);
        RecordCall.notice(notice);
        thread.receive(step, notice);
        thread.transmit(step);
        assertEquals(List.of("7 31 -5 9"), told);
        assertEquals(1, posted.size());
        Message back = posted.get(0);
        assertTrue(RecordCall.isNotice(back) && RecordCall.isAnswer(back));
        assertEquals(1, back.targetNode());
        assertEquals(PORT_OF_PEER, back.port(), "whoever has sent it");
        assertEquals(0, RecordCall.caller(back));
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
