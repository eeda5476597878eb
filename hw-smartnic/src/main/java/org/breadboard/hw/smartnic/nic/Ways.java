// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.nic;

import org.breadboard.api.runtime.Hop;

/**
 * Where packets enter the NIC of their node.
 *
 * @param fromHost what a host thread sent, when its step has ended
 * @param fromCore what a core sent, when its step has ended
 * @param route where ways part: to the wire, to the host, or to a core
 * @param toHost on the way to a host thread of the node
 * @param toCore on the way to a core of the NIC
 */
public record Ways(Hop fromHost, Hop fromCore, Hop route, Hop toHost, Hop toCore) {}
