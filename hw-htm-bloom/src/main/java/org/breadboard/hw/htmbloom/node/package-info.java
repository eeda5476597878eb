/**
 * A node with HADES's hardware (HADES IV, V), put together: {@link org.breadboard.hw.htmbloom.node.HadesHardware} is
 * its kind, {@code HadesNode} joins caches and directory, the trackers of the node's transactions, and the NIC. One
 * thread: that of the node's stages.
 */
package org.breadboard.hw.htmbloom.node;
