/**
 * What all that an RDMA NIC does shares: the numbers of its data sheet
 * ({@link org.breadboard.hw.rdma.nic.NicParameters}), what its packets look like, and how long they keep its engine
 * busy. Depends on no other package of the module.
 *
 * <p>Immutable or without state, but for the queue-pair cache, which is behind the engine's cost: only virtual time
 * asks for that, and that is one thread.
 */
package org.breadboard.hw.rdma.nic;
