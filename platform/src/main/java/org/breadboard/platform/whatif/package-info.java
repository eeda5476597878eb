/**
 * What a faster stage, resource or data sheet would buy: a mix is run again with each of them faster, one at a time,
 * and with one bottleneck after another. Entry type: {@link org.breadboard.platform.whatif.WhatIf}. One thread; the
 * runs are in workers.
 */
@Version("0.1.0")
@Export
package org.breadboard.platform.whatif;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
