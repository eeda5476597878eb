// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Something that hardware offers and a protocol asks for: a sub-interface names the kind of hardware, never the device.
 * A plug-in that offers a kind unknown to {@code api} exports the package of its own sub-interface.
 */
@ConsumerType
public interface Capability {}
