/**
 * Planted faults, for authors of protocols and devices: rules that a run leaves out on purpose, so that it can be seen
 * that its checks find that. Entry type: {@link org.breadboard.kit.fault.PlantedFaults}. Any thread. Optional: it is
 * built on {@code org.breadboard.api} alone.
 */
@Version("0.1.0")
@Export
package org.breadboard.kit.fault;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
