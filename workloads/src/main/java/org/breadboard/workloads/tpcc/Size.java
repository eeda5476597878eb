// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import org.breadboard.workloads.parts.Hash64;
import org.breadboard.workloads.parts.NonUniform;
import org.breadboard.workloads.parts.Scaled;
import org.breadboard.workloads.tpcc.schema.Schema;

/**
 * How large the database is. A scale shrinks the items, and with them the stock, and the customers of each district,
 * and with them the first orders. Warehouses and districts, which every transaction meets in, keep their number: they
 * are TPC-C's hot set. The constants A of the non-uniform draws shrink as {@link NonUniform} says; C is 0 but for last
 * names, as TPC-C 2.1.6.1 lets it be.
 */
final class Size {
    private static final int NAME_MASK_BITS = 8;

    /**
     * The constants C of last names when the database is filled and when it runs. They are 100 apart: TPC-C 2.1.6.1
     * wants 65 to 119, and neither 96 nor 112, lest lookups ask most for the names that most customers have.
     */
    private static final int LOAD_CONSTANT = 57;

    private static final int RUN_CONSTANT = 157;

    private final int nodes;
    private final int warehousesPerNode;
    private final int items;
    private final int customers;
    private final int names;
    private final NonUniform loadedNames;

    private Size(int nodes, int warehousesPerNode, int items, int customers) {
        this.nodes = nodes;
        this.warehousesPerNode = warehousesPerNode;
        this.items = items;
        this.customers = customers;
        names = Math.max(1, customers / 3);
        loadedNames = names(LOAD_CONSTANT);
    }

    /** The size at a scale; at most 1. */
    static Size of(int nodes, int warehousesPerNode, double scale) {
        // Twice as many items as an order has lines, so that drawing different ones comes to an end.
        int items = (int) Scaled.population("TPC-C items", Schema.MOST_ITEMS, scale, 2L * Schema.MOST_LINES);
        int customers = (int) Scaled.population("TPC-C customers of a district", Schema.MOST_CUSTOMERS, scale, 3);
        return new Size(nodes, warehousesPerNode, items, customers);
    }

    int nodes() {
        return nodes;
    }

    int warehousesPerNode() {
        return warehousesPerNode;
    }

    long warehouses() {
        return (long) nodes * warehousesPerNode;
    }

    long districts() {
        return warehouses() * Schema.DISTRICTS;
    }

    /** Items, numbered from 1. */
    int items() {
        return items;
    }

    /** Customers of a district, and its orders at first, numbered from 1. */
    int customers() {
        return customers;
    }

    /** Orders of a district that are delivered at first: the oldest 70% (TPC-C 4.3.3.1: 2100 of 3000). */
    int delivered() {
        return customers * 7 / 10;
    }

    /** Last names, numbered from 0: a third of the customers, as at full size. */
    int names() {
        return names;
    }

    /**
     * The last name of a customer: one each to begin with, then drawn as lookups draw them, with another C (TPC-C
     * 4.3.3.1).
     */
    long name(long district, long customer) {
        if (customer <= names) {
            return customer - 1;
        }
        long hash = Hash64.of(Schema.customerKey(district, customer), ~Schema.NAME_INDEX);
        return loadedNames.of(hash, Hash64.below(names, hash));
    }

    /** Items as new-order draws them: NURand(8191, 1, 100000) at full size (TPC-C 2.4.1.5). */
    NonUniform nonUniformItems() {
        return NonUniform.scaled(13, Schema.MOST_ITEMS, items);
    }

    /** Customers as transactions draw them: NURand(1023, 1, 3000) at full size (TPC-C 2.4.1.2). */
    NonUniform nonUniformCustomers() {
        return NonUniform.scaled(10, Schema.MOST_CUSTOMERS, customers);
    }

    /** Last names as transactions draw them: NURand(255, 0, 999) at full size (TPC-C 2.5.1.2). */
    NonUniform nonUniformNames() {
        return names(RUN_CONSTANT);
    }

    /** The constant shrinks with A, so that those of loads and runs stay as far apart. */
    private NonUniform names(int constant) {
        NonUniform drawn = NonUniform.scaled(NAME_MASK_BITS, Schema.MOST_NAMES, names);
        return drawn.from(0, constant * (drawn.mask() + 1) >> NAME_MASK_BITS);
    }

    /** The partition of a record. */
    int partition(int table, long key, int partitions) {
        long of = table == Schema.ITEM ? nodes : warehouses();
        return (int) (Schema.warehouse(table, key) * partitions / of);
    }
}
