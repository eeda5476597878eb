/**
 * The micro-benchmark {@code smartnic-bench}: what the profiles are calibrated on (Xenic 3.3 to 3.5). Entry type:
 * {@link org.breadboard.microbenchmarks.smartnic.SmartNicBenchmarkType}. Each object belongs to the thread of its
 * stage.
 */
package org.breadboard.microbenchmarks.smartnic;
