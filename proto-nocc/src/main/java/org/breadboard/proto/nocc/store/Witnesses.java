// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import java.util.ArrayList;
import java.util.List;

/** A {@link WitnessRow} for each client at each store; they are added while the run is assembled. */
public final class Witnesses {
    private final List<List<WitnessRow>> rows = new ArrayList<>();

    /** No client has a row. */
    public Witnesses(int stores) {
        for (int store = 0; store < stores; store++) {
            rows.add(new ArrayList<>());
        }
    }

    /** Adds rows of the next client. */
    public void add() {
        rows.forEach(ofStore -> ofStore.add(new WitnessRow()));
    }

    /** A row. */
    public WitnessRow row(int store, int client) {
        return rows.get(store).get(client);
    }
}
