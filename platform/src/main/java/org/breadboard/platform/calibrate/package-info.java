/**
 * A data sheet from what somebody measured on devices of their own. Entry type:
 * {@link org.breadboard.platform.calibrate.Calibrate}. One thread.
 */
@Version("0.1.0")
@Export
package org.breadboard.platform.calibrate;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
