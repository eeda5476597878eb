/**
 * {@code bench}: the benchmarks of the core in a JVM of their own, and whole commands timed. Entry types:
 * {@link org.breadboard.platform.bench.BenchmarkProcess} and {@link org.breadboard.platform.bench.CommandBenchmark}.
 * One thread.
 */
package org.breadboard.platform.bench;
