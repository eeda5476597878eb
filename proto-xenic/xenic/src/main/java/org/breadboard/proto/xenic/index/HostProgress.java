// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.index;

/** What the NIC knows of how far the host has applied its log. Any core. */
@FunctionalInterface
public interface HostProgress {
    /**
     * Whether the host's table has what was logged with this ticket for a key; 0 is the ticket of what came from there.
     */
    boolean isApplied(long key, long ticket);
}
