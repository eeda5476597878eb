// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class TraceContractTest extends WorkloadContract {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            lines.append(i % 3 == 0 ? "update," : "")
                    .append("key")
                    .append(i * 7 % 60)
                    .append('\n');
        }
        file = Files.writeString(folder.resolve("keys.csv"), lines);
    }

    @Override
    protected WorkloadType type() {
        return new TraceReplay();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings()).with("file", file).with("requests", 3);
    }
}
