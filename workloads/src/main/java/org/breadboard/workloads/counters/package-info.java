/** Counters of a key-value store that clients read and increment (NOCC 1, 4). */
package org.breadboard.workloads.counters;
