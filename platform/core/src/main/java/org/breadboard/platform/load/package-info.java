/**
 * The clients: what contexts run, when, how often again, and what is measured and recorded of it. Entry type:
 * {@link org.breadboard.platform.load.StageClients}. Each instance belongs to its stage's thread until the run is over.
 */
package org.breadboard.platform.load;
