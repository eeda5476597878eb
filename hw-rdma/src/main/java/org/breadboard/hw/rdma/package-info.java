/**
 * RDMA NICs: verbs, transports, queue pairs, doorbells. The entry is {@link org.breadboard.hw.rdma.RdmaPlugin}; from
 * there {@code RdmaHardware} builds an {@code RdmaNic} per node, which offers datagrams and one-sided verbs. What they
 * are made of is in packages of their own, each of which knows those before it only: {@code nic}, {@code memory},
 * {@code verbs}, {@code datagram}.
 *
 * <p>Queue pairs belong to the thread of their stage. Hops run in time order on one thread, or live on the thread that
 * sends: then all hops of a queue pair's packets, at either NIC, run on its stage's thread. What senders share are the
 * count of a port's posted receives (an atomic word) and a NIC's atomics (a lock). The queue-pair cache is behind the
 * engine's cost, which only virtual time asks for.
 */
package org.breadboard.hw.rdma;
