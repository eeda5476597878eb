// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

import java.util.List;

/**
 * A difference in what is installed. An update of a plug-in is two changes: it goes, and it appears.
 *
 * @param added what can be used now
 * @param removed what can no longer be used by what starts now
 */
public record PluginChange(List<InstalledPlugin> added, List<InstalledPlugin> removed) {}
