/**
 * The verbs of the command line, one class each, parsed by picocli: the same for one-shot use, scripts and the
 * interactive shell. A verb only turns its words into a request for {@link org.breadboard.platform.Breadboard}.
 */
package org.breadboard.shell.verb;
