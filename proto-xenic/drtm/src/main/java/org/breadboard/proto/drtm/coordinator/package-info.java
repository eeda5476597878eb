/**
 * What runs transactions (Xenic 2.2.1, 5.1): a coroutine takes a {@code DrtmAttempt} at a time through its
 * {@code DrtmPhase}s, which ask other nodes by one-sided {@code DrtmVerbs} or by {@code Requests}, and use the own
 * node's records directly. Entry type: {@link org.breadboard.proto.drtm.coordinator.Coordinator}. Everything belongs to
 * one coordinator, and so to one thread, but what {@link org.breadboard.proto.drtm.coordinator.CoordinatorSetup} gives
 * to all coordinators of the thread.
 */
package org.breadboard.proto.drtm.coordinator;
