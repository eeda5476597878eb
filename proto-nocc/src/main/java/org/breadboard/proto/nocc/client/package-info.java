/**
 * Clients: each runs its transactions on values that it remembers, and submits what it compared and what it writes;
 * when it is aborted it takes the corrections and tries again at once (NOCC 2). Entry type:
 * {@link org.breadboard.proto.nocc.client.ClientNode}. A client belongs to its core's stage.
 */
package org.breadboard.proto.nocc.client;
