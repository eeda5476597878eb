// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.breadboard.api.Settings;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.WorkloadType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RoundCostTest {
    static List<WorkloadType> types() {
        return new WorkloadsPlugin().workloads();
    }

    @ParameterizedTest
    @MethodSource("types")
    void shouldCostWhatIsSetForARound(WorkloadType type, @TempDir Path folder) throws IOException {
        Settings settings = Settings.of(type.settings(), Map.of("roundNs", "7.5"));
        if (type.id().equals("trace")) {
            settings = settings.with("file", Files.writeString(folder.resolve("keys.csv"), "1\n"));
        }
        for (TransactionLogic logic : type.create(settings, 3, 2, 0.001).transactions()) {
            assertEquals(7.5, logic.computeNs(), logic.name());
        }
    }
}
