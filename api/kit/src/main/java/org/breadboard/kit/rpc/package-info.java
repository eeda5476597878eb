/**
 * A protocol whose host threads call each other's records over datagrams:
 * {@link org.breadboard.kit.rpc.RpcProtocolType}, the entry type, builds nodes, tables and threads; a
 * {@link org.breadboard.kit.rpc.RecordServer} serves calls, and an {@link org.breadboard.kit.rpc.RpcTransaction} makes
 * them, phase by phase. What is called, and when, stays the protocol's own. Optional: it is built on
 * {@code org.breadboard.api} and the other packages of the kit.
 */
@Version("0.1.0")
@Export
package org.breadboard.kit.rpc;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
