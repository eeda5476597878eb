/**
 * Starts Felix with the shipped bundles and hands the command line to the shell's bundle.
 * {@link org.breadboard.launcher.Main} is the process's entry; everything happens on its thread.
 */
package org.breadboard.launcher;
