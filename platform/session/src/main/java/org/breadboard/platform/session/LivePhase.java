// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.session;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.cluster.ClusterBuilder;
import org.breadboard.platform.live.LiveEngine;
import org.breadboard.platform.load.StageClients;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.run.Rest;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.PluginCode;
import org.breadboard.platform.runtime.PluginWatch;

/**
 * The time of one protocol in a live cluster: hardware, nodes and threads of its own.
 *
 * @param builder of what follows
 * @param watch over calls into its plug-ins
 * @param above what its protocol calls version v is version {@code above} + v in the history
 */
record LivePhase(
        ResolvedMix resolved,
        ProtocolTraits traits,
        ClusterBuilder builder,
        Cluster cluster,
        LiveEngine engine,
        PluginWatch watch,
        long above) {
    /** How long what is in flight may take to drain. */
    private static final long DRAIN_NS = 5_000_000_000L;

    private static final long DRAIN_LOOK_NS = 200_000;

    String protocol() {
        return resolved.mix().protocol().id();
    }

    /**
     * Runs on, with admission paused, until nothing is under way; null, or one sentence that says what does not end.
     */
    String drain() {
        long untilNs = engine.nowNs() + DRAIN_NS;
        int quietLooks = 0;
        while (quietLooks < 2) {
            // A task that was runnable at the first look has had its turn by the second.
            if (engine.runUntil(engine.nowNs() + DRAIN_LOOK_NS, () -> false) == Engine.Progress.FAILED) {
                return failure();
            }
            quietLooks = isQuiet() ? quietLooks + 1 : 0;
            if (engine.nowNs() > untilNs) {
                return "What was in flight did not drain within " + DRAIN_NS / 1_000_000_000L + " s.";
            }
        }
        return null;
    }

    private boolean isQuiet() {
        return cluster.clients().stream().allMatch(StageClients::isQuiet)
                && engine.isQuiet()
                && cluster.nodes().stream().allMatch(ProtocolNode::isAtRest);
    }

    /** What its nodes find wrong with themselves; nothing is under way. */
    List<String> books() {
        List<String> books = new ArrayList<>();
        cluster.nodes().forEach(node -> books.addAll(node.violations()));
        return books;
    }

    /** What went wrong in its engine, in one sentence. */
    String failure() {
        return Rest.described(engine.failure(), new PluginCode(resolved.parts().plugins()));
    }

    long received() {
        return engine.usage().stream().mapToLong(Engine.Usage::received).sum();
    }
}
