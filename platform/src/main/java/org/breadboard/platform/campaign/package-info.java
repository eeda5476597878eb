/** Campaigns: many small runs whose protocol, workload, sizes and faults follow from a seed, each verified. */
@Version("0.1.0")
@Export
package org.breadboard.platform.campaign;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
