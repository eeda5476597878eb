package org.breadboard.hw.htmbloom.wire;

/**
 * Who a message of a transaction comes from, and where its answers go. Immutable.
 *
 * @param node of the transaction
 * @param tag that names it there
 * @param transaction its number in the cluster
 * @param regions by whose numbers its requests name regions
 */
public record Coordinator(int node, int tag, int transaction, RegionTable regions) {}
