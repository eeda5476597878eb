// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Region;
import org.breadboard.hw.htmbloom.cache.AddressSpace;

/**
 * The regions of a node that its NIC reaches, and the numbers by which that NIC names regions of any node. One thread;
 * what its numbers mean, others ask too.
 */
public final class RegionTable {
    private final int node;
    private final AddressSpace space;
    private final List<Region> regions = new ArrayList<>();
    private final List<Region> witnesses = new ArrayList<>();
    private volatile String[] names = new String[0];
    // What other nodes' numbers of regions mean here, by node and number, once they were looked up.
    private final Region[][] resolved;

    /**
     * An empty one.
     *
     * @param nodes of the cluster
     * @param space gets the lines of what is registered
     */
    public RegionTable(int node, int nodes, AddressSpace space) {
        this.node = node;
        this.space = space;
        resolved = new Region[nodes][0];
    }

    /**
     * Lets the NIC reach a region.
     *
     * @param witness of its records, reached by its own name, too; or null
     * @throws RefusedException if there is a region of that name
     */
    public void register(Region region, Region witness) {
        for (Region other : regions) {
            if (other.name().equals(region.name())) {
                throw new RefusedException("Region " + region.name() + " of node " + node
                        + " is registered already; one name reaches one region.");
            }
        }
        space.map(region);
        regions.add(region);
        witnesses.add(witness);
        if (witness != null) {
            regions.add(witness);
            witnesses.add(null);
        }
    }

    /** The number by which this node's NIC names a region of any node. */
    public int number(String name) {
        String[] known = names;
        for (int i = 0; i < known.length; i++) {
            if (known[i].equals(name)) {
                return i;
            }
        }
        String[] more = Arrays.copyOf(known, known.length + 1);
        more[known.length] = name;
        names = more;
        return known.length;
    }

    /** The region of this node that another NIC has this number for. */
    public Region region(RegionTable asker, int number) {
        if (number >= resolved[asker.node].length) {
            resolved[asker.node] = Arrays.copyOf(resolved[asker.node], number + 16);
        }
        Region region = resolved[asker.node][number];
        if (region == null) {
            region = region(asker.names[number]);
            resolved[asker.node][number] = region;
        }
        return region;
    }

    private Region region(String name) {
        for (Region region : regions) {
            if (region.name().equals(name)) {
                return region;
            }
        }
        throw new IllegalStateException("node " + node + " has no registered region " + name);
    }

    /** The witness of a region, or null. */
    public Region witness(Region region) {
        return witnesses.get(regions.indexOf(region));
    }
}
