/**
 * A node's directory with what HADES adds (HADES IV.C, V.B): {@link org.breadboard.hw.htmbloom.directory.Directory} has
 * the caches, the filters and the partial locks, {@link org.breadboard.hw.htmbloom.directory.Conflicts} finds who
 * conflicts with a commit. Transactions of this node and of others stand here as far as they can be squashed. One
 * thread: that of the node's stages.
 */
package org.breadboard.hw.htmbloom.directory;
