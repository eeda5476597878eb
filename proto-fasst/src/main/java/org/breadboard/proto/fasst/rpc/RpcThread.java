// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

/**
 * A thread that calls.
 *
 * @param number among those of its node
 * @param workers how many of its coroutines call
 */
public record RpcThread(int number, int workers) {}
