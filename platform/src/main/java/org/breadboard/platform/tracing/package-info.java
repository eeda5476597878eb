/**
 * Traces of a part of a run as files. Entry type: {@link org.breadboard.platform.tracing.MixTrace}. One thread at a
 * time.
 */
@Version("0.1.0")
@Export
package org.breadboard.platform.tracing;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
