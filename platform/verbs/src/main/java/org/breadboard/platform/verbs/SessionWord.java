// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

/**
 * A command of a shell or script that is no verb, as help tells of it.
 *
 * @param usage the command with its words
 * @param description one sentence
 * @param example a line to copy
 */
public record SessionWord(String name, String usage, String description, String example) {}
