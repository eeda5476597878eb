// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

/** A stage or resource of a cluster in virtual time. */
interface SimPart {
    /** The node that it is of, or -1. */
    int node();
}
