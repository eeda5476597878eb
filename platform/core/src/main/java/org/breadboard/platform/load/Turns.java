// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.breadboard.platform.runtime.Engine;

/**
 * Whose turn it is among the clients of a cluster that try alone: the one who asked first, of several at an instant the
 * one with the least number. In virtual time machines are apart by less than {@link Engine#MOST_APART_NS}, so whatever
 * was asked or over that long ago is known, and nothing later counts: all see the same, whichever ran first. Any
 * thread.
 */
public final class Turns {
    private static final Comparator<Wish> FIRST_COME =
            Comparator.comparingLong((Wish wish) -> wish.sinceNs).thenComparingInt(wish -> wish.client);

    /** In the order of turns. */
    private final List<Wish> wishes = new ArrayList<>();
    /** When one had been tried in vain for long enough: the run fails, and nobody else needs to try. */
    private long givenUpNs = Long.MAX_VALUE;

    /** Nobody's turn. */
    public Turns() {}

    /** Of somebody who wants a turn, or has it, or had it. */
    private static final class Wish {
        private final int client;
        private final long sinceNs;
        private long overNs = Long.MAX_VALUE;

        Wish(int client, long sinceNs) {
            this.client = client;
            this.sinceNs = sinceNs;
        }
    }

    /** Whether it is a client's turn; one who asks for the first time waits for it from now on. */
    synchronized boolean isOf(int client, long nowNs) {
        long knownNs = nowNs - Engine.MOST_APART_NS;
        for (Wish wish : wishes) {
            if (wish.client == client && wish.overNs == Long.MAX_VALUE) {
                return wish.sinceNs <= knownNs;
            }
            if (wish.overNs > knownNs) {
                return await(client, nowNs);
            }
        }
        return await(client, nowNs);
    }

    private boolean await(int client, long nowNs) {
        if (wishOf(client) == null) {
            wishes.add(new Wish(client, nowNs));
            wishes.sort(FIRST_COME);
        }
        return false;
    }

    private Wish wishOf(int client) {
        return wishes.stream()
                .filter(wish -> wish.client == client && wish.overNs == Long.MAX_VALUE)
                .findFirst()
                .orElse(null);
    }

    /** A client wants no turn any more. */
    synchronized void over(int client, long nowNs) {
        Wish wish = wishOf(client);
        if (wish != null) {
            wish.overNs = nowNs;
        }
        wishes.removeIf(each -> each.overNs < nowNs - 2 * Engine.MOST_APART_NS);
    }

    /** Nobody needs to try any more. */
    synchronized void giveUp(long nowNs) {
        givenUpNs = Math.min(givenUpNs, nowNs);
    }

    synchronized boolean areGivenUp(long nowNs) {
        return givenUpNs <= nowNs - Engine.MOST_APART_NS;
    }
}
