/**
 * The live cluster of a process: a mix on real threads that runs until it is stopped, is watched meanwhile, and whose
 * protocol is swapped under load. Entry type: {@link org.breadboard.platform.session.LiveSlot}. Any thread.
 */
package org.breadboard.platform.session;
