/**
 * What differs between runs or studies, and by how much, with confidence intervals. Entry type:
 * {@link org.breadboard.platform.compare.Compare}. One thread; runs are in workers.
 */
@Version("0.1.0")
@Export
package org.breadboard.platform.compare;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
