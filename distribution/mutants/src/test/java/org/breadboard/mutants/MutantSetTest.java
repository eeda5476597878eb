// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MutantSetTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final int LEAST = 120;

    private final MutantSet set;

    MutantSetTest() throws IOException {
        set = new MutantSet(ROOT);
    }

    @Test
    void shouldFindThePlaceOfEveryMutantOnce() throws IOException {
        List<String> problems = new ArrayList<>();
        for (Mutant each : set.mutants()) {
            String problem = set.problem(each);
            if (problem != null) {
                problems.add(problem);
            }
        }
        assertEquals(List.of(), problems);
    }

    /** Contracts are tried on them; no runs and no campaign are, since no distribution has the examples. */
    @Test
    void shouldFindThePlaceOfEverySlipOnceAndItsContract() throws IOException {
        MutantSet slips = new MutantSet(ROOT, "slips");
        Contracts contracts = new Contracts(ROOT, slips.mutants(), 1);
        for (Mutant each : slips.mutants()) {
            assertNull(slips.problem(each));
            assertTrue(
                    Files.exists(contracts
                            .of(each)
                            .module()
                            .resolve("src/test/java")
                            .resolve(contracts.of(each).test().replace('.', '/') + ".java")),
                    each.id());
        }
        assertTrue(slips.mutants().size() >= 100, "there are " + slips.mutants().size());
    }

    @Test
    void shouldHaveAllMutantsThatGuidedCampaignsLookFor() throws IOException {
        assertEquals(20, new Guidance(ROOT, set.mutants()).mutants().size());
    }

    @Test
    void shouldChangeEverySource() throws IOException {
        for (Mutant each : set.mutants()) {
            if (!each.isSetting()) {
                String source = Files.readString(ROOT.resolve(each.file())).replaceAll("\\s", "");
                String planted = set.planted(each).replaceAll("\\s", "");
                assertNotEquals(source, planted, each.id());
            }
        }
    }

    @Test
    void shouldKnowTheModuleOfASource() {
        Set<Path> modules = set.mutants().stream()
                .filter(each -> !each.isSetting())
                .map(Mutant::module)
                .collect(Collectors.toSet());
        assertTrue(modules.containsAll(List.of(Path.of("api/kit"), Path.of("proto-fasst"))), modules::toString);
        for (Path each : modules) {
            assertTrue(Files.exists(ROOT.resolve(each).resolve("pom.xml")), each::toString);
        }
    }

    @Test
    void shouldHaveRunsForTheProtocolsOfEveryMutant() throws IOException {
        Checks checks = new Checks(ROOT);
        for (Mutant each : set.mutants()) {
            assertTrue(checks.runs(each).size() >= each.grounds().size(), each.id());
        }
    }

    @Test
    void shouldRunCampaignsOfProtocolsWhateverRunsAreNamed() throws IOException {
        Mutant mutant =
                new Mutant("x", "", List.of("fasst@live", "fasst", "nocc@threads"), Path.of("README.md"), "a", "b", "");
        Checks checks = new Checks(ROOT);
        assertTrue(
                checks.campaign(mutant, 1).startsWith("campaign --protocol fasst,nocc --minutes"),
                () -> checks.campaign(mutant, 1));
        assertTrue(
                checks.runs(mutant).get(0).contains("--runtime live"),
                () -> checks.runs(mutant).get(0));
    }

    /** What is outside of protocols: the platform, leases, stores, workloads, and what devices share. */
    @Test
    void shouldBeInThePlatformTooAndInStoresAndWorkloads() {
        Set<String> of = set.mutants().stream().map(Mutant::category).collect(Collectors.toSet());
        assertTrue(
                of.containsAll(List.of(
                        "memory of nodes",
                        "order of events",
                        "clients",
                        "recovery told",
                        "recovery again",
                        "membership",
                        "leases",
                        "store",
                        "rings and windows",
                        "workload")),
                of::toString);
    }

    @Test
    void shouldBeOfAllProtocolsAndMany() {
        assertTrue(set.mutants().size() >= LEAST, "there are " + set.mutants().size());
        Set<String> protocols =
                set.mutants().stream().flatMap(each -> each.grounds().stream()).collect(Collectors.toSet());
        assertTrue(protocols.containsAll(Coverage.PROTOCOLS) && protocols.contains("nocc-reads"), protocols::toString);
    }

    @Test
    void shouldPlantEachMistakeInEachProtocolOrSayWhyNot() throws IOException {
        assertEquals(List.of(), new Scores(ROOT, set).coverage().problems());
    }

    @Test
    void shouldMissWhatIsNeitherPlantedNorArgued() throws IOException {
        Set<String> all = set.mutants().stream()
                .filter(each -> each.category().equals("lock order"))
                .map(Mutant::id)
                .collect(Collectors.toSet());
        List<String> problems = new Coverage(ROOT, set, all).problems();
        assertTrue(
                problems.contains("lock order in sw-impl: none is planted; plant one, or say in cells.txt why there is"
                        + " none."),
                problems::toString);
    }

    @Test
    void shouldChangeSeveralPlaces() throws IOException {
        Mutant two = new Mutant(
                "x", "", List.of("fasst"), Path.of("README.md"), "# Breadboard ~~ Run all tests:", "A ~~ B", "");
        String planted = set.planted(two);
        assertTrue(planted.startsWith("A\n") && planted.contains("\nB\n"), planted);
    }

    @Test
    void shouldSayWhyAMutantCannotBePlanted() throws IOException {
        Mutant gone = set.mutants().stream()
                .filter(each -> !each.isSetting())
                .findFirst()
                .orElseThrow();
        Mutant moved = new Mutant("x", "", gone.grounds(), gone.file(), "no source says this", "", "");
        Mutant away = new Mutant("x", "", gone.grounds(), Path.of("api/Nowhere.java"), "a", "", "");
        Mutant often = new Mutant("x", "", gone.grounds(), gone.file(), ";", "", "");
        Mutant uneven = new Mutant("x", "", gone.grounds(), gone.file(), "a ~~ b", "c", "");
        assertEquals("x: it finds 2 places, and has something to put into 1.", set.problem(uneven));
        assertTrue(set.problem(moved).contains("' 0 times, and should have it once"), set.problem(moved));
        assertTrue(set.problem(away).contains("there is no api/Nowhere.java any more"), set.problem(away));
        assertTrue(set.problem(often).contains("times, and should have it once"), set.problem(often));
    }
}
