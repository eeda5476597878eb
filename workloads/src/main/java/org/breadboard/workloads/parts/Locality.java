// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.workload.Placement;

/**
 * What share of requests is for records whose primary is the client's own node (HADES VIII). A coin says for each draw
 * on which side it has to be, and keys are drawn until one is: among those of a side, each is as likely as it was.
 * Where the share is left to the keys, no coin is tossed, and a stream of random numbers gives what it would give
 * without this. Immutable; any thread.
 */
public final class Locality {
    private static final double AS_IT_FALLS = -1;

    /** What a mix can set of it. */
    public static final Setting<Double> LOCAL = Setting.number(
            "local",
            "",
            AS_IT_FALLS,
            AS_IT_FALLS,
            1,
            "The share of requests, from 0 to 1, for records whose primary is the client's own node (HADES VIII); -1 leaves it to"
                    + " where keys fall.");

    /** A population in which so many draws find no key of a side is too small to insist. */
    private static final int PATIENCE = 10_000;

    private final double share;

    private Locality(double share) {
        this.share = share;
    }

    /**
     * The share that a mix asks for.
     *
     * @throws RefusedException if it is none, or cannot be had
     */
    public static Locality of(Settings settings, int nodes) {
        double share = settings.get(LOCAL);
        if (!(share >= 0 && share <= 1) && share != AS_IT_FALLS) {
            throw new RefusedException(
                    "local is " + share + ", but it is a share from 0 to 1, or -1 for wherever keys fall.");
        }
        if (share >= 0 && share < 1 && nodes == 1) {
            throw new RefusedException(
                    "local is " + share + ", but on one node all records are local: take 1, or more nodes.");
        }
        return new Locality(share);
    }

    /** Whether it is left to the keys. */
    public boolean isAsItFalls() {
        return share == AS_IT_FALLS;
    }

    /** Draws keys. */
    @FunctionalInterface
    public interface Keys {
        /** The next key. */
        long next(RandomStream random);
    }

    /**
     * As {@code keys}, for clients on a node, on the side that a coin says. {@code table} is one that all keys are of.
     */
    public Keys at(int node, Placement placement, int table, Keys keys) {
        if (isAsItFalls()) {
            return keys;
        }
        return random -> {
            boolean local = random.nextDouble() < share;
            for (int tries = 1; ; tries++) {
                long key = keys.next(random);
                if (placement.primary(table, key) == node == local || tries == PATIENCE) {
                    return key;
                }
            }
        };
    }
}
