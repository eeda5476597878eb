/**
 * What is looked at while a run in virtual time goes on, from outside of the protocol: whether nodes hold what was
 * committed when its client is told, and whether the copies of a record only ever go forward. On the one thread of such
 * a run.
 */
package org.breadboard.platform.watch;
