// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Step;

/** Answers a request of the echo benchmark with bytes that follow from the request's. */
final class EchoHandler implements RpcHandler {
    static final int RIGHT = 0;
    static final int WRONG = 1;

    private final int responseBytes;

    EchoHandler(int responseBytes) {
        this.responseBytes = responseBytes;
    }

    @Override
    public int handle(
            Step step, RpcCaller caller, byte[] request, int at, int lengthBytes, byte[] response, int responseAt) {
        long word = Bytes.getLong(request, at);
        EchoPattern.put(response, responseAt, responseBytes, EchoPattern.answerTo(word));
        return RpcHandler.reply(EchoPattern.matches(request, at, lengthBytes, word) ? RIGHT : WRONG, responseBytes);
    }
}
