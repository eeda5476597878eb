/**
 * The platform's face to the shell and to programs that embed it. Begin at {@link org.breadboard.platform.Breadboard}:
 * each verb of the command line is one of its methods, with plain records as arguments, a
 * {@link org.breadboard.platform.console.Console} to write to, and an
 * {@link org.breadboard.platform.console.ExitStatus} as the answer. A method runs on the caller's thread until the verb
 * is done; the console's {@link org.breadboard.platform.console.Cancellation} ends it early from any other thread.
 */
package org.breadboard.platform;
