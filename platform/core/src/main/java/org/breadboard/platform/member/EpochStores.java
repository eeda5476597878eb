// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.member;

import java.util.ServiceLoader;
import org.breadboard.api.RefusedException;

/**
 * Opens {@link EpochStore}s, where machines crash on real threads. A module above brings one as a service. What opens a
 * store begins to connect, and returns at once; the store is the caller's to close. Any thread.
 */
public interface EpochStores {
    /**
     * The ones that are there: on the class path, on the module path, or in the bundle of this class.
     *
     * @throws RefusedException if none is, in one sentence
     */
    static EpochStores find() {
        return ServiceLoader.load(EpochStores.class, EpochStores.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new RefusedException(
                        "Nothing is here that decides on configurations where machines crash on real threads; add"
                                + " breadboard-platform-zookeeper, or say runtime: sim."));
    }

    /**
     * A store in this process, whose servers all runs of the process share.
     *
     * @param run a name that no other run of this process has
     */
    EpochStore embedded(String run);

    /** A store in this process with servers of its own, which a nemesis may {@link EpochStore#strike}. */
    EpochStore alone(String run);

    /**
     * A store in servers elsewhere.
     *
     * @param servers as the setting {@code faults.zookeeper} names them
     * @param run a name that no other run has whose epochs are in these servers
     * @throws IllegalArgumentException as {@link #check} throws it
     */
    EpochStore at(String servers, String run);

    /**
     * Whether servers are named as they have to be; nobody asks them.
     *
     * @throws IllegalArgumentException if not; the message is a sentence without its full stop, and says what would be
     *     right
     */
    void check(String servers);
}
