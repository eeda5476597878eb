/**
 * The records of a node (Xenic 4.1.4): DrTM+H's hash table and lookups in it, header words with lock and version, where
 * the records of other nodes stand, and what a thread does to those of its own node. Entry types:
 * {@link org.breadboard.proto.drtm.table.NodeTables}, which all threads of the node share, and
 * {@link org.breadboard.proto.drtm.table.Records}, of which each has its own. The records themselves all threads and
 * the NICs of other nodes use at once, by loads, stores and compare-and-sets.
 */
package org.breadboard.proto.drtm.table;
