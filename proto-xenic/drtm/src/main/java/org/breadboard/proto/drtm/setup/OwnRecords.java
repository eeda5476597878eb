// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.setup;

/** How a coordinator gets at records of hash tables whose primary is its own machine. */
public enum OwnRecords {
    /** By its CPU, without the network. */
    CPU,
    /** By the verbs and RPCs that it uses for other machines, to itself. */
    NIC
}
