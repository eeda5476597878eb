// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.memory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;

/** The regions of one node by their names, which are its own; they outlive whoever laid them out. */
public final class NodeMemory {
    private final int node;
    /** Notes what is stored; null where nobody asks. */
    private StoreJournal journal;

    private NodeMemory before;
    private final Map<String, PagedRegion> regions = new LinkedHashMap<>();
    /** What a configuration before left that nobody has asked for in this one. */
    private final Map<String, PagedRegion> kept = new ConcurrentSkipListMap<>();

    /** A node's memory, empty. */
    public NodeMemory(int node) {
        this(node, null);
    }

    /** No region yet; one that would start as an image starts as the region of its name in {@code before}. */
    public NodeMemory(int node, NodeMemory before) {
        this.node = node;
        this.before = before;
    }

    /** From now on what is stored in regions that survive is noted. Before the first region. */
    public NodeMemory noting(StoreJournal stores) {
        journal = stores;
        return this;
    }

    /** The memory of the same node after a crash: what survives it, kept for whoever is built next. */
    public NodeMemory survivors() {
        NodeMemory next = new NodeMemory(node);
        for (Map<String, PagedRegion> all : List.of(kept, regions)) {
            all.forEach((name, region) -> {
                if (region.lifetime() == Lifetime.SURVIVES_CRASH) {
                    next.kept.put(name, region);
                }
            });
        }
        return next;
    }

    /** Puts in a copy of another node's region, to be found by whoever asks for its name. */
    public void receive(PagedRegion copy) {
        kept.put(copy.name(), copy);
    }

    /**
     * Makes a copy of a region as it is now, which shares its pages until one of the two is written; nobody may use the
     * region itself any more, only what is kept here in its place.
     */
    public PagedRegion fork(PagedRegion region) {
        Image now = region.freeze();
        kept.put(region.name(), PagedRegion.of(region.name(), now, region.lifetime()));
        return PagedRegion.of(region.name(), now, region.lifetime());
    }

    /** The region that is kept under a name, or null. */
    public PagedRegion keeps(String name) {
        return kept.get(name);
    }

    /** What was kept under names with this prefix and not asked for since, in the order of names. */
    public List<Region> kept(String prefix) {
        return kept.values().stream()
                .filter(region -> region.name().startsWith(prefix))
                .map(region -> (Region) region)
                .toList();
    }

    /** Forgets a region that was kept. */
    public void drop(Region region) {
        kept.remove(region.name(), region);
    }

    /** From now on images are what regions start as. */
    public void forgetBefore() {
        before = null;
    }

    /** The region of a name, of zeros unless it is there. */
    public Region region(String name, long sizeBytes, Lifetime lifetime, Layout layout) {
        PagedRegion region = found(name);
        if (region == null) {
            region = new PagedRegion(name, sizeBytes, lifetime, layout);
            regions.put(name, region);
        }
        return adopt(region, sizeBytes, layout);
    }

    /** The region of a name, made from an image unless it is there. */
    public Region region(String name, Image image, Lifetime lifetime) {
        PagedRegion region = found(name);
        if (region == null) {
            region = PagedRegion.of(name, before == null ? image : before.present(name, image), lifetime);
            regions.put(name, region);
        }
        return adopt(region, image.sizeBytes(), image.layout());
    }

    private PagedRegion found(String name) {
        PagedRegion left = kept.remove(name);
        if (left != null) {
            regions.put(name, left);
        }
        return regions.get(name);
    }

    /** Whether some of it is a device's, which nothing hands over. */
    public boolean isPartlyOfDevices() {
        return regions.values().stream().anyMatch(region -> region.lifetime() == Lifetime.DEVICE_VOLATILE);
    }

    /** The region of a name, or null. */
    public PagedRegion find(String name) {
        return regions.get(name);
    }

    /** Whether a region is this node's of its name. */
    public boolean owns(Region region) {
        PagedRegion bytes = regions.get(region.name());
        return bytes == region || region instanceof JournaledRegion noting && noting.isOf(bytes);
    }

    /**
     * What a region holds, as a copy that is made page by page when it is written. The region must not be written as
     * long as the copy is.
     *
     * @throws NotAdoptableException if there is none that is laid out as {@code image}
     */
    private Image present(String name, Image image) {
        PagedRegion region = regions.get(name);
        if (region == null || !region.layout().equals(image.layout()) || region.sizeBytes() != image.sizeBytes()) {
            throw new NotAdoptableException(name);
        }
        return region.freeze();
    }

    private Region adopt(PagedRegion region, long sizeBytes, Layout layout) {
        if (!region.layout().equals(layout) || region.sizeBytes() != sizeBytes) {
            throw new RefusedException("region " + region.name() + " of node " + node + " is laid out as "
                    + region.layout().id() + " version " + region.layout().version() + " with " + region.sizeBytes()
                    + " B, and cannot be adopted as " + layout.id() + " version " + layout.version() + " with "
                    + sizeBytes + " B");
        }
        return journal == null ? region : journal.of(region);
    }
}
