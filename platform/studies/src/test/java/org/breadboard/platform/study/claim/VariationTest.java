// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Profiles;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VariationTest {
    @TempDir
    Path root;

    @Test
    void shouldChangeWhatADataSheetAssumesOnAllNodesThatHaveIt() {
        ToyHome home = new ToyHome(root);
        home.file("mixes/mixed.yaml", """
                testbed: pair
                protocol: toy-txn
                workload: toy-bank
                cluster: {nodes: 6}
                hardware:
                  late: {nodes: 0-0, ports: 3}
                  more: {nodes: 1-1, profile: toy-fast}
                  old: {nodes: 2-2, profile: toy-slow}
                  set: {nodes: 3-3, engineNs: 11}
                """);
        Parts parts = new Parts(ToyPlugin.registry(null).installed());
        List<Variation.Change> changes = Variation.of(
                new MixResolver(parts, home.folders()).resolve(MixRequest.of("mixed", List.of())),
                new Study.Vary(List.of(2.0), true, List.of()),
                new Profiles(parts, home.folders()));
        assertEquals(
                List.of(
                        new Variation.Change(
                                new Variation("toy-fast.engineNs", 2),
                                List.of(
                                        "hardware.engineNs=20",
                                        "hardware.late.engineNs=20",
                                        "hardware.more.engineNs=20")),
                        new Variation.Change(
                                new Variation("toy-slow.engineNs", 2), List.of("hardware.old.engineNs=199"))),
                changes);
    }
}
