// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.trace;

/**
 * Where time passes.
 *
 * @param node machines first, then switches; -1 for the network itself
 * @param name unique within its node
 * @param stage whether code runs there; otherwise it is a resource
 */
public record Place(int node, String name, boolean stage) {
    /** The resource that is a machine's link to its switch; {@link #DOWN} is the one from there. */
    public static final String UP = "link.up";

    /** The resource that is a machine's link from its switch. */
    public static final String DOWN = "link.down";

    /** Whether it is a machine's link, in one direction. */
    public boolean isLink() {
        return !stage && node >= 0 && (name.equals(UP) || name.equals(DOWN));
    }
}
