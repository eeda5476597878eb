// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

import org.breadboard.api.hardware.HardwareType;

/**
 * A hardware profile that ships with a plug-in.
 *
 * @param name the name in mixes, unique among what is installed
 * @param hardware the hardware whose parameters it gives
 */
public record Profile(String name, Offer<HardwareType> hardware) {}
