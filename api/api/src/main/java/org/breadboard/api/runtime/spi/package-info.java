/**
 * What runtimes do with messages and tasks, and plug-ins do not. Entry type:
 * {@link org.breadboard.api.runtime.spi.RuntimeAccess}. One thread at a time for each message and task.
 */
@Version("0.1.0")
@Export
package org.breadboard.api.runtime.spi;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
