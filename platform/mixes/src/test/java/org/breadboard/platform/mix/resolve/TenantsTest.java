// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.partition.Partition;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TenantsTest {
    @TempDir
    Path root;

    private ToyHome home;

    @BeforeEach
    void setUp() {
        home = new ToyHome(root);
        home.file("testbeds/broad.yaml", "cluster: {nodes: 2, threads: 10}\nhardware.profile: toy-fast\n");
        home.file("mixes/two.yaml", """
                testbed: broad
                protocol: toy-txn
                workload:
                  id: shared
                  left: {id: toy-bank, cores: 0-3, valueBytes: 50}
                  right: {id: other-bank, cores: 4-9}
                """);
    }

    private MixResolver resolver() {
        return new MixResolver(new Parts(ToyPlugin.registry(null).installed()), home.folders());
    }

    private ResolvedMix resolve(String mix, String... sets) {
        return resolver().resolve(MixRequest.of(mix, List.of(sets)));
    }

    private String refusal(String... sets) {
        return assertThrows(RefusedException.class, () -> resolve("two", sets)).getMessage();
    }

    private static String cores(Mix mix) {
        StringBuilder text = new StringBuilder();
        mix.tenants()
                .forEach(tenant -> text.append(tenant.name())
                        .append(' ')
                        .append(Partition.text(tenant.cores()))
                        .append(' '));
        return text.toString().strip();
    }

    @Test
    void shouldReadTenantsWithSettingsAndCores() {
        Mix mix = resolve("two").mix();
        assertEquals("shared", mix.workload().id());
        assertEquals("left 0-3 right 4-9", cores(mix));
        assertEquals("toy-bank", mix.tenants().get(0).workload());
        assertEquals("50", mix.tenants().get(0).settings().text("valueBytes"));
        assertEquals("8", mix.tenants().get(1).settings().text("valueBytes"), "default");
    }

    @Test
    void shouldScaleTenantsApart() {
        Mix mix =
                resolve("two", "cluster.scale=0.5", "workload.left.scale=0.25").mix();
        assertEquals(0.25, mix.tenants().get(0).scale());
        assertEquals(0.5, mix.tenants().get(1).scale(), "the cluster's");
        assertEquals(
                0.5,
                resolve("two", "cluster.scale=0.5", "workload.left=other-bank")
                        .mix()
                        .tenants()
                        .get(0)
                        .scale());
    }

    @Test
    void shouldPrintAMixThatResolvesToTheSame() {
        ResolvedMix resolved = resolve("two", "workload.left.cores=0-1,8-9", "workload.right.cores=6");
        assertEquals("left 0-1,8-9 right 2-7", cores(resolved.mix()));
        Path printed = home.file("printed.yaml", MixPrinter.yaml(resolved));
        ResolvedMix again = resolve(printed.toString());
        assertEquals(resolved.texts(), again.texts());
        assertEquals(cores(resolved.mix()), cores(again.mix()));
        assertEquals("50", again.mix().tenants().get(0).settings().text("valueBytes"));
    }

    @Test
    void shouldShareCoresOutEvenlyIfNobodyClaimsAny() {
        home.file("mixes/three.yaml", """
                testbed: broad
                protocol: toy-txn
                workload: {id: shared, c: toy-bank, a: toy-bank, b: toy-bank}
                """);
        assertEquals("a 0-3 b 4-6 c 7-9", cores(resolve("three").mix()));
        assertEquals(
                "a 0-2 b 3-4 c 5-6", cores(resolve("three", "cluster.threads=7").mix()));
        assertEquals(
                "mixes/three.yaml:3: tenant 'c' is left without a core: 3 tenants share the 2 of a node"
                        + " (cluster.threads).",
                assertThrows(RefusedException.class, () -> resolve("three", "cluster.threads=2"))
                        .getMessage());
    }

    @Test
    void shouldLetHigherLayersChangeTenants() {
        Mix mix = resolve(
                        "two", "workload.left.id=other-bank", "workload.right=toy-bank", "workload.right.valueBytes=9")
                .mix();
        assertEquals("other-bank", mix.tenants().get(0).workload());
        assertEquals("8", mix.tenants().get(0).settings().text("valueBytes"), "the other workload's was meant");
        assertEquals("toy-bank", mix.tenants().get(1).workload());
        assertEquals("9", mix.tenants().get(1).settings().text("valueBytes"));
        assertEquals("left 0-3 right 4-9", cores(mix), "cores are the tenant's, whatever it runs");
    }

    @Test
    void shouldLeaveTenantsOutAndAddSome() {
        Mix less =
                resolve("two", "workload.right=none", "workload.left.cores=10").mix();
        assertEquals("left 0-9", cores(less));
        Mix more = resolve("two", "workload.more=toy-bank", "workload.more.cores=2", "workload.right.cores=4")
                .mix();
        assertEquals("left 0-3 more 4-5 right 6-9", cores(more));
    }

    @Test
    void shouldReplaceASharedWorkloadAndBeReplaced() {
        Mix single = resolve("two", "workload=toy-bank").mix();
        assertEquals("toy-bank", single.workload().id());
        assertTrue(single.tenants().isEmpty());
        assertEquals("8", single.workload().settings().text("valueBytes"));
        home.file("mixes/single.yaml", "testbed: broad\nprotocol: toy-txn\nworkload: {id: toy-bank, valueBytes: 50}\n");
        Mix shared = resolve("single", "workload=shared", "workload.a=toy-bank").mix();
        assertEquals("a 0-9", cores(shared));
        assertEquals("8", shared.tenants().get(0).settings().text("valueBytes"));
    }

    @Test
    void shouldOfferTheKeysOfTenants() {
        List<String> keys =
                List.copyOf(resolver().settable(MixRequest.of("two", List.of())).keySet());
        assertTrue(
                keys.containsAll(List.of("workload.left", "workload.left.cores", "workload.right.valueBytes")),
                keys.toString());
        assertFalse(keys.contains("workload.valueBytes"));
    }

    @Test
    void shouldRefuseCoresThatOverlap() {
        assertEquals(
                "--set workload.right.cores: core 3 cannot be both of tenant 'left' and of tenant 'right'.",
                refusal("workload.right.cores=3-9"));
        assertEquals(
                "--set workload.left.cores: tenant 'left' asks for core 1 twice.",
                refusal("workload.left.cores=0-3,1-1"));
    }

    @Test
    void shouldRefuseCoresThatANodeDoesNotHave() {
        assertEquals(
                "--set workload.right.cores: tenant 'right' asks for core 10, but a node has 10, from 0 to 9"
                        + " (cluster.threads).",
                refusal("workload.right.cores=4-10"));
        assertEquals(
                "--set workload.right.cores: tenant 'right' asks for 7 cores, but of a node's 10 (cluster.threads) only"
                        + " 6 are free.",
                refusal("workload.right.cores=7"));
    }

    @Test
    void shouldRefuseCoresWithoutAWorkload() {
        assertEquals(
                "mixes/two.yaml:5: core 9 is left without a workload: a node has 10 (cluster.threads).",
                refusal("workload.right.cores=4-8"));
        assertEquals(
                "mixes/two.yaml:5: cores 4-4,8-9 are left without a workload: a node has 10" + " (cluster.threads).",
                refusal("workload.right.cores=5-7"));
    }

    @Test
    void shouldRefuseATenantWithoutCores() {
        home.file("mixes/half.yaml", """
                testbed: broad
                protocol: toy-txn
                workload:
                  id: shared
                  a: {id: toy-bank, cores: 0-9}
                  b: toy-bank
                """);
        assertEquals(
                "mixes/half.yaml:6: tenant 'b' has no cores, while others have some; say workload.b.cores, or leave it"
                        + " out for all.",
                assertThrows(RefusedException.class, () -> resolve("half")).getMessage());
        assertEquals(
                "--set workload.left.cores: tenant 'left' asks for 0 cores; it needs at least one.",
                refusal("workload.left.cores=0"));
        assertEquals(
                "--set workload.left.cores: 'workload.left.cores' takes how many cores, such as 5, or which, such as 0-4"
                        + " or 0-1,8-9, not '3-0'.",
                refusal("workload.left.cores=3-0"));
    }

    @Test
    void shouldRefuseUnknownWorkloadsTenantsAndSettings() {
        assertEquals(
                "--set workload.left: no installed plug-in brings the workload 'toy-bnk', did you mean 'toy-bank'?",
                refusal("workload.left=toy-bnk"));
        assertEquals(
                "--set workload.lefd.cores: the shared workload has no tenant 'lefd'; it has left, right, and"
                        + " workload.lefd: WORKLOAD would add one.",
                refusal("workload.lefd.cores=3"));
        assertEquals(
                "--set workload.left.valuebytes: workload 'toy-bank' of tenant 'left' has no setting 'valuebytes', did"
                        + " you mean 'valueBytes'?",
                refusal("workload.left.valuebytes=3"));
        assertEquals(
                "--set workload.left.valueBytes: 'workload.left.valueBytes' must lie between 1 and 10000 bytes, but is 0.",
                refusal("workload.left.valueBytes=0"));
    }

    @Test
    void shouldRefuseWhatIsNoSharedWorkload() {
        assertEquals(
                "--set workload: a shared workload needs tenants, each with a workload, such as workload.a: NAME.",
                assertThrows(RefusedException.class, () -> resolve("bank", "workload=shared"))
                        .getMessage());
        assertEquals(
                "--set workload.locked: a tenant cannot be called 'locked', since results count aborts under that name;"
                        + " take another.",
                refusal("workload.locked=toy-bank"));
        assertEquals(
                "--set workload.a b: 'a b' is no name for a tenant; names are made of letters, digits, '_' and '-'.",
                refusal("workload.a b=toy-bank"));
        assertEquals(
                "mixes/two.yaml:4: protocol 'toy-ops' runs operations of its own and takes no workload, but 'shared' is"
                        + " asked for; say workload: none.",
                refusal("protocol=toy-ops"));
    }

    @Test
    void shouldNameTheTenantWhoseSettingsCannotWork() {
        assertEquals("Tenant 'right': There is no bank without money.", refusal("workload.right.broke=true"));
    }

    @Test
    void shouldRefuseATenantsTablesThatTheProtocolCannotKeep() {
        assertTrue(refusal("workload.right.valueBytes=9999").contains("table 'right.toys' of workload 'shared'"));
    }
}
