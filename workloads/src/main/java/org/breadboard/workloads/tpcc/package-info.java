/**
 * TPC-C (TPC Benchmark C, revision 5.11) as Xenic 5.3 runs it, and the variant of its new-order transaction that DrTM+H
 * runs (Xenic 5.2). Rows are those of the specification or of DrTM+H: a {@code RowLayout} is all that differs. Entry
 * type: {@link org.breadboard.workloads.tpcc.Tpcc}. All but the generators is immutable.
 */
package org.breadboard.workloads.tpcc;
