/**
 * FaSST RPCs (FaSST 4): an endpoint per host thread that talks to its peers of the same number, a master that serves
 * requests and gathers responses, and worker coroutines that issue batches of requests. Entry type:
 * {@link org.breadboard.proto.fasst.rpc.RpcEndpoint}. Everything of one endpoint is used by the thread of its stage
 * only.
 */
package org.breadboard.proto.fasst.rpc;
