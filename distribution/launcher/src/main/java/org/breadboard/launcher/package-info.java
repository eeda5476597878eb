/**
 * Hands the command line to the shell: as it is for one verb, or as a service of the shell's bundle in Felix, which
 * scripts, the interactive shell and dropped plug-ins need. {@link org.breadboard.launcher.Main} is the process's
 * entry; everything happens on its thread.
 */
package org.breadboard.launcher;
