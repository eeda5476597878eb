/**
 * The verbs about what was measured: what would be, and what differs. Each turns its words into a request for
 * {@link org.breadboard.platform.Breadboard}.
 */
package org.breadboard.shell.verb.results;
