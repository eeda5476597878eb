/**
 * DrTM+H, and with other settings its two-sided version and DrTM+R's use of one-sided verbs, as Xenic compares with
 * them (Xenic 5.1): optimistic transactions whose every phase goes by one-sided verbs or by datagram RPCs, as a mix
 * says. Here they are put together on each node: settings in {@code setup}, records in {@code table}, backups and the
 * log that they are kept by in {@code log}, requests and their service in {@code rpc}, transactions in
 * {@code coordinator}; each depends on those before it only. The plug-in is
 * {@link org.breadboard.proto.drtm.DrtmPlugin}. Entry type: {@link org.breadboard.proto.drtm.DrtmType}; from there
 * {@code DrtmNode} has a {@code DrtmThread} for each host thread.
 *
 * <p>A thread's state is its own. What threads share are records, locked by compare-and-set on their header words, and
 * the log rings, of which each has one writing thread, at the coordinator, and one that applies.
 */
package org.breadboard.proto.drtm;
