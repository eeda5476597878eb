// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.session;

import java.io.PrintStream;
import org.breadboard.api.protocol.ProtocolType.Promise;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.resolve.ResolvedMix;

/** What is told of a live cluster when it has started: what runs, how it is judged, and when it would end by itself. */
final class LiveGreeting {
    private LiveGreeting() {}

    static void print(ResolvedMix resolved, LiveMetrics metrics, PrintStream out) {
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
