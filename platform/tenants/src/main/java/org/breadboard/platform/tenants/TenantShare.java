// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tenants;

import java.util.List;

/**
 * What is a tenant's.
 *
 * @param tenant its name
 * @param index among so many tenants
 * @param cores the threads of each node that are its
 */
record TenantShare(String tenant, int index, int tenants, List<Integer> cores) {
    /** A name of its own for something that its protocol names. */
    String named(String name) {
        return tenant + "." + name;
    }

    /** A number of its own for something that its protocol numbers. */
    int numbered(int number) {
        return number * tenants + index;
    }
}
