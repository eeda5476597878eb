// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.breadboard.api.RefusedException;

/** What uses plug-ins in this process: runs, mixes, and the live cluster. Any thread. */
public interface PluginUsers {
    /** What runs with the plug-in of an id, as the user typed it, in alphabetical order; never throws. */
    List<String> runsWith(String plugin);

    /** That one of {@link #runsWith} which takes an update over while it runs. */
    Optional<String> liveWith(String plugin);

    /** The mixes that can run now and have a part of the plug-in of an id, in alphabetical order; never throws. */
    List<String> mixesWith(String plugin);

    /**
     * Asks what runs with a plug-in to end, but for {@link #liveWith}, and waits until it has, for some seconds at
     * most: it keeps what it has measured.
     *
     * @param live whether to wait for what is live, too
     */
    void endRunsWith(String plugin, boolean live);

    /** Exchanges a plug-in's jar; what is live sees its outcome alone. */
    <T> T exchanging(Exchange<T> exchange) throws IOException;

    /**
     * What the exchange did to what is live, in one sentence; nothing if that does not use the plug-in.
     *
     * @throws RefusedException if it has not taken it, with that sentence
     */
    Optional<String> liveUpdated();

    /** Says that a plug-in which is gone left a thread running, so that later runs tell of it. */
    void abandoned(String plugin, String what, Thread thread);

    /** What exchanges a plug-in's jar. */
    @FunctionalInterface
    interface Exchange<T> {
        /** Does it, on the calling thread. */
        T make() throws IOException;
    }
}
