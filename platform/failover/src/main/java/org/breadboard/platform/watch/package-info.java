/**
 * What is looked at while a run in virtual time goes on, from outside of the protocol: whether nodes hold what was
 * committed when its client is told, and whether the copies of a record only ever go forward. Reports are noted by the
 * threads that run machines; all else is for the thread that controls the run.
 */
package org.breadboard.platform.watch;
