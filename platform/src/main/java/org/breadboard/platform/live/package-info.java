/**
 * The runtime of real threads and wall-clock time. Entry type: {@link org.breadboard.platform.live.LiveEngine}.
 *
 * <pre>
 *   control thread:  runUntil ... pause ... look, crash, build ... runUntil ... close
 *                        |                                        (the clock stands still while paused)
 *        +---------------+---------------+
 *        v                               v
 *   live thread 0                   live thread 1          each turns round its stages, one burst each
 *     stage a0   stage b0             stage a1   ...
 *       |  step ends: its messages pass all their hops here, at once, and are published
 *       |                               ^
 *       +--- inbox (multi-producer ring) +     completions, wake-ups and squashes go the same way
 *
 *   messages: a pool per thread; full and empty magazines are swapped through one lock-free depot
 * </pre>
 *
 * <p>Everything a stage owns is touched by its thread alone; between two calls of {@code runUntil} all threads stand still,
 * and the control thread may touch everything.
 */
package org.breadboard.platform.live;
