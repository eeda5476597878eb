/**
 * How a person is spoken with: where results and warnings go, in which form, how far a piece of work has come, that it
 * is to stop, and what a mistyped name was probably meant to be. Entry type:
 * {@link org.breadboard.platform.console.Console}. It knows nothing else of the platform, so that everything can use
 * it. Tables and progress are for one thread at a time; a {@link org.breadboard.platform.console.Cancellation} is for
 * all.
 */
package org.breadboard.platform.console;
