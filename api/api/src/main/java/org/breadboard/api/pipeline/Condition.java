// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.pipeline;

/** A condition on a packet's fields. Made by a {@link Field}; a match may need several. */
public interface Condition {}
