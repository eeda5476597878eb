/** What a plug-in reports about itself: counters and abort reasons. Counters are cheap single-writer longs. */
@Version("0.1.0")
@Export
package org.breadboard.api.observe;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
