/**
 * The side of one-sided verbs where the memory is: a {@link org.breadboard.hw.rdma.memory.Responder} puts the requests
 * of a queue pair in order, and {@link org.breadboard.hw.rdma.memory.MemoryAccess} executes them on the registered
 * memory of its node.
 *
 * <p>Requests arrive on threads that serve the node: a responder and the atomics of a NIC each have a lock.
 */
package org.breadboard.hw.rdma.memory;
