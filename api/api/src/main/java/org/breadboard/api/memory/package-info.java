/**
 * Memory as bytes in regions with a lifetime and a layout. Entry type: {@link org.breadboard.api.memory.Region}. Words
 * may be used from several threads through the acquire, release and compare-and-set methods; everything else is as
 * unsynchronised as real memory.
 */
@Version("0.1.0")
@Export
package org.breadboard.api.memory;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
