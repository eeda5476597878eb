/**
 * What a core and its NIC do for a transaction of their own node (HADES Table II, "at local node x"). Entry:
 * {@link org.breadboard.hw.htmbloom.tracker.Trackers}, which opens a
 * {@link org.breadboard.hw.htmbloom.tracker.NodeTracker} for each. One thread: that of the node's stages.
 */
package org.breadboard.hw.htmbloom.tracker;
