/**
 * Messages between ports ({@link org.breadboard.hw.rdma.datagram.RdmaDatagrams}): over unreliable datagrams, or over
 * the connected queue pairs of the package {@code verbs}.
 *
 * <p>A port belongs to the thread of its stage; the count of its posted receives is an atomic word.
 */
package org.breadboard.hw.rdma.datagram;
