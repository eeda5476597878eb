// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/**
 * What the echo benchmark sends.
 *
 * @param requestBytes payload of a request
 * @param responseBytes payload of a response
 * @param batch requests per batch, each to a different node
 */
record EchoSettings(int requestBytes, int responseBytes, int batch) {
    private static final int LEAST_BYTES = 8;
    private static final Setting<Integer> REQUEST_BYTES =
            Setting.count("requestBytes", "B", 32, LEAST_BYTES, 4092, "payload of a request (FaSST 3.3.1: 32)");
    private static final Setting<Integer> RESPONSE_BYTES =
            Setting.count("responseBytes", "B", 32, LEAST_BYTES, 4092, "payload of a response");
    private static final Setting<Integer> BATCH = Setting.count(
            "batch",
            "requests",
            1,
            1,
            RpcOptions.MAX_MESSAGES,
            "requests per batch, each to a different node; as many as there are nodes includes the node itself, through"
                    + " its NIC (FaSST 3.3)");

    static List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>();
        settings.add(REQUEST_BYTES);
        settings.add(RESPONSE_BYTES);
        settings.add(BATCH);
        settings.addAll(RpcOptions.settings());
        return List.copyOf(settings);
    }

    static EchoSettings of(Settings settings, int nodes) {
        EchoSettings echo =
                new EchoSettings(settings.get(REQUEST_BYTES), settings.get(RESPONSE_BYTES), settings.get(BATCH));
        if (echo.batch > nodes) {
            throw new RefusedException(
                    "batch is " + echo.batch + ", but each request of a batch goes to a different node"
                            + " and cluster.nodes is " + nodes + ": set batch to " + nodes + " or less");
        }
        return echo;
    }
}
