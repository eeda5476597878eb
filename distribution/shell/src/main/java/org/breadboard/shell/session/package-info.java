/**
 * Verbs in Gogo's language, for scripts and for the interactive shell: {@link org.breadboard.shell.session.Script} runs
 * a text in a session of its own, and {@link org.breadboard.shell.session.VerbFunction} is a verb in it.
 */
package org.breadboard.shell.session;
