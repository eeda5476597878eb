/**
 * RPCs between the threads of the same number on all nodes: requests and replies as bytes, how they leave in bursts,
 * and what is done for those who ask. Entry types: {@link org.breadboard.proto.drtm.rpc.Rpc},
 * {@link org.breadboard.proto.drtm.rpc.Outbox}, {@link org.breadboard.proto.drtm.rpc.RpcServer}. Each object belongs to
 * one thread.
 */
package org.breadboard.proto.drtm.rpc;
