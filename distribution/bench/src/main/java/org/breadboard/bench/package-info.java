/**
 * {@code bench}: the benchmarks of the core in a JVM of their own, and whole commands timed. Entry types:
 * {@link org.breadboard.bench.BenchmarkProcess} and {@link org.breadboard.bench.CommandBenchmark}. One thread.
 */
package org.breadboard.bench;
