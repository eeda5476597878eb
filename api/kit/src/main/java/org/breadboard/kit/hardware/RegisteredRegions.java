// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import java.util.Arrays;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Region;

/**
 * The regions of a node that a NIC lets others reach, by their names. Registered while the node is built; then any
 * thread.
 */
public final class RegisteredRegions {
    private final int node;
    private Region[] regions = new Region[0];

    /** None yet. */
    public RegisteredRegions(int node) {
        this.node = node;
    }

    /**
     * Lets others reach a region by its name.
     *
     * @throws RefusedException if another has the name
     */
    public void register(Region region) {
        for (Region other : regions) {
            if (other.name().equals(region.name())) {
                throw new RefusedException("Region " + region.name() + " of node " + node
                        + " is registered already; one name reaches one region.");
            }
        }
        regions = Arrays.copyOf(regions, regions.length + 1);
        regions[regions.length - 1] = region;
    }

    /**
     * The region of a name.
     *
     * @param asker the node that asks for it
     * @throws IllegalStateException if there is none
     */
    public Region named(String name, int asker) {
        for (Region region : regions) {
            if (region.name().equals(name)) {
                return region;
            }
        }
        throw new IllegalStateException("Node " + node + " has no registered region " + name + ", which node " + asker
                + " asks for; it has "
                + Arrays.toString(Arrays.stream(regions).map(Region::name).toArray()) + ".");
    }
}
