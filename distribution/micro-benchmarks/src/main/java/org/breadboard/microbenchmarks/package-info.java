/** Micro-benchmarks of hardware. Entry type: {@link org.breadboard.microbenchmarks.MicroBenchmarksPlugin}. */
package org.breadboard.microbenchmarks;
