// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.pipeline;

import org.osgi.annotation.versioning.ConsumerType;

/** A condition on a packet's fields. Made by a {@link Field}; a match may need several. */
@ConsumerType
public interface Condition {}
