/**
 * The verbs that are the shell's own, {@link org.breadboard.shell.verb.PluginVerb} and
 * {@link org.breadboard.shell.verb.TutorialVerb}; all others come with their instrument.
 */
package org.breadboard.shell.verb;
