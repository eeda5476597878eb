/**
 * How HADES nodes talk: {@link org.breadboard.hw.htmbloom.wire.Wire} says what a message carries,
 * {@link org.breadboard.hw.htmbloom.wire.NicPort} takes it through the NIC to the other node's. What messages mean is
 * not known here. One thread: that of the node's stages; other nodes read only what is immutable, and the names of
 * regions.
 */
package org.breadboard.hw.htmbloom.wire;
