/**
 * Joins the platform to Felix: {@link org.breadboard.shell.ShellActivator} feeds it with the plug-ins of the installed
 * bundles, and offers the launcher one service, {@link org.breadboard.shell.Entry}. Nothing here knows what a mix is.
 */
package org.breadboard.shell;
