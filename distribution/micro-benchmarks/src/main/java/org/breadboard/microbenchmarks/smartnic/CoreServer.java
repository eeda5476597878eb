// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.smartnic;

import java.util.Arrays;
import org.breadboard.api.hardware.NicCompute.Dma;
import org.breadboard.api.hardware.NicCores.Channel;
import org.breadboard.api.hardware.NicCores.CoreMemory;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * A core that echoes, or writes to its own memory, or by DMA writes or reads the host's; or a host thread that echoes
 * what cores ask. It submits what gathered at the end of each burst, or each DMA at once (Xenic 4.3.2).
 */
final class CoreServer implements StageProgram {
    private final BenchSettings settings;
    private final Region values;
    private final Task completions = new Completions();
    private Channel channel;
    private CoreMemory memory;
    private Dma dma;
    private Message[] blocked = new Message[16];
    private int blockedCount;
    private Message[] toSubmit = new Message[16];
    private int toSubmitCount;
    private int gathered;

    CoreServer(BenchSettings settings, Region values) {
        this.settings = settings;
        this.values = values;
    }

    /** {@code ofCore} and {@code engine} are null where they are not needed. */
    void opened(Channel opened, CoreMemory ofCore, Dma engine) {
        channel = opened;
        memory = ofCore;
        dma = engine;
    }

    @Override
    public void receive(Step step, Message message) {
        channel.polled(step, message);
        switch (settings.pattern) {
            case NIC_WRITE -> {
                memory.miss(step);
                values.write(
                        message.getLong(Request.TAG_BYTES),
                        message.bytes(),
                        Request.ADDRESS_HEADER_BYTES,
                        message.lengthBytes() - Request.ADDRESS_HEADER_BYTES);
                acknowledge(step, message);
            }
            case HOST_READ -> {
                long tag = (long) message.sourceNode() << Integer.SIZE | message.getInt(0) & 0xffff_ffffL;
                Message into = step.take(settings.strideBytes());
                into.register(0, message.getLong(Request.TAG_BYTES));
                into.register(1, tag);
                toSubmit = with(toSubmit, toSubmitCount++, into);
                submit(step, false);
            }
            case HOST_WRITE -> {
                message.keep();
                long address = message.getLong(Request.TAG_BYTES);
                long tag = (long) message.sourceNode() << Integer.SIZE | message.getInt(0) & 0xffff_ffffL;
                int lengthBytes = message.lengthBytes() - Request.ADDRESS_HEADER_BYTES;
                System.arraycopy(message.bytes(), Request.ADDRESS_HEADER_BYTES, message.bytes(), 0, lengthBytes);
                message.lengthBytes(lengthBytes);
                message.register(0, address);
                message.register(1, tag);
                toSubmit = with(toSubmit, toSubmitCount++, message);
                submit(step, false);
            }
            default -> {
                Message echo = step.take(message.lengthBytes());
                echo.copyOf(message);
                answer(step, message.sourceNode(), Request.thread(message), echo);
            }
        }
    }

    private static Message[] with(Message[] array, int at, Message message) {
        Message[] grown = at < array.length ? array : Arrays.copyOf(array, 2 * at);
        grown[at] = message;
        return grown;
    }

    /** Submits full vectors, or all that is left. */
    private void submit(Step step, boolean all) {
        int most = settings.gathers ? dma.vectorSlots() : 1;
        int done = 0;
        while (toSubmitCount - done >= most || all && toSubmitCount > done) {
            int elements = Math.min(most, toSubmitCount - done);
            // A vector that was refused is still gathered, and its elements stay in the list until it goes.
            for (int i = gathered; i < elements; i++) {
                Message message = toSubmit[done + i];
                if (!gather(step, message)) {
                    elements = i;
                    break;
                }
                gathered++;
            }
            if (!dma.submit(step)) {
                break;
            }
            gathered = 0;
            done += elements;
        }
        System.arraycopy(toSubmit, done, toSubmit, 0, toSubmitCount - done);
        toSubmitCount -= done;
    }

    private boolean gather(Step step, Message message) {
        long address = message.register(0);
        return settings.pattern == BenchSettings.Pattern.HOST_READ
                ? dma.read(step, completions, values, address, message, settings.valueBytes)
                : dma.write(step, completions, values, address, message);
    }

    private void acknowledge(Step step, Message request) {
        Message answer = step.take(Request.TAG_BYTES);
        answer.putInt(0, request.getInt(0));
        answer.lengthBytes(Request.TAG_BYTES);
        answer.kind(request.kind());
        answer(step, request.sourceNode(), Request.thread(request), answer);
    }

    private void answer(Step step, int node, int thread, Message answer) {
        boolean sent = settings.fromHost
                ? channel.toHost(step, node, thread, answer)
                : channel.toCore(step, node, thread, answer);
        if (!sent) {
            answer.targetNode(node);
            blocked = with(blocked, blockedCount++, answer);
        }
    }

    @Override
    public Transmit transmit(Step step) {
        if (dma != null) {
            submit(step, true);
        }
        int tries = blockedCount;
        blockedCount = 0;
        for (int i = 0; i < tries; i++) {
            Message answer = blocked[i];
            answer(step, answer.targetNode(), Request.thread(answer), answer);
        }
        Transmit did = channel.transmit(step);
        return did == Transmit.IDLE && (blockedCount > 0 || toSubmitCount > 0) ? Transmit.FULL : did;
    }

    /** Told of each write that has landed and each read that has come. */
    private final class Completions extends Task {
        @Override
        protected Next step(Step step) {
            return Next.AWAIT;
        }

        @Override
        protected boolean completed(Step step, Message message) {
            long tag = message.register(1);
            int valueBytes = settings.pattern == BenchSettings.Pattern.HOST_READ ? message.lengthBytes() : 0;
            Message answer = step.take(Request.TAG_BYTES + valueBytes);
            answer.putInt(0, (int) tag);
            System.arraycopy(message.bytes(), 0, answer.bytes(), Request.TAG_BYTES, valueBytes);
            answer.lengthBytes(Request.TAG_BYTES + valueBytes);
            answer(step, (int) (tag >>> Integer.SIZE), Request.thread(answer), answer);
            return false;
        }
    }
}
