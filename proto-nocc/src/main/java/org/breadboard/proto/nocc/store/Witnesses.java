package org.breadboard.proto.nocc.store;

/** A {@link WitnessRow} for each client at each store. Immutable but for its rows. */
public final class Witnesses {
    private final WitnessRow[][] rows;

    /** Rows of which nothing is known. */
    public Witnesses(int stores, int clients) {
        rows = new WitnessRow[stores][clients];
        for (WitnessRow[] ofStore : rows) {
            for (int client = 0; client < clients; client++) {
                ofStore[client] = new WitnessRow();
            }
        }
    }

    /** A row. */
    public WitnessRow row(int store, int client) {
        return rows[store][client];
    }
}
