// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A point that messages pass on their way between stages: the code of a device that is not a processor. In virtual time
 * hops are called one after another in time order. Live they are called at once, in sequence and never nested: by the
 * thread that sends, and after {@link Transit#forward} to a resource of another node by a thread that serves that node.
 * Where a node has several threads, any of them may call its hops; so state that hops share is atomic words, or is
 * touched only by stages of one affinity.
 */
@FunctionalInterface
@ConsumerType
public interface Hop {
    /** A message arrives. The hop owns it and must pass it on, deliver it, complete it or drop it. */
    void arrive(Transit transit, Message message);
}
