// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.hw.htmbloom.wire.Outlet;

/**
 * What partial locks stand against: requests wait here until some lock is gone, and are tried again in their order. One
 * thread.
 */
public final class DeniedRequests {
    private final Outlet outlet;
    private final Hop again;
    private final Counter denials;
    private final Counter refusedReads;
    private final Counter stalls;
    private List<Message> parked = new ArrayList<>();
    private List<Message> trying = new ArrayList<>();
    private boolean triesAgain;
    private boolean unlockedMeanwhile;

    /** @param again where a request goes when it is tried again */
    public DeniedRequests(NodeScope scope, Outlet outlet, Hop again) {
        this.outlet = outlet;
        this.again = again;
        denials = scope.counter("directory.denials");
        refusedReads = scope.counter("directory.refusedReads");
        stalls = scope.counter("directory.stalledWrites");
    }

    /** Notes that an access of a core was denied, which the core tries again itself. */
    public void denied() {
        denials.add(1);
    }

    /** Keeps a request until some lock is gone. */
    public void park(Message message) {
        denials.add(1);
        parked.add(message);
    }

    /**
     * Keeps a read of another node, of which a committing transaction holds lines, or which has found no locking
     * buffer.
     */
    public void refuseRead(Message message) {
        refusedReads.add(1);
        park(message);
    }

    /** Notes that writes of a commit wait for reads that are in progress (HADES V.B). */
    public void stalled() {
        stalls.add(1);
    }

    /** Keeps what a commit writes until such reads are over. */
    public void stall(Message message) {
        stalls.add(1);
        parked.add(message);
    }

    /**
     * Tries again what was denied, in its order, after a locking buffer was cleared. One of them may clear another:
     * then all that is left comes once more.
     */
    public void tryAgain() {
        unlockedMeanwhile = true;
        if (triesAgain) {
            return;
        }
        triesAgain = true;
        while (unlockedMeanwhile) {
            unlockedMeanwhile = false;
            List<Message> waiting = parked;
            parked = trying;
            trying = waiting;
            for (int i = 0; i < waiting.size(); i++) {
                outlet.leave(again, waiting.get(i));
            }
            waiting.clear();
        }
        triesAgain = false;
    }
}
