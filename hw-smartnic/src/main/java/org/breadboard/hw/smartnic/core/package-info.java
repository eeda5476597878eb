/**
 * The cores of a SmartNIC, their memory, and the channels of cores and host threads
 * ({@link org.breadboard.hw.smartnic.core.Cores}).
 *
 * <p>A core and a channel belong to the thread of their stage. What others touch are free slots, all atomic words: of a
 * channel's send and receive queues, and on a core for packets that it passes on.
 */
package org.breadboard.hw.smartnic.core;
