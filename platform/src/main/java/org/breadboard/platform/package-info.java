/** The platform's face to the shell and to programs that embed it. */
@Export
@Version("0.1.0")
package org.breadboard.platform;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
