// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.DataSheet;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Profiles;
import org.breadboard.platform.mix.resolve.MixPrinter;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.StudyReader;
import org.breadboard.platform.study.run.StudyRun;
import org.breadboard.platform.yaml.Where;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every mix, study and data sheet that ships, with the plug-ins that ship. */
final class ShippedExperimentsTest {
    private static final Path DIST = Path.of("src/main/dist");

    private static PluginRegistry registry;
    private static Parts parts;

    @TempDir
    Path results;

    @BeforeAll
    static void open() {
        registry = new PluginRegistry();
        registry.open(new ServiceLoaderSource(ShippedExperimentsTest.class.getClassLoader()));
        assertTrue(registry.refusals().isEmpty(), registry.refusals().toString());
        parts = new Parts(registry.installed());
    }

    @AfterAll
    static void close() {
        registry.close();
    }

    private Folders folders() {
        return new Folders(DIST, results);
    }

    @Test
    void shouldResolveEveryMixOnEveryTestbed() throws Exception {
        MixResolver resolver = new MixResolver(parts, folders());
        for (String mix : Folders.names(DIST.resolve("mixes"))) {
            ResolvedMix resolved = resolver.resolve(MixRequest.of(mix, List.of()));
            assertFalse(resolved.description().isEmpty(), mix);
            for (String testbed : Folders.names(DIST.resolve("testbeds"))) {
                resolve(resolver, mix, testbed);
            }
            Path printed = Files.writeString(results.resolve(mix + ".yaml"), MixPrinter.yaml(resolved));
            assertEquals(
                    resolved.texts(),
                    resolver.resolve(MixRequest.of(printed.toString(), List.of()))
                            .texts(),
                    mix);
        }
    }

    /** The project that docs/users/profiles.md works through. */
    @Test
    void shouldResolveAllOfTheExampleOfAProject() {
        Path project = Path.of("../examples/newer-nics").toAbsolutePath().normalize();
        Folders folders = Project.folders(DIST, project, results);
        for (String profile : Folders.names(project.resolve(Folders.PROFILES))) {
            DataSheet sheet = new Profiles(parts, folders).sheet(profile, new Where(profile, 0));
            assertTrue(
                    sheet.rows().stream()
                            .anyMatch(row -> row.kind().equals("published")
                                    && row.source().contains("NVIDIA")),
                    profile);
        }
        for (String mix : Folders.names(project.resolve(Folders.MIXES))) {
            new MixResolver(parts, folders).resolve(MixRequest.of(mix, List.of()));
        }
        for (String name : Folders.names(project.resolve(Folders.STUDIES))) {
            Study study = new StudyReader(folders).read(name);
            assertTrue(new StudyRun(study, folders, registry.installed()).runs() > 0, name);
        }
    }

    /** Where a mix that says how many threads it has can run. */
    private static final List<String> RUN_16_THREADS = List.of("xenic", "hades-8x25", "drtmh-cx4");

    private static final List<String> NEED_DATAGRAMS = List.of("fasst-", "drtmh-", "rdma-rpc");

    /**
     * On-path SmartNICs are in one testbed only, and hardware that tracks conflicts in HADES's, which have no
     * datagrams, and a switch that runs programs in NOCC's, whose clients have machines of their own; elsewhere what
     * needs them is refused, and told what is missing. So is a mix of more threads than the testbed's machines run at
     * once.
     */
    private static void resolve(MixResolver resolver, String mix, String testbed) {
        List<String> onTestbed = List.of("testbed=" + testbed);
        boolean hades = testbed.startsWith("hades-");
        String missing = null;
        boolean nocc = mix.startsWith("nocc-");
        if (mix.equals("smartnic-bench") && !RUN_16_THREADS.contains(testbed)) {
            missing = "16 threads are more than a machine runs at once";
        } else if (nocc && !testbed.equals("nocc-rack")) {
            missing = "say switch.profile: NAME";
        } else if (!nocc && testbed.equals("nocc-rack")) {
            missing = "protocol '"; // which asks for other hardware, or for no machines of clients
        } else if (mix.startsWith("xenic-") && !testbed.equals("xenic")) {
            missing = "NicCompute";
        } else if (mix.startsWith("hades-") && !hades) {
            missing = "ConflictTracking";
        } else if (hades && NEED_DATAGRAMS.stream().anyMatch(mix::startsWith)) {
            missing = "DatagramTransport";
        }
        if (missing == null) {
            resolver.resolve(MixRequest.of(mix, onTestbed));
            return;
        }
        RefusedException refused =
                assertThrows(RefusedException.class, () -> resolver.resolve(MixRequest.of(mix, onTestbed)));
        assertTrue(refused.getMessage().contains(missing), refused.getMessage());
    }

