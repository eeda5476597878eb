package org.breadboard.workloads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.breadboard.api.Settings;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.WorkloadType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RoundCostTest {
    static List<WorkloadType> types() {
        return new WorkloadsPlugin().workloads();
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldCostWhatIsSetForARound(WorkloadType type) {
        Settings settings = Settings.of(type.settings(), Map.of("roundNs", "7.5"));
        for (TransactionLogic logic : type.create(settings, 3, 2, 0.001).transactions()) {
            assertEquals(7.5, logic.computeNs(), logic.name());
        }
    }
}
