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
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RackLayoutTest {
    @TempDir
    Path root;

    private ToyHome home;
    private MixResolver resolver;

    @BeforeEach
    void setUp() {
        home = new ToyHome(root);
        resolver = new MixResolver(new Parts(ToyPlugin.registry(null).installed()), home.folders());
    }

    private String refusal(String... sets) {
        return assertThrows(RefusedException.class, () -> resolver.resolve(MixRequest.of("bank", List.of(sets))))
                .getMessage();
    }

    @Test
    void shouldResolveRacksAndNameThemOnlyWhereThereAreSome() {
        ResolvedMix resolved =
                resolver.resolve(MixRequest.of("bank", List.of("network.racks=2", "network.uplinkGbps=12.5")));
        assertEquals(new Mix.Network(2, 12.5), resolved.mix().network());
        assertEquals("12.5", resolved.texts().get("network.uplinkGbps"));
        Path printed = home.file("printed.yaml", MixPrinter.yaml(resolved));
        assertEquals(
                resolved.texts(),
                resolver.resolve(MixRequest.of(printed.toString(), List.of())).texts());
        ResolvedMix plain = resolver.resolve(MixRequest.of("bank", List.of()));
        assertEquals(Mix.Network.PLAIN, plain.mix().network());
        assertFalse(plain.texts().containsKey("network.racks"));
    }

    @Test
    void shouldRefuseALayoutThatDoesNotAddUp() {
        String nodes = home.home().resolve("testbeds/pair.yaml").getFileName().toString();
        String more = refusal("network.racks=3", "network.uplinkGbps=10");
        assertTrue(
                more.startsWith("--set network.racks: 3 racks need as many machines, but there are 2 (")
                        && more.contains(nodes + ":1"),
                more);
        assertEquals(
                "--set network.racks: 2 racks are joined by an uplink of each, whose rate must be above 0; say"
                        + " network.uplinkGbps.",
                refusal("network.racks=2"));
        assertTrue(refusal("network.racks=2", "network.uplinkGbps=0").contains("must be above 0"));
        assertTrue(refusal("network.racks=2", "network.uplinkGbps=-1").contains("network.uplinkGbps"));
        assertEquals(
                "--set network.uplinkGbps: an uplink joins racks, but there is one rack; say network.uplinkGbps: 0"
                        + " or network.racks: 2.",
                refusal("network.uplinkGbps=10"));
        assertEquals(
                Mix.Network.PLAIN,
                resolver.resolve(MixRequest.of("bank", List.of("network.uplinkGbps=0")))
                        .mix()
                        .network());
        assertTrue(refusal("network.racks=0").contains("must lie between 1 and"));
    }

    @Test
    void shouldRefuseASwitchWithAPipelineBetweenRacks() {
        String refused = refusal("network.racks=2", "network.uplinkGbps=10", "switch.profile=toy-tofino");
        assertTrue(
                refused.startsWith("--set network.racks: a switch with a pipeline (--set switch.profile) is the one"),
                refused);
    }

    @Test
    void shouldReportOnRacksAsOnAllElse() {
        List<Demands.Demand> demands = resolver.report(MixRequest.of("bank", List.of("network.racks=2")));
        Demands.Demand missing = demands.stream()
                .filter(demand -> demand.who().equals("network.racks"))
                .findFirst()
                .orElseThrow();
        assertEquals("network.uplinkGbps", missing.by());
        assertTrue(missing.missing().startsWith("2 racks are joined"), missing.missing());
    }
}
