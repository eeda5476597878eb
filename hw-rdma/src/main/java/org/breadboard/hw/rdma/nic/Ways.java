// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.nic;

import org.breadboard.api.runtime.Hop;

/**
 * Where messages enter the NIC of their node.
 *
 * @param posted a work request of a host thread, when the step has ended that rang the doorbell
 * @param egress a packet that the NIC sends by itself: a handshake, or a request again
 * @param answers the answer to an executed request
 */
public record Ways(Hop posted, Hop egress, Hop answers) {}
