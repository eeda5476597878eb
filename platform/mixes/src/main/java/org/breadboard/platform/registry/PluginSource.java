// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

import java.util.List;

/** A place where plug-ins come from. */
public interface PluginSource extends AutoCloseable {

    /** Takes what a source finds; called from any thread, may take as long as the watchdog's patience. */
    interface Listener {
        /** A plug-in is there. */
        void appeared(PluginCandidate candidate);

        /** A plug-in that had appeared is gone. */
        void vanished(PluginCandidate candidate);
    }

    /** Starts to report, first whatever is there already, on the calling thread and in a stable order. Called once. */
    void open(Listener listener);

    /** What this source has seen and could not even make a candidate of, for example a truncated jar. */
    List<Refusal> refusals();

    /** The ids of plug-ins that are there and that somebody has stopped. */
    default List<String> stopped() {
        return List.of();
    }

    /** Stops to report. */
    @Override
    void close();
}
