/**
 * How Xenic recovers (Xenic 4.2.1). Entry type: {@link org.breadboard.proto.xenic.txn.recovery.XenicRecovery}. All of
 * it runs on a node's stage of recovery.
 */
package org.breadboard.proto.xenic.txn.recovery;
