/**
 * The verbs micro-benchmark: READ, WRITE, CAS or FAA as fast as they go, between regions with known content, as in
 * FaSST 3.3 and 7.1. It uses hardware through its capability only, like any protocol. The entry is
 * {@link org.breadboard.microbenchmarks.verbs.VerbsBenchmarkType}. Each client belongs to the thread of its stage.
 */
package org.breadboard.microbenchmarks.verbs;
