/**
 * What is settled before a run of DrTM+H begins, and does not change: how each phase reaches other nodes, what the
 * CPU's work costs, the rule that is left out. Entry type: {@link org.breadboard.proto.drtm.setup.DrtmOptions}.
 * Immutable; any thread.
 */
package org.breadboard.proto.drtm.setup;
