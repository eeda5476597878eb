/**
 * Hardware as capabilities and data sheets. Entry type: {@link org.breadboard.api.hardware.HardwareType}; protocols ask
 * for the {@link org.breadboard.api.hardware.Capability} interfaces and never for a plug-in.
 */
@Version("0.1.0")
@Export
package org.breadboard.api.hardware;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
