/** Starts Felix with the shipped bundles, for one command or for the interactive shell. */
package org.breadboard.launcher;
