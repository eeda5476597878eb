// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

/**
 * What a worker's JVM is started with.
 *
 * @param heapMb its heap
 * @param firstTier whether only the first compiler is used
 * @param live a live point measures its own speed, so its worker takes no other
 */
record WorkerKind(int heapMb, boolean firstTier, boolean live) {}
