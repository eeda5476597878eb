/**
 * All shipped studies at once, and the page about how close they come to the papers. Entry type:
 * {@link org.breadboard.platform.reproduce.Reproduce}. One thread.
 */
@Version("0.1.0")
@Export
package org.breadboard.platform.reproduce;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
