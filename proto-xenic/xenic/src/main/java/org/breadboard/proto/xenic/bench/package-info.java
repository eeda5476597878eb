/**
 * The store micro-benchmark: what lookups in a table cost whoever reads it from afar, as in Xenic 4.1.3 and 4.1.4. The
 * entry is {@link org.breadboard.proto.xenic.bench.LookupBenchmarkType}. Each client belongs to the thread of its
 * stage; the table is filled before and does not change.
 */
package org.breadboard.proto.xenic.bench;
