// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import org.breadboard.api.runtime.Hop;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Hardware in the path of packets: a NIC's filter, a switch's pipeline. It wraps the next hop: its own hop passes a
 * packet on, changes it, sends it back, or keeps it.
 */
@FunctionalInterface
@ConsumerType
public interface Interposer {
    /** The hop that stands before {@code next}. Called once, while the cluster is built. */
    Hop before(Hop next);
}
