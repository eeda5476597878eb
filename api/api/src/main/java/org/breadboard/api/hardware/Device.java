// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

/** The hardware of one node. */
public interface Device {
    /** The device's implementation of a capability, or null if it does not offer it. */
    <C extends Capability> C capability(Class<C> capability);
}
