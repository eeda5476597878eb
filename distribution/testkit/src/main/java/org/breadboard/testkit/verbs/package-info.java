/** What every verb of a plug-in owes its users. */
@Version("0.1.0")
@Export
package org.breadboard.testkit.verbs;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
