// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.api.memory.Region;

/**
 * Links and colours of a red-black tree's nodes in a region (Cormen et al., 13.2 to 13.4). A side is the offset of the
 * child on it.
 *
 * <p>A node is its key, its left and right children, its parent with the node's colour in the lowest bit, and its
 * value.
 */
final class RedBlack {
    static final int KEY = 0;
    static final int LEFT = 8;
    static final int RIGHT = 16;
    static final int PARENT = 24;
    static final int VALUE = 32;

    /** As much of a node as a lookup needs. */
    static final int LOOKUP_BYTES = 24;

    static final long RED = 1;

    private final Region region;
    private final long rootAt;

    RedBlack(Region region, long rootAt) {
        this.region = region;
        this.rootAt = rootAt;
    }

    /** The child of a node on the way to another key. */
    static long towards(Region region, long node, long key) {
        return region.getLong(node + (key < region.getLong(node + KEY) ? LEFT : RIGHT));
    }

    /** Links a new node below {@code parent}, which has no child there, or as the root if that is 0. */
    void insert(long node, long key, long parent) {
        region.putLong(node + KEY, key);
        region.putLong(node + LEFT, 0);
        region.putLong(node + RIGHT, 0);
        region.putLong(node + PARENT, parent | RED);
        if (parent == 0) {
            region.putLong(rootAt, node);
        } else {
            region.putLong(parent + (key < region.getLong(parent + KEY) ? LEFT : RIGHT), node);
        }
        rebalanceAbove(node);
    }

    private void rebalanceAbove(long inserted) {
        long node = inserted;
        while (isRed(parent(node))) {
            long parent = parent(node);
            long above = parent(parent);
            int side = sideOf(parent, above);
            long uncle = region.getLong(above + other(side));
            if (isRed(uncle)) {
                paint(parent, 0);
                paint(uncle, 0);
                paint(above, RED);
                node = above;
                continue;
            }
            if (sideOf(node, parent) != side) {
                rotate(parent, side);
                node = parent;
                parent = parent(node);
            }
            paint(parent, 0);
            paint(above, RED);
            rotate(above, other(side));
        }
        paint(region.getLong(rootAt), 0);
    }

    /** Unlinks a node. */
    void delete(long node) {
        long left = region.getLong(node + LEFT);
        long right = region.getLong(node + RIGHT);
        long moved;
        long movedBelow;
        long colour;
        if (left == 0 || right == 0) {
            moved = left == 0 ? right : left;
            movedBelow = parent(node);
            colour = colour(node);
            replace(node, moved);
        } else {
            long next = right;
            for (long down; (down = region.getLong(next + LEFT)) != 0; ) {
                next = down;
            }
            colour = colour(next);
            moved = region.getLong(next + RIGHT);
            movedBelow = next;
            if (next != right) {
                movedBelow = parent(next);
                replace(next, moved);
                link(next, RIGHT, right);
            }
            replace(node, next);
            link(next, LEFT, left);
            paint(next, colour(node));
        }
        if (colour == 0) {
            rebalanceBelow(moved, movedBelow);
        }
    }

    /** The paths through {@code lighter}, which may be 0, have one black node too few. */
    private void rebalanceBelow(long lighter, long below) {
        long node = lighter;
        long parent = below;
        while (parent != 0 && !isRed(node)) {
            int side = sideOf(node, parent);
            long sibling = region.getLong(parent + other(side));
            if (isRed(sibling)) {
                paint(sibling, 0);
                paint(parent, RED);
                rotate(parent, side);
                sibling = region.getLong(parent + other(side));
            }
            if (!isRed(region.getLong(sibling + LEFT)) && !isRed(region.getLong(sibling + RIGHT))) {
                paint(sibling, RED);
                node = parent;
                parent = parent(node);
                continue;
            }
            if (!isRed(region.getLong(sibling + other(side)))) {
                paint(region.getLong(sibling + side), 0);
                paint(sibling, RED);
                rotate(sibling, other(side));
                sibling = region.getLong(parent + other(side));
            }
            paint(sibling, colour(parent));
            paint(parent, 0);
            paint(region.getLong(sibling + other(side)), 0);
            rotate(parent, side);
            return;
        }
        if (node != 0) {
            paint(node, 0);
        }
    }

    /** Moves a node down to a side; its child on the other one takes its place. */
    private void rotate(long node, int side) {
        long up = region.getLong(node + other(side));
        replace(node, up);
        link(node, other(side), region.getLong(up + side));
        link(up, side, node);
    }

    /** Puts a node, or none, where another one hangs. */
    private void replace(long old, long now) {
        long parent = parent(old);
        if (parent == 0) {
            region.putLong(rootAt, now);
            setParent(now, 0);
        } else {
            link(parent, sideOf(old, parent), now);
        }
    }

    private void link(long parent, int side, long child) {
        region.putLong(parent + side, child);
        setParent(child, parent);
    }

    private void setParent(long node, long parent) {
        if (node != 0) {
            region.putLong(node + PARENT, parent | colour(node));
        }
    }

    private void paint(long node, long colour) {
        region.putLong(node + PARENT, parent(node) | colour);
    }

    private long parent(long node) {
        return region.getLong(node + PARENT) & ~RED;
    }

    private long colour(long node) {
        return region.getLong(node + PARENT) & RED;
    }

    private boolean isRed(long node) {
        return node != 0 && colour(node) == RED;
    }

    private int sideOf(long node, long parent) {
        return region.getLong(parent + LEFT) == node ? LEFT : RIGHT;
    }

    private static int other(int side) {
        return LEFT + RIGHT - side;
    }
}
