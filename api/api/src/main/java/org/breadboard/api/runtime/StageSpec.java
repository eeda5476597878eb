// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime;

/**
 * How a stage is made.
 *
 * @param name unique within its node
 * @param speed relative to the reference core of the profiles: at 0.5 a step takes twice as long
 * @param speedAlone the speed while no other stage of its crowd is busy. It falls with each busy one, down to
 *     {@code speed} when all are
 * @param crowd stages of a node with the same crowd slow each other down, as cores do that share caches and memory; the
 *     empty string means that the stage always has its {@code speed}
 * @param affinity stages of a node with the same affinity share one thread in the live runtime, so that a device's
 *     state may belong to it; the empty string means that the stage may run anywhere
 */
public record StageSpec(String name, double speed, double speedAlone, String crowd, String affinity) {
    /** A stage of no crowd. */
    public StageSpec(String name, double speed, String affinity) {
        this(name, speed, speed, "", affinity);
    }

    /** A stage at the reference speed that may run on any thread. */
    public static StageSpec named(String name) {
        return new StageSpec(name, 1.0, "");
    }
}
