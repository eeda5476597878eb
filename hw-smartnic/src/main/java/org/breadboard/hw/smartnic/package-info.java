/**
 * SmartNICs. The entry is {@link org.breadboard.hw.smartnic.SmartNicPlugin}; from there {@code SmartNicHardware} builds
 * a {@code SmartNic} per node, which offers cores, datagrams, and DMA (on-path) or one-sided verbs (off-path). What
 * they are made of is in packages of their own: {@code core}, and {@code dma}, {@code verbs} and {@code datagram},
 * which know it; all know {@code nic}.
 *
 * <p>A channel, a DMA queue and a port belong to the thread of their stage. What others touch are three counts, all
 * atomic words: the places of a send queue, which are free again when a packet is on the wire; the receive slots of a
 * channel or port; and the room on a core for packets that it passes on. Hops hold no state of their own.
 */
package org.breadboard.hw.smartnic;
