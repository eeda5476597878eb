// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.session;

import java.io.PrintStream;
import java.util.Map;
import org.breadboard.api.protocol.ProtocolType.Promise;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.result.Json;

/** What is told of a live cluster when it has started: what runs, how it is judged, and when it would end by itself. */
final class LiveGreeting {
    private LiveGreeting() {}

    private static String json(ResolvedMix resolved, LiveMetrics metrics) {
        Mix mix = resolved.mix();
        Map<String, Object> document = Json.document("live", 1);
        document.put("mix", mix.name());
        document.put("protocol", mix.protocol().id());
        document.put("nodes", mix.cluster().machines());
        document.put("threads", mix.cluster().threads());
        document.put("judgedAs", mix.mode().promise(resolved.parts().protocol()).word());
        document.put("check", mix.mode().windowed() ? "windowed" : "whole");
        document.put("metricsUrl", metrics == null ? null : metrics.url());
        return Json.text(document);
    }

    static void print(ResolvedMix resolved, LiveMetrics metrics, OutputFormat output, PrintStream out) {
        if (output == OutputFormat.JSON) {
            out.println(json(resolved, metrics));
            return;
        }
        Mix mix = resolved.mix();
        Mix.Cluster machines = mix.cluster();
        String protocol = "protocol '" + mix.protocol().id() + "'";
        out.println("Mix '" + mix.name() + "' is live: " + protocol + " on " + machines.machines() + " nodes of "
                + machines.threads()
                + " threads. 'live watch' shows it, 'live swap PROTOCOL' swaps its protocol, 'live stop' ends it.");
        Promise promise = mix.mode().promise(resolved.parts().protocol());
        boolean strict = promise.includes(Promise.STRICT_SERIALIZABLE);
        if (!strict) {
            out.println("It is judged as " + promise.inWords() + ", since " + protocol + " promises no more.");
        }
        if (!mix.mode().windowed()) {
            out.println((strict
                            ? "Its history is"
                            : "What runs can only be checked meanwhile as strictly serializable, so its history is")
                    + " kept in memory until 'live stop' checks it; when it has filled "
                    + (LiveCluster.mostHistoryBytes() >> 20) + " MB, the cluster ends by itself.");
        }
        if (metrics != null) {
            out.println("Its metrics are at " + metrics.url() + " on this machine.");
        }
    }
}
