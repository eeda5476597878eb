/**
 * Folders of what belongs together, such as a paper's artefact. Entry type:
 * {@link org.breadboard.platform.project.Project}. Any thread.
 */
@Version("0.1.0")
@Export
package org.breadboard.platform.project;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
