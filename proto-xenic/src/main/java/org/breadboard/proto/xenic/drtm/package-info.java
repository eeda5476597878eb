/**
 * DrTM+H, and with other settings DrTM+R's use of one-sided verbs, as Xenic compares with them (Xenic 5.1): optimistic
 * transactions whose every phase goes by one-sided verbs or by datagram RPCs, as a mix says. Entry type: {@link
 * org.breadboard.proto.xenic.drtm.DrtmType}; from there {@code DrtmNode} has a {@code DrtmThread} for each host thread, which runs
 * {@code Coordinator}s, each an {@code Attempt} at a time through its {@code Phase}s, serves the RPCs of its peers and applies what they logged.
 *
 * <p>A thread's state is its own. What threads share are records, locked by compare-and-set on their header words, and the log
 * rings, of which each has one writing thread, at the coordinator, and one that applies.
 */
package org.breadboard.proto.xenic.drtm;
