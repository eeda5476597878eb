// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HardwareGroupsTest {
    @TempDir
    Path root;

    private ToyHome home;
    private MixResolver resolver;

    @BeforeEach
    void setUp() {
        home = new ToyHome(root);
        home.file("mixes/mixed.yaml", """
                testbed: pair
                protocol: toy-txn
                workload: toy-bank
                cluster: {nodes: 6}
                hardware:
                  profile: toy-fast
                  engineNs: 7
                  old: {nodes: 3-5, profile: toy-slow, ports: 3}
                """);
        resolver = new MixResolver(new Parts(ToyPlugin.registry(null).installed()), home.folders());
    }

    private ResolvedMix resolve(String... sets) {
        return resolver.resolve(MixRequest.of("mixed", List.of(sets)));
    }

    private String refusal(String... sets) {
        return assertThrows(RefusedException.class, () -> resolve(sets)).getMessage();
    }

    private static List<Integer> groups(ResolvedMix resolved) {
        Mix.Hardware hardware = resolved.mix().hardware();
        return IntStream.range(0, resolved.mix().cluster().machines())
                .map(hardware::groupOf)
                .boxed()
                .toList();
    }

    @Test
    void shouldGiveAGroupItsOwnDataSheetAndParameters() {
        Mix.Hardware hardware = resolve().mix().hardware();
        assertEquals(List.of(-1, -1, -1, 0, 0, 0), groups(resolve()));
        assertEquals("toy-fast", hardware.profile());
        assertEquals("7", hardware.settings().text("engineNs"));
        assertEquals("2", hardware.settings().text("ports"));
        assertEquals("toy-slow", hardware.groups().get(0).profile());
        assertEquals("99.5", hardware.groups().get(0).settings().text("engineNs"));
        assertEquals("3", hardware.groups().get(0).settings().text("ports"));
    }

    @Test
    void shouldPrintGroupsThatResolveToTheSame() {
        ResolvedMix resolved = resolve();
        Path printed = home.file("printed.yaml", MixPrinter.yaml(resolved));
        ResolvedMix again = resolver.resolve(MixRequest.of(printed.toString(), List.of()));
        assertEquals(resolved.texts(), again.texts());
        assertEquals(resolved.mix().hardware(), again.mix().hardware());
        assertEquals("3-5", resolved.texts().get("hardware.old.nodes"));
    }

    @Test
    void shouldTakeCountsAndRangesOfNodes() {
        assertEquals(List.of(0, 0, -1, -1, -1, -1), groups(resolve("hardware.old.nodes=2")));
        assertEquals(
                List.of(1, 0, 1, -1, -1, -1),
                groups(resolve("hardware.old.nodes=1-1", "hardware.odd.nodes=2", "hardware.old.profile=toy-fast"))
                        .stream()
                        .map(group -> group < 0 ? group : 1 - group)
                        .toList());
        assertEquals(List.of(0, 0, 0, 0, 0, 0), groups(resolve("hardware.old.nodes=6")));
    }

    @Test
    void shouldHaveTheUsualDataSheetWhereAGroupNamesNone() {
        ResolvedMix resolved = resolve("hardware.late.nodes=0-0", "hardware.late.engineNs=50");
        Mix.Group late = resolved.mix().hardware().groups().get(0);
        assertEquals("late", late.name());
        assertEquals("toy-fast", late.profile());
        assertEquals("50", late.settings().text("engineNs"));
    }

    @Test
    void shouldHaveWhatTheMixChangesOfTheUsualDataSheetWhereAGroupNamesNone() {
        ResolvedMix resolved = resolve("hardware.late.nodes=0-0", "hardware.late.ports=3");
        Mix.Group late = resolved.mix().hardware().groups().get(0);
        assertEquals("7", late.settings().text("engineNs"));
        assertEquals("3", late.settings().text("ports"));
        Path printed = home.file("printed.yaml", MixPrinter.yaml(resolved));
        assertEquals(
                resolved.mix().hardware(),
                resolver.resolve(MixRequest.of(printed.toString(), List.of()))
                        .mix()
                        .hardware());
        Mix.Hardware named = resolve("hardware.late.nodes=0-0", "hardware.late.profile=toy-fast")
                .mix()
                .hardware();
        assertEquals(
                "10", named.groups().get(0).settings().text("engineNs"), "a sheet that is named is taken as it is");
    }

    @Test
    void shouldRefuseATypoInAGroupOfItsOwnSheetWhateverTheOthersHave() {
        home.file("mixes/typo.yaml", """
                testbed: pair
                protocol: toy-txn
                workload: toy-bank
                hardware:
                  old: {nodes: 1, profile: toy-slow, port: 3}
                """);
        assertTrue(assertThrows(
                        RefusedException.class,
                        () -> resolver.resolve(MixRequest.of("typo", List.of("hardware.profile=toy-slow"))))
                .getMessage()
                .contains("of group 'old' has no parameter 'port'"));
    }

    @Test
    void shouldDropParametersOfADataSheetThatAHigherLayerReplaces() {
        assertEquals(
                "2",
                resolve("hardware.old.profile=toy-fast")
                        .mix()
                        .hardware()
                        .groups()
                        .get(0)
                        .settings()
                        .text("ports"));
        assertEquals(
                List.of(), resolve("hardware.old.profile=none").mix().hardware().groups());
    }

    @Test
    void shouldRefuseGroupsThatDoNotAddUp() {
        assertEquals(
                "--set hardware.old.nodes: hardware group 'old' asks for node 6, but the cluster has 6, from 0 to 5"
                        + " (cluster.nodes).",
                refusal("hardware.old.nodes=3-6"));
        assertEquals(
                "mixes/mixed.yaml:8: node 3 cannot be both of hardware group 'odd' and of hardware group 'old'.",
                refusal("hardware.odd.nodes=3-3"));
        assertEquals(
                "--set hardware.old.nodes: 'hardware.old.nodes' takes how many nodes, such as 5, or which, such as 0-4 or"
                        + " 0-1,8-9, not 'half'.",
                refusal("hardware.old.nodes=half"));
        assertEquals(
                "--set hardware.odd.engineNs: hardware group 'odd' has no nodes; say hardware.odd.nodes, how many, such as"
                        + " 2, or which, such as 0-1.",
                refusal("hardware.odd.engineNs=3"));
        assertEquals(
                "--set hardware.old.port: hardware 'toy-nic' of group 'old' has no parameter 'port', did you mean"
                        + " 'ports'?",
                refusal("hardware.old.port=3"));
    }

    @Test
    void shouldNameTheNodesThatLackWhatIsAskedFor() {
        assertEquals(
                "mixes/mixed.yaml:2: protocol 'toy-txn' asks for PassesToys, which hardware 'brick' with profile 'clay' of"
                        + " nodes 3 to 5 does not offer; what is installed and does: 'toy-nic' (profiles toy-fast,"
                        + " toy-slow).",
                refusal("hardware.old.profile=clay"));
        assertTrue(refusal("hardware.profile=clay", "hardware.old.nodes=2-2,4-4")
                .contains("profile 'clay' of nodes 0, 1, 3, 5 does not"));
    }

    @Test
    void shouldReportOnEachGroup() {
        List<Demands.Demand> demands = resolver.report(MixRequest.of("mixed", List.of("hardware.old.profile=clay")));
        List<String> offering = demands.stream()
                .filter(demand -> demand.who().equals("protocol 'toy-txn'"))
                .filter(demand -> demand.what().equals("PassesToys"))
                .map(Demands.Demand::by)
                .toList();
        assertEquals(
                List.of(
                        "hardware 'toy-nic' with profile 'toy-fast' of nodes 0 to 2",
                        "hardware 'brick' with profile 'clay' of nodes 3 to 5"),
                offering);
        List<Demands.Demand> whole = resolver.report(MixRequest.of("mixed", List.of()));
        assertTrue(whole.stream()
                .anyMatch(demand -> demand.what().equals("PassesToys between all nodes")
                        && demand.missing().isEmpty()));
    }
}
