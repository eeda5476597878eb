/**
 * What the workloads share: exact generators of skewed numbers, mixes of transaction types, hashing, and the
 * bookkeeping of invariants. Generators are immutable and take their randomness from the caller's stream, so that any
 * thread may use one; {@link org.breadboard.workloads.parts.PresentKeys} belongs to one thread.
 */
package org.breadboard.workloads.parts;
