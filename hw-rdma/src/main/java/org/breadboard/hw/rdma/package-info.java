/** RDMA NICs: verbs, transports, queue pairs, doorbells. The entry is {@link org.breadboard.hw.rdma.RdmaPlugin}. */
package org.breadboard.hw.rdma;
