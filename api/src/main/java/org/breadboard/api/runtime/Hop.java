package org.breadboard.api.runtime;

/**
 * A point that messages pass on their way between stages: the code of a device that is not a processor. In virtual time hops
 * are called one after another in time order; live, by the thread that sends, at once. State that hops share is atomic
 * words, or is touched only by stages of one affinity.
 */
@FunctionalInterface
public interface Hop {
    /** A message is here now. The hop owns it and must pass it on, deliver it, complete it or drop it. */
    void arrive(Transit transit, Message message);
}
