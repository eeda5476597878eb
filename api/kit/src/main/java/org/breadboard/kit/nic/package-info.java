/**
 * What protocols share that run on cores of SmartNICs: the memory of the core's host, by DMA or by verbs
 * ({@link org.breadboard.kit.nic.HostMemory}), and where remote procedure calls are handled
 * ({@link org.breadboard.kit.nic.RpcPlace}). Optional: it is built on {@code org.breadboard.api} alone, and the
 * platform knows nothing of it.
 *
 * <p>A core's access to its host's memory belongs to the thread of that core.
 */
@Version("0.1.0")
@Export
package org.breadboard.kit.nic;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
