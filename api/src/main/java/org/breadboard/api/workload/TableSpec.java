package org.breadboard.api.workload;

/**
 * A table of a workload. Keys are 64-bit numbers.
 *
 * @param id index in {@link Workload#tables()}
 * @param name the name in results
 * @param valueBytes the size of a value, fixed for the table
 * @param capacity the most records that it ever holds, over all partitions
 * @param ordered whether transactions use ranges, minima or maxima of it
 */
public record TableSpec(int id, String name, int valueBytes, long capacity, boolean ordered) {}
