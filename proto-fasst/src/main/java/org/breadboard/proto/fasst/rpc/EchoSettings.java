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

    static List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        settings.add(
                Setting.integer("requestBytes", "B", 32, LEAST_BYTES, 4092, "payload of a request (FaSST 3.3.1: 32)"));
        settings.add(Setting.integer("responseBytes", "B", 32, LEAST_BYTES, 4092, "payload of a response"));
        settings.add(Setting.integer(
                "batch",
                "requests",
                1,
                1,
                RpcOptions.MAX_MESSAGES,
                "requests per batch, each to a different node; as many as there are nodes includes the node itself, through"
                        + " its NIC (FaSST 3.3)"));
        settings.addAll(RpcOptions.settings());
        return List.copyOf(settings);
    }

    static EchoSettings of(Settings settings, int nodes) {
        EchoSettings echo = new EchoSettings(
                settings.count("requestBytes"), settings.count("responseBytes"), settings.count("batch"));
        if (echo.batch > nodes) {
            throw new RefusedException(
                    "batch is " + echo.batch + ", but each request of a batch goes to a different node"
                            + " and cluster.nodes is " + nodes + ": set batch to " + nodes + " or less");
        }
        return echo;
    }
}
