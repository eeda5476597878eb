// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.memory;

/**
 * Names how the bytes of a region are laid out, so that a successor knows whether it can adopt them.
 *
 * @param id unique name of the layout, for example {@code fasst.mica}
 * @param version grows when the layout changes incompatibly
 */
public record Layout(String id, int version) {}
