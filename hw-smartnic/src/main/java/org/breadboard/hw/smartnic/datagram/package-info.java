/**
 * Datagrams between host threads ({@link org.breadboard.hw.smartnic.datagram.HostDatagrams}).
 *
 * <p>A port belongs to the thread of its stage; the free slots of its send queue and its posted receives are atomic
 * words.
 */
package org.breadboard.hw.smartnic.datagram;
