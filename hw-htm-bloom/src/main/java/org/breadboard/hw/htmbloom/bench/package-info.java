/**
 * The filter micro-benchmark: how often filters claim lines that were not inserted (HADES, Table IV), and what a node
 * stores. The entry is {@link org.breadboard.hw.htmbloom.bench.FilterBenchmarkType}. Each client and its pool belong to
 * the thread of its stage.
 */
package org.breadboard.hw.htmbloom.bench;
