// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tatp;

import java.util.List;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.workloads.parts.TypeWeights;

/**
 * The seven types of transactions, in the order of types, with their percentages (TATP specification; FaSST's source).
 */
final class TatpTransactions {
    static final int GET_SUBSCRIBER_DATA = 0;
    static final int GET_ACCESS_DATA = 1;
    static final int GET_NEW_DESTINATION = 2;
    static final int UPDATE_SUBSCRIBER_DATA = 3;
    static final int UPDATE_LOCATION = 4;
    static final int INSERT_CALL_FORWARDING = 5;
    static final int DELETE_CALL_FORWARDING = 6;

    static List<TransactionLogic> of(double roundNs) {
        return List.of(
                new TatpReads.GetSubscriberData(roundNs),
                new TatpReads.GetAccessData(roundNs),
                new TatpReads.GetNewDestination(roundNs),
                new TatpWrites.UpdateSubscriberData(roundNs),
                new TatpWrites.UpdateLocation(roundNs),
                new TatpWrites.InsertCallForwarding(roundNs),
                new TatpWrites.DeleteCallForwarding(roundNs));
    }

    static final TypeWeights WEIGHTS = new TypeWeights(
            "FaSST 6.2",
            List.of(
                    "getSubscriberData",
                    "getAccessData",
                    "getNewDestination",
                    "updateSubscriberData",
                    "updateLocation",
                    "insertCallForwarding",
                    "deleteCallForwarding"),
            35,
            35,
            10,
            2,
            14,
            2,
            2);

    private TatpTransactions() {}
}
