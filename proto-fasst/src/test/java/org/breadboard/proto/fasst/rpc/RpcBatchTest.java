// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Message;
import org.junit.jupiter.api.Test;

class RpcBatchTest {
    private static final int MTU = 4096;

    private final PoolStep step = new PoolStep();

    private int add(RpcBatch batch, int node, int lengthBytes, int responseBytes) {
        return batch.add(step, node, 1, lengthBytes, responseBytes);
    }

    @Test
    void shouldCoalesceRequestsToOneNode() {
        RpcBatch batch = new RpcBatch(true, MTU);
        for (int i = 0; i < 6; i++) {
            int at = add(batch, i % 2, 200, 8);
            Bytes.putLong(batch.requestBytes(i % 2), at, 1000 + i);
        }
        assertEquals(2, batch.messages());
        Message first = batch.seal(0, 0, 2, 7);
        assertEquals(3 * 204, first.lengthBytes());
        assertTrue(RpcWire.isRequest(first.kind()));
        assertEquals(3, RpcWire.count(first.kind()));
        assertEquals(2, RpcWire.machine(first.kind()));
        assertEquals(7, RpcWire.coroutine(first.kind()));
        for (int i = 0; i < 3; i++) {
            assertEquals(200, RpcWire.lengthBytes(RpcWire.entry(first.bytes(), i * 204)));
            assertEquals(1000 + 2 * i, first.getLong(i * 204 + 4), "what was written before the message grew");
        }
    }

    @Test
    void shouldSendOneRequestPerNodeAndBatchWithoutCoalescing() {
        RpcBatch batch = new RpcBatch(false, MTU);
        assertNotEquals(RpcBatch.FULL, add(batch, 0, 24, 8));
        assertEquals(RpcBatch.FULL, add(batch, 0, 24, 8));
        assertNotEquals(RpcBatch.FULL, add(batch, 1, 24, 8));
    }

    @Test
    void shouldBeFullBeforeRequestOrResponseOutgrowsAMessage() {
        RpcBatch batch = new RpcBatch(true, MTU);
        assertNotEquals(RpcBatch.FULL, add(batch, 0, 2044, 8));
        assertNotEquals(RpcBatch.FULL, add(batch, 0, 2044, 8));
        assertEquals(RpcBatch.FULL, add(batch, 0, 8, 8), "4096 B are used");
        assertNotEquals(RpcBatch.FULL, add(batch, 1, 8, 4000));
        assertEquals(RpcBatch.FULL, add(batch, 1, 8, 100), "the response would not fit");
        assertThrows(IllegalArgumentException.class, () -> add(batch, 2, 4093, 0));
    }

    @Test
    void shouldBeFullAtTheLimitsOfItsHeaders() {
        RpcBatch one = new RpcBatch(true, MTU);
        for (int i = 0; i < 31; i++) {
            assertNotEquals(RpcBatch.FULL, add(one, 0, 8, 0));
        }
        assertEquals(RpcBatch.FULL, add(one, 0, 8, 0), "5 bits count the requests of a message");
        RpcBatch many = new RpcBatch(true, MTU);
        for (int i = 0; i < 16; i++) {
            assertNotEquals(RpcBatch.FULL, add(many, i, 8, 0));
        }
        assertEquals(RpcBatch.FULL, add(many, 16, 8, 0), "a coroutine has 16 messages");
        assertNotEquals(RpcBatch.FULL, add(many, 3, 8, 0));
    }

    @Test
    void shouldTakeResponsesOnceAndFromWhomItAsked() {
        RpcBatch batch = new RpcBatch(true, MTU);
        add(batch, 1, 8, 8);
        add(batch, 2, 8, 8);
        add(batch, 1, 8, 8);
        Message response = step.take(64);
        assertFalse(batch.accept(1, 2, response), "nothing was sent yet");
        batch.seal(0, 0, 0, 1);
        batch.seal(1, 0, 0, 1);
        assertFalse(batch.accept(0, 1, response));
        assertFalse(batch.accept(1, 1, response), "two requests are to be answered");
        assertTrue(batch.accept(1, 2, answers(3, 5)));
        assertFalse(batch.accept(1, 2, response));
        assertTrue(batch.isOutstanding(1));
        assertTrue(batch.accept(2, 1, answers(4)));
        batch.open();
        assertEquals(3, batch.status(0));
        assertEquals(4, batch.status(1));
        assertEquals(5, batch.status(2));
        assertEquals(500, Bytes.getLong(batch.responseBytes(2), batch.responseAt(2)));
        batch.clear(step);
        assertEquals(0, batch.entries());
        assertEquals(0, batch.messages());
    }

    private Message answers(int... statuses) {
        Message message = step.take(128);
        int at = 0;
        for (int status : statuses) {
            RpcWire.putEntry(message.bytes(), at, status, 8);
            message.putLong(at + 4, 100L * status);
            at += 12;
        }
        message.lengthBytes(at);
        return message;
    }

    @Test
    void shouldRefuseGarbledEntries() {
        assertThrows(IllegalStateException.class, () -> RpcWire.entry(new byte[16], 0));
    }
}
