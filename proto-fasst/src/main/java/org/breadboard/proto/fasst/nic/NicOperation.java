// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.nic;

import java.util.Arrays;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.fasst.rpc.CorePort;
import org.breadboard.proto.fasst.rpc.RpcHandler;
import org.breadboard.proto.fasst.rpc.RpcWire;

/**
 * One request message on a core. First all of its requests begin, and look up the records that they need, beside one
 * another; then those that write store; when everything is in host memory the headers are unlocked, and the message is
 * answered. One core.
 */
final class NicOperation {
    private final int number;
    private final NicServer server;
    private Message request;
    private int immediate;
    private int thread;
    private NicEntry[] entries = new NicEntry[0];
    private int count;
    private int pending;
    private boolean storing;

    NicOperation(int number, NicServer server) {
        this.number = number;
        this.server = server;
    }

    int number() {
        return number;
    }

    int count() {
        return count;
    }

    int caller() {
        return request.sourceNode();
    }

    int thread() {
        return thread;
    }

    int coroutine() {
        return RpcWire.coroutine(immediate);
    }

    /** Takes a message; whether it is done with already. Otherwise it has to be kept. */
    boolean begin(Step step, Message message) {
        request = message;
        thread = CorePort.thread(message.kind());
        immediate = RpcWire.lastImmediate(message);
        count = RpcWire.count(immediate);
        storing = false;
        pending = 1;
        // The first one is in what the device charges for a message, which is derived from an echo (Xenic 3.3).
        step.busy(server.setup().entryNs() * (count - 1));
        if (count > entries.length) {
            int had = entries.length;
            entries = Arrays.copyOf(entries, count);
            for (int i = had; i < count; i++) {
                entries[i] = new NicEntry(this, i, server);
            }
        }
        int at = 0;
        for (int i = 0; i < count; i++) {
            int entry = RpcWire.entry(message.bytes(), at);
            at += RpcWire.ENTRY_HEADER_BYTES;
            pending += entries[i].begin(step, RpcWire.kind(entry), message.bytes(), at, RpcWire.lengthBytes(entry));
            at += RpcWire.lengthBytes(entry);
        }
        return settled(step);
    }

    /** Host memory has been read or written for a request; whether the message is done with. */
    boolean completed(Step step, int part, Message message) {
        return (storing || entries[part].looked(step, message)) && settled(step);
    }

    private boolean settled(Step step) {
        if (--pending > 0) {
            return false;
        }
        if (!storing) {
            storing = true;
            for (int i = 0; i < count; i++) {
                pending += isOverwritten(i) ? 0 : entries[i].store(step);
            }
            if (pending > 0) {
                return false;
            }
        }
        for (int i = 0; i < count; i++) {
            entries[i].unlock();
        }
        return true;
    }

    /** Whether a later request of the message writes the same record: two copies at once could mix. */
    private boolean isOverwritten(int entry) {
        for (int later = entry + 1; later < count; later++) {
            if (entries[entry].isOverwrittenBy(entries[later])) {
                return true;
            }
        }
        return false;
    }

    /** The answers to all requests, in their order. */
    Message answer(Step step) {
        int bytes = RpcWire.IMMEDIATE_BYTES;
        for (int i = 0; i < count; i++) {
            bytes += RpcWire.ENTRY_HEADER_BYTES + RpcHandler.lengthBytes(entries[i].reply());
        }
        Message answer = step.take(bytes);
        int at = 0;
        for (int i = 0; i < count; i++) {
            int reply = entries[i].reply();
            RpcWire.putEntry(answer.bytes(), at, RpcHandler.status(reply), RpcHandler.lengthBytes(reply));
            at += RpcWire.ENTRY_HEADER_BYTES;
            System.arraycopy(entries[i].answer(), 0, answer.bytes(), at, RpcHandler.lengthBytes(reply));
            at += RpcHandler.lengthBytes(reply);
        }
        answer.lengthBytes(at);
        return answer;
    }

    /** The message. */
    Message request() {
        return request;
    }
}
