/**
 * Joins the platform to what surrounds it. In Felix, {@link org.breadboard.shell.ShellActivator} has plug-ins hosted,
 * offers each verb to Gogo, and offers the launcher one service, {@link org.breadboard.shell.Entry}; without,
 * {@link org.breadboard.shell.OneShot} runs one verb with the plug-ins of the class path. Nothing here knows what a mix
 * is.
 */
package org.breadboard.shell;
