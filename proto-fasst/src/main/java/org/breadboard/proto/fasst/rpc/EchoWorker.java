// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import java.util.Arrays;
import org.breadboard.api.protocol.Operations;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Step;

/** A worker of the echo benchmark: it sends a batch, checks what comes back, and begins anew. */
final class EchoWorker extends RpcWorker {
    private final Operations operations;
    private final EchoSettings echo;
    private final int type;
    private final int[] targets;
    private final long[] words;
    private long startedNs;

    EchoWorker(RpcEndpoint endpoint, Operations operations, EchoSettings echo, int type, int node, int nodes) {
        super(endpoint);
        this.operations = operations;
        this.echo = echo;
        this.type = type;
        this.words = new long[echo.batch()];
        this.targets = targets(node, nodes, echo.batch() == nodes);
    }

    private static int[] targets(int node, int nodes, boolean withSelf) {
        int[] targets = new int[nodes];
        int count = 0;
        for (int i = 0; i < nodes; i++) {
            if (i != node || withSelf) {
                targets[count++] = i;
            }
        }
        return Arrays.copyOf(targets, count);
    }

    @Override
    protected Next resume(Step step) {
        check(step);
        batch().clear(step);
        if (operations.stopping(step)) {
            return Next.DONE;
        }
        startedNs = step.nowNs();
        RandomStream random = step.random();
        for (int i = 0; i < words.length; i++) {
            int j = i + random.nextInt(targets.length - i);
            int target = targets[j];
            targets[j] = targets[i];
            targets[i] = target;
            words[i] = random.nextLong();
            int at = batch().add(step, target, type, echo.requestBytes(), echo.responseBytes());
            EchoPattern.put(batch().requestBytes(target), at, echo.requestBytes(), words[i]);
        }
        return call(step);
    }

    private void check(Step step) {
        for (int i = 0; i < batch().entries(); i++) {
            boolean right = batch().status(i) == EchoHandler.RIGHT
                    && batch().responseLength(i) == echo.responseBytes()
                    && EchoPattern.matches(
                            batch().responseBytes(i),
                            batch().responseAt(i),
                            echo.responseBytes(),
                            EchoPattern.answerTo(words[i]));
            if (right) {
                operations.completed(step, startedNs);
            } else {
                operations.wrong(
                        step, "an echo RPC to node " + targets[i] + " came back with other bytes than were sent");
            }
        }
    }

    @Override
    protected void lost(Step step) {
        // The operation never completes; the endpoint counts the loss.
    }
}
