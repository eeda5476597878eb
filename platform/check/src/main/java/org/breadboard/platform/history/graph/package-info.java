/**
 * The graph of dependencies between transactions, its components, and its shortest cycles. Entry type:
 * {@link org.breadboard.platform.history.graph.DependencyGraph}. Nodes are numbers; nothing here knows what a
 * transaction did. One thread.
 */
package org.breadboard.platform.history.graph;
