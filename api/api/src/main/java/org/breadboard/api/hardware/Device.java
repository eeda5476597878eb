// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import org.osgi.annotation.versioning.ConsumerType;

/** The hardware of one node. */
@ConsumerType
public interface Device {
    /** The device's implementation of a capability, or null if it does not offer it. */
    <C extends Capability> C capability(Class<C> capability);
}
