/**
 * How backups get what is committed: coordinators leave commit records in the rings of a node's
 * {@link org.breadboard.proto.drtm.log.ReplicaLog}, a {@link org.breadboard.proto.drtm.log.LogCleaner} applies them
 * later, and {@link org.breadboard.proto.drtm.log.Backups} does so with each write, wherever it comes from (Xenic 5.1,
 * DrTM+H's source). These are the entry types. All threads of a node share its log: a ring has one thread that writes,
 * by verbs from another node, and one that applies. All else belongs to one thread.
 */
package org.breadboard.proto.drtm.log;
