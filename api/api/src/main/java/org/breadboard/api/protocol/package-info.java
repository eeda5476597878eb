/**
 * Protocols: how transactions run on a cluster of nodes. Entry type: {@link org.breadboard.api.protocol.ProtocolType}.
 */
@Version("0.1.0")
@Export
package org.breadboard.api.protocol;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
