// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A thread that a plug-in holds: Java cannot stop it, so whatever this process measures shares its cores with it until
 * it returns, if it ever does. Any thread.
 *
 * @param where the node and stage whose step did not return, or the plug-in that did not
 * @param sentence what happened, for people
 * @param thread the thread that was abandoned
 */
public record Tainted(String where, String sentence, Thread thread) {
    private static final List<Tainted> ALL = new CopyOnWriteArrayList<>();

    /** Remembers that a thread was abandoned. */
    public static void mark(String where, String sentence, Thread thread) {
        ALL.add(new Tainted(where, sentence, thread));
    }

    /** Every abandoned thread of this process that still runs, oldest first; empty for a clean process. */
    public static List<Tainted> all() {
        ALL.removeIf(tainted -> !tainted.thread().isAlive());
        return List.copyOf(ALL);
    }
}
