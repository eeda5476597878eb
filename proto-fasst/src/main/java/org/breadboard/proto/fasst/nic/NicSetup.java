// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.nic;

import org.breadboard.kit.nic.RpcPlace;

/**
 * What all cores of a NIC are given.
 *
 * @param tables what they serve
 * @param logType the type of requests that go to the log; others are the numbers of tables
 * @param threads how many threads a node has that call
 * @param workers how many coroutines of a thread call
 * @param callersPerCore how many callers of a node share a core, {@link RpcPlace#callersPerCore}
 * @param mostBytes a message that is longer goes in several frames
 * @param entryNs what a request after the first of a message costs a core, in ns on the reference core
 */
public record NicSetup(
        NicTables tables, int logType, int threads, int workers, int callersPerCore, int mostBytes, double entryNs) {}
