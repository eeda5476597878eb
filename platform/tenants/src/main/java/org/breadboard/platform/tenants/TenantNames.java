// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tenants;

import java.util.HashMap;
import java.util.Map;

/**
 * What a tenant's regions are called, by the names that its protocol gave them. A protocol may also say what a region
 * is called, and means the same. One thread.
 */
final class TenantNames {
    private final TenantShare share;
    private final Map<String, String> names = new HashMap<>();

    TenantNames(TenantShare share) {
        this.share = share;
    }

    /** The name of a region. */
    String of(String name) {
        String known = names.get(name);
        return known != null ? known : learnt(name);
    }

    private String learnt(String name) {
        String whole = name.startsWith(share.named("")) ? name : share.named(name);
        names.put(name, whole);
        return whole;
    }
}
