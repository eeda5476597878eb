/**
 * The entry to everything that a plug-in offers. A plug-in implements {@link org.breadboard.api.Plugin}; everything else is read
 * downwards from it. Types of this package are immutable or used by one thread at a time.
 */
@Export
@Version("0.1.0")
package org.breadboard.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
