/** Contract suites that a plug-in author runs against a plug-in. */
@Export
@Version("0.1.0")
package org.breadboard.testkit;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
