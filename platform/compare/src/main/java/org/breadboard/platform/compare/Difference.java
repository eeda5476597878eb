// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.estimate.Estimate;
import org.breadboard.platform.result.Json;

/**
 * One figure of all subjects.
 *
 * @param point the point that it is of, or {@code ""}
 * @param figure its name
 * @param values by subject, in their order; a mean that is not known is NaN
 */
record Difference(String point, String figure, List<Estimate> values) {
    /** By how much a subject has more than the first one. */
    Estimate of(int subject) {
        return values.get(subject).minus(values.get(0));
    }

    /**
     * The same as a share of what the first one has in the mean. Its interval leaves out 0 exactly if they
     * {@link #differs}.
     */
    Estimate share(int subject) {
        return of(subject).times(1 / values.get(0).mean());
    }

    /** Whether a subject's figure differs from that of the first one; null if nobody knows. */
    Boolean differs(int subject) {
        Estimate difference = of(subject);
        if (difference.known()) {
            return difference.differsFromZero();
        }
        return difference.mean() == 0 ? Boolean.FALSE : null;
    }

    Map<String, Object> json(List<String> names) {
        Map<String, Object> row = new LinkedHashMap<>();
        if (!point.isEmpty()) {
            row.put("point", point);
        }
        row.put("figure", figure);
        row.put("values", values.stream().map(Difference::json).toList());
        List<Map<String, Object>> differences = new ArrayList<>();
        for (int subject = 1; subject < values.size(); subject++) {
            Map<String, Object> difference = new LinkedHashMap<>();
            difference.put("of", names.get(subject));
            difference.put("difference", Json.number(of(subject).mean()));
            difference.put("ci95", Json.number(of(subject).half()));
            difference.put("percent", Json.number(share(subject).mean() * 100));
            difference.put("percentCi95", Json.number(share(subject).half() * 100));
            difference.put("differs", differs(subject));
            differences.add(difference);
        }
        row.put("differences", differences);
        return row;
    }

    static Map<String, Object> json(Estimate value) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("mean", Json.number(value.mean()));
        map.put("ci95", Json.number(value.half()));
        return map;
    }
}
