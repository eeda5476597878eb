/**
 * A node with HADES's hardware (HADES IV, V): its directory, which knows what transactions do there, and its NIC, through which they reach
 * other nodes. {@link org.breadboard.hw.htmbloom.node.NodeTracker} is a transaction on its own node, {@code
 * RemoteTransactions} what a node knows of others', {@code Directory} what both share, {@code Nic} carries messages.
 */
package org.breadboard.hw.htmbloom.node;
