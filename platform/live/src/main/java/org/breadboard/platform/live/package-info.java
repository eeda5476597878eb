/**
 * The runtime of real threads and wall-clock time. Entry type: {@link org.breadboard.platform.live.LiveEngine}.
 *
 * <pre>
 *   control thread:  runUntil ... pause ... look, crash, build ... runUntil ... close
 *                        |                                        (the clock stands still while paused)
 *        +---------------+---------------+
 *        v                               v
 *   live thread 0                   live thread 1          each turns round its stages, one burst each
 *     inbox of stage a0  &lt;-+          inbox of stage b0 &lt;-+
 *     inbox of stage a1  &lt;-|          inbox of stage b1 &lt;-|
 *       |                  |            |                 |
 *       | a step ends      |            |                 |
 *       v                  |            v                 |
 *     hops of node a, one after another, at once         hops of node b
 *       |                  ^            ^                 |
 *       |                  +--crossing--|-----------------+     a ring for each pair of threads:
 *       +---------------------crossing--+                       of the Disruptor: (hop, message)
 *
 *   messages: a pool per thread; full and empty magazines are swapped through one lock-free depot
 * </pre>
 *
 * <p>A message crosses to another thread at most once: where it queues at a resource of a node that its thread does not
 * serve. From there on its hops run on a thread that does, so that as long as a node is served by one thread (see
 * {@link org.breadboard.platform.live.Spread}), all of the node's state is touched by that thread alone.
 *
 * <p>Everything a stage owns is touched by its thread alone; between two calls of {@code runUntil} all threads stand
 * still, and the control thread may touch everything.
 */
package org.breadboard.platform.live;