    private String refusal(String mix, String... values) {
        MixResolver resolver = new MixResolver(parts, folders());
        return assertThrows(RefusedException.class, () -> resolver.resolve(MixRequest.of(mix, List.of(values))))
                .getMessage();
    }

    @Test
    void shouldRefuseGroupsOfHardwareThatDoesNotSayWhatItsMessagesAre() {
        String late = refusal("hades-tpcc", "hardware.late.nodes=1", "hardware.late.dramNs=200");
        assertTrue(
                late.endsWith("between all nodes, but hardware 'htm-bloom' takes no part in groups of nodes; give all"
                        + " nodes the same profile and parameters, without groups."),
                late);
    }

    @Test
    void shouldRefuseEarlyAbortWhereNothingIsDescribed() {
        String undescribed = refusal("xenic-smallbank", "switch=early-abort", "switch.profile=tofino");
        assertTrue(
                undescribed.endsWith("program 'early-abort' judges packets that their protocol describes, and protocol"
                        + " 'xenic' describes none; installed protocols that do: 'drtmh', 'drtmh-nc', 'drtmh-rpc',"
                        + " 'drtmr', 'fasst', 'nocc', 'occ', 'nocc-reads'."),
                undescribed);
        String oneSided =
                refusal("drtmh-smallbank", "protocol.lock=one-sided", "switch=early-abort", "switch.profile=tofino");
        assertTrue(oneSided.endsWith("; set protocol.lock=rpc or protocol.validate=rpc."), oneSided);
        String plain = refusal("fasst-contended", "switch=early-abort");
        assertTrue(plain.contains("say switch.profile: NAME"), plain);
    }

    /** Xenic's comparisons run its workload, the others the benchmark (decision 122). */
    @Test
    void shouldGiveAllSystemsOfAPaperTheSameRows() {
        MixResolver resolver = new MixResolver(parts, folders());
        for (String mix : List.of("xenic-tpcc", "xenic-tpcc-neworder", "drtmh-tpcc", "drtmh-tpcc-neworder")) {
            assertEquals(
                    "drtmh",
                    resolver.resolve(MixRequest.of(mix, List.of())).texts().get("workload.rows"),
                    mix);
        }
        assertEquals(
                "specification",
                resolver.resolve(MixRequest.of("hades-tpcc", List.of())).texts().get("workload.rows"));
        String unknown = refusal("xenic-tpcc", "workload.rows=drtm");
        assertTrue(unknown.endsWith("'workload.rows' takes specification or drtmh, not 'drtm'."), unknown);
    }

    @Test
    void shouldBeAbleToRunEveryPointOfEveryStudy() {
        for (String name : Folders.names(DIST.resolve("studies"))) {
            Study study = new StudyReader(folders()).read(name);
            assertTrue(new StudyRun(study, folders(), registry.installed()).runs() > 0, name);
        }
    }

    @Test
    void shouldClaimEveryPublishedFigure() throws Exception {
        Set<String> claimed = new TreeSet<>();
        for (String name : Folders.names(DIST.resolve("studies"))) {
            new StudyReader(folders()).read(name).claims().forEach(claim -> claimed.add(claim.id()));
        }
        Set<String> published = new TreeSet<>();
        for (String paper : List.of("fasst", "xenic", "hades", "nocc")) {
            Csv.parse(Files.readString(DIST.resolve("claims/" + paper + ".csv"))).stream()
                    .map(row -> row.get("id"))
                    .forEach(published::add);
        }
        published.removeAll(claimed);
        assertEquals(Set.of(), published, "published, and in no study");
    }

    @Test
    void shouldGiveASourceForEveryParameter() {
        Profiles profiles = new Profiles(parts, folders());
        assertFalse(profiles.names().isEmpty());
        for (String name : profiles.names()) {
            for (DataSheet.Row row : profiles.sheet(name, new Where("test", 0)).rows()) {
                assertFalse(row.source().isBlank(), name + " " + row.setting().name());
            }
        }
    }
}
