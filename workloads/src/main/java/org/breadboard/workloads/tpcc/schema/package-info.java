/**
 * The tables of TPC-C: {@link org.breadboard.workloads.tpcc.schema.Schema} packs keys,
 * {@link org.breadboard.workloads.tpcc.schema.RowLayout} says where the columns of a row stand, for each choice of
 * {@code workload.rows}. Immutable; any thread.
 */
package org.breadboard.workloads.tpcc.schema;
