/**
 * RPCs handled on cores of SmartNICs: what a core does for requests is
 * {@link org.breadboard.proto.fasst.table.TableService}, as on a host; header words are in the NIC's memory, where its
 * cores can change them atomically, and records in the host's. Entry type:
 * {@link org.breadboard.proto.fasst.nic.NicServer}. Each object belongs to one core, but
 * {@link org.breadboard.proto.fasst.nic.NicTables}, which all cores of a NIC use.
 */
package org.breadboard.proto.fasst.nic;
