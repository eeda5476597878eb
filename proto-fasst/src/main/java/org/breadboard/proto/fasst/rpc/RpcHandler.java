// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import org.breadboard.api.runtime.Step;

/**
 * Serves requests of one type (FaSST 5.2: a table is registered under a request type). Called by the master of the
 * thread that received the request, in its step; it charges the step for what it does beyond the RPC itself.
 */
@FunctionalInterface
public interface RpcHandler {
    /**
     * Serves one request.
     *
     * @param caller the node and coroutine that ask
     * @param request the bytes that hold the payload, from {@code at}, {@code lengthBytes} long
     * @param response where to write the response's payload, from {@code responseAt}; there is room for as much as the
     *     caller announced
     * @return {@link #reply} of a status and a length
     */
    int handle(Step step, RpcCaller caller, byte[] request, int at, int lengthBytes, byte[] response, int responseAt);

    /** What a handler answers: a status from 0 to 255 and how long the response's payload is. */
    static int reply(int status, int lengthBytes) {
        return lengthBytes << 8 | status;
    }

    /** The status of a reply. */
    static int status(int reply) {
        return reply & 255;
    }

    /** The length of a reply. */
    static int lengthBytes(int reply) {
        return reply >>> 8;
    }
}
