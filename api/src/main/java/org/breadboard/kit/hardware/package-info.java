/**
 * What kinds of hardware share, for authors of hardware. Entry type: {@link org.breadboard.kit.hardware.DeclaredHardware}. Optional: it is built on
 * {@code org.breadboard.api} alone, and the platform knows nothing of it.
 */
@Version("0.1.0")
@Export
package org.breadboard.kit.hardware;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
