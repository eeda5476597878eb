/**
 * The command line as other programs know it: completions of people's shells, and the page of {@code man}. Entry type:
 * {@link org.breadboard.shell.manual.ProgramModel}. Any thread.
 */
package org.breadboard.shell.manual;
