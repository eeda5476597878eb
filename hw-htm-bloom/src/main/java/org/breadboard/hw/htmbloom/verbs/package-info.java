/**
 * One-sided verbs of a HADES node's NIC, for protocols that need no more. Entry:
 * {@link org.breadboard.hw.htmbloom.verbs.VerbsMemory}. One thread: that of the node's stages.
 */
package org.breadboard.hw.htmbloom.verbs;
