package org.breadboard.platform.runtime;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A thread that a plug-in holds for good: Java cannot stop it, so whatever this process measures from now on shares its cores
 * with it. Any thread.
 *
 * @param where the node and stage whose step did not return
 * @param sentence what happened, for people
 */
public record Tainted(String where, String sentence) {
    private static final List<Tainted> ALL = new CopyOnWriteArrayList<>();

    /** Remembers for the rest of the process that a thread was abandoned. */
    public static void mark(String where, String sentence) {
        ALL.add(new Tainted(where, sentence));
    }

    /** Every abandoned thread of this process, oldest first; empty for a clean process. */
    public static List<Tainted> all() {
        return List.copyOf(ALL);
    }
}
