/**
 * What a node's NIC does with messages that arrive: {@link org.breadboard.hw.htmbloom.nic.Nic} serves requests of other
 * nodes' transactions (HADES Table II, "at remote node y"), and hands answers to the node's own. One thread: that of
 * the node's stages.
 */
package org.breadboard.hw.htmbloom.nic;
