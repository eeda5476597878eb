/** The commands of the console shell. They hold no logic: each calls the platform's facade and prints what it answers. */
package org.breadboard.shell;
