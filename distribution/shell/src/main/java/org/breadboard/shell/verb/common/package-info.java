/**
 * What verbs have in common: their base, and how some words of theirs are read. Entry type:
 * {@link org.breadboard.shell.verb.common.Verb}.
 */
package org.breadboard.shell.verb.common;
