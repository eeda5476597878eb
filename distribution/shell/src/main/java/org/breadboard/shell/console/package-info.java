/**
 * The interactive shell: JLine reads and completes lines, Gogo runs them. {@link org.breadboard.shell.console.Repl} is
 * the loop. One thread, but for Ctrl-C, which comes on a thread of JLine's.
 */
package org.breadboard.shell.console;
