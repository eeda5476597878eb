/** What files and folders can meet with. Entry type: {@link org.breadboard.platform.files.FileTrouble}. Any thread. */
@Version("0.1.0")
@Export
package org.breadboard.platform.files;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
