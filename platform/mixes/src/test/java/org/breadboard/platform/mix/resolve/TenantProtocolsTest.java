// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.tenants.SharedProtocols;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TenantProtocolsTest {
    @TempDir
    Path root;

    private ToyHome home;

    @BeforeEach
    void setUp() {
        home = new ToyHome(root);
        home.file("testbeds/broad.yaml", "cluster: {nodes: 2, threads: 10}\nhardware.profile: toy-fast\n");
        home.file("mixes/two.yaml", """
                testbed: broad
                protocol:
                  id: shared
                  left: {id: toy-txn, timeoutUs: 70}
                  right: toy-txn
                workload:
                  id: shared
                  left: {id: toy-bank, cores: 0-3}
                  right: {id: toy-bank, cores: 4-9}
                """);
    }

    private ResolvedMix resolve(String... sets) {
        return new MixResolver(new Parts(ToyPlugin.registry(null).installed()), home.folders())
                .resolve(MixRequest.of("two", List.of(sets)));
    }

    private String refusal(String... sets) {
        return assertThrows(RefusedException.class, () -> resolve(sets)).getMessage();
    }

    @Test
    void shouldGiveEachTenantItsProtocolWithItsSettings() {
        ResolvedMix resolved = resolve("protocol.right.timeoutUs=90");
        Mix mix = resolved.mix();
        assertEquals("shared", mix.protocol().id());
        assertEquals("toy-txn", mix.tenants().get(0).protocol().id());
        assertEquals("70", mix.tenants().get(0).protocol().settings().text("timeoutUs"));
        assertEquals("90", mix.tenants().get(1).protocol().settings().text("timeoutUs"));
        SharedProtocols shared =
                assertInstanceOf(SharedProtocols.class, resolved.parts().protocol());
        assertEquals(4, shared.tenants().get(0).cores());
    }

    @Test
    void shouldBeReplacedByOneProtocolForAll() {
        Mix mix = resolve("protocol=toy-txn").mix();
        assertEquals("toy-txn", mix.protocol().id());
        assertNull(mix.tenants().get(0).protocol());
    }

    @Test
    void shouldResolveWhatItPrints() {
        ResolvedMix resolved = resolve("protocol.right.timeoutUs=90");
        home.file("mixes/again.yaml", MixPrinter.yaml(resolved));
        Mix again = new MixResolver(new Parts(ToyPlugin.registry(null).installed()), home.folders())
                .resolve(MixRequest.of("again", List.of()))
                .mix();
        assertEquals(resolved.mix().tenants(), again.tenants());
    }

    @Test
    void shouldRefuseTenantsWithoutProtocolAndProtocolsWithoutTenant() {
        assertEquals(
                "mixes/two.yaml:3: tenant 'right' has no protocol; say protocol.right: NAME.",
                refusal("protocol.right=none"));
        assertEquals(
                "--set protocol.rigth: 'protocol.rigth' is the protocol of a tenant 'rigth', which the workload does not"
                        + " have, did you mean 'right'?",
                refusal("protocol.rigth=toy-txn"));
        assertEquals(
                "mixes/two.yaml:3: several protocols at once run tenants of a shared workload, one each; say workload:"
                        + " shared and name its tenants.",
                refusal("workload=toy-bank"));
    }

    @Test
    void shouldRefuseProtocolsThatServeNoTenant() {
        assertEquals(
                "--set protocol.left: protocol 'toy-ops' runs operations of its own and serves no tenant; name one that"
                        + " runs transactions.",
                refusal("protocol.left=toy-ops"));
        assertTrue(
                refusal("protocol.left.timeoutsUs=3")
                        .startsWith("--set protocol.left.timeoutsUs: protocol 'toy-txn' of tenant 'left' has no setting"
                                + " 'timeoutsUs', did you mean 'timeoutUs'?"),
                refusal("protocol.left.timeoutsUs=3"));
    }
}
