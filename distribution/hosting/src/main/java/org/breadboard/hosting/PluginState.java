// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.util.Locale;
import java.util.Set;

/** Where a plug-in stands. {@link PluginLifecycle} alone moves plug-ins, and only along these arrows. */
public enum PluginState {
    /** Its bundle is there, and was not started yet, or the framework has stopped it by itself. */
    INSTALLED,
    /** Its activator runs, or it is examined. */
    STARTING,
    /** In use. */
    ACTIVE,
    /** A bundle that brings no plug-in, but may bring packages to others. */
    LIBRARY,
    /** There, but it does not fit. */
    REFUSED,
    /** Is being taken out of use. */
    STOPPING,
    /** Stopped by the user, until it is started again. */
    STOPPED,
    /** Out of use while another jar takes the place of its own. */
    UPDATING,
    /** Out of use while its jar goes. */
    REMOVING,
    /** Gone. */
    REMOVED;

    /** Whether a plug-in may go from this state to another one at once. */
    public boolean mayBecome(PluginState other) {
        return next().contains(other);
    }

    private Set<PluginState> next() {
        return switch (this) {
            case INSTALLED -> Set.of(STARTING, ACTIVE, LIBRARY, STOPPING, UPDATING, REMOVING);
            case STARTING -> Set.of(ACTIVE, LIBRARY, REFUSED);
            case ACTIVE -> Set.of(INSTALLED, STOPPING, UPDATING, REMOVING);
            case LIBRARY -> Set.of(STARTING, ACTIVE, STOPPING, UPDATING, REMOVING);
            // What it clashed with may go, and then it is in use without another start.
            case REFUSED -> Set.of(STARTING, ACTIVE, LIBRARY, STOPPING, UPDATING, REMOVING);
            case STOPPING -> Set.of(STOPPED);
            case STOPPED -> Set.of(STARTING, UPDATING, REMOVING);
            // The one of before, another one, or one of a version that the user has stopped.
            case UPDATING -> Set.of(STARTING, LIBRARY, STOPPING, REMOVING);
            // The jar may stay after all.
            case REMOVING -> Set.of(REMOVED, STARTING, LIBRARY, STOPPING);
            case REMOVED -> Set.of();
        };
    }

    /** Whether it is on its way to another state, which it comes to without anybody asking. */
    public boolean isPassing() {
        return this == STARTING || this == STOPPING || this == UPDATING || this == REMOVING;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
