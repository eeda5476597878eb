// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;

/** For protocols whose hash tables hold the records that they begin with, and no others. */
public final class FixedRecords {
    private static final long LOOKED_AT = 10_000;

    private FixedRecords() {}

    /**
     * Refuses a table of which records may come or go. A key that a population names, and of which there is no record,
     * is one that a transaction may miss or insert; removals a workload declares. An ordered table is never refused.
     *
     * @param whose begins the sentence's second half: {@code "the hash tables of drtmh"}
     * @param remedy ends it: what would be right, besides another workload
     * @throws RefusedException if it is such a table
     */
    public static void refuseOthers(ProtocolContext context, TableSpec spec, String whose, String remedy) {
        if (spec.ordered()) {
            return;
        }
        String hold = ", and " + whose + " hold a fixed set of records: " + remedy
                + "use a workload whose records all exist from the beginning and stay, those of ordered tables aside";
        if (context.removes(spec.id())) {
            throw new RefusedException("transactions remove records of table " + spec.name() + hold);
        }
        Population population = context.population(spec.id());
        byte[] value = new byte[spec.valueBytes()];
        long looked = Math.min(LOOKED_AT, population.candidates());
        for (long i = 0; i < looked; i++) {
            // The last one among them: what is inserted later is named behind what is there.
            long index = population.candidates() - 1 - i * population.candidates() / looked;
            if (!population.value(population.key(index), value)) {
                throw new RefusedException("table " + spec.name() + " has keys without a record" + hold);
            }
        }
    }
}
