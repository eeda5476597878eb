// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
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

final class SwitchesTest {
    @TempDir
    Path root;

    private ToyHome home;

    @BeforeEach
    void setUp() {
        home = new ToyHome(root);
        home.file("mixes/rack.yaml", """
                testbed: pair
                protocol: toy-remote
                workload: toy-bank
                switch: {profile: toy-tofino, entries: 5, ports: 3}
                cluster: {clientNodes: 2, clients: 9}
                """);
    }

    private ResolvedMix resolve(String mix, String... sets) {
        Parts parts = new Parts(ToyPlugin.registry(null).installed());
        return new MixResolver(parts, home.folders()).resolve(MixRequest.of(mix, List.of(sets)));
    }

    private String refusal(String mix, String... sets) {
        return assertThrows(RefusedException.class, () -> resolve(mix, sets)).getMessage();
    }

    @Test
    void shouldRunTheProgramThatTheProtocolWishesFor() {
        Mix.Switches switches = resolve("rack").mix().switches();
        assertEquals("toy-program", switches.program());
        assertEquals("toy-switch", switches.hardware());
        assertEquals("5", switches.programSettings().text("entries"));
        assertEquals("3", switches.hardwareSettings().text("ports"));
        assertEquals(1, switches.count());
    }

    @Test
    void shouldPrintSwitchesThatResolveToTheSame() {
        ResolvedMix resolved = resolve("rack", "switch.count=2");
        Path printed = home.file("printed.yaml", MixPrinter.yaml(resolved));
        assertEquals(resolved.texts(), resolve(printed.toString()).texts());
        assertEquals("toy-program", resolved.texts().get("switch"));
        assertEquals("toy-tofino", resolved.texts().get("switch.profile"));
    }

    @Test
    void shouldDropTheProgramWithTheProtocolThatWishedForIt() {
        Mix.Switches switches = resolve("rack", "protocol=toy-mute").mix().switches();
        assertNull(switches.program(), "the other protocol wishes for none");
        assertEquals("3", switches.hardwareSettings().text("ports"), "the device stays");
        Mix.Switches again =
                resolve("rack", "protocol=toy-mute", "switch=toy-program").mix().switches();
        assertEquals("toy-program", again.program());
        assertNull(resolve("rack", "switch=none").mix().switches().program());
    }

    @Test
    void shouldHaveNoSwitchesWhereNothingIsSaid() {
        assertNull(resolve("bank").mix().switches());
        assertNull(resolve("rack", "protocol=toy-mute", "switch.profile=none")
                .mix()
                .switches());
    }

    @Test
    void shouldRefuseProgramsThatCannotRunThere() {
        assertEquals(
                "--set switch.profile: program 'toy-program' runs in a switch with a pipeline, and the mix has none; say"
                        + " switch.profile: NAME; what is installed: toy-tofino.",
                refusal("rack", "switch.profile=none"));
        assertEquals(
                "--set switch.profile: profile 'clay' describes hardware 'brick', which is no switch; what is installed:"
                        + " toy-tofino.",
                refusal("rack", "switch.profile=clay"));
        assertEquals(
                "--set switch: program 'toy-program' judges packets of the format 'toys', which protocol 'toy-txn' does"
                        + " not send; installed protocols that do: 'toy-remote', 'toy-mute'.",
                refusal("bank", "switch=toy-program", "switch.profile=toy-tofino"));
        assertTrue(refusal("rack", "switch=toy-programm")
                .contains("switch program 'toy-programm', did you mean 'toy-program'?"));
    }

    @Test
    void shouldRefuseUnknownSettingsWithASuggestion() {
        assertEquals(
                "--set switch.entrie: switch program 'toy-program' on hardware 'toy-switch' has no setting 'entrie', did you"
                        + " mean 'entries'?",
                refusal("rack", "switch.entrie=4"));
        assertTrue(refusal("rack", "switch.entries=0").contains("must lie between 1 and"));
        assertEquals(
                "--set switch.entries: plain switches have no setting 'entries'; say switch.profile: NAME first, or leave it"
                        + " out.",
                refusal("rack", "switch=none", "switch.profile=none", "switch.entries=4"));
    }

    @Test
    void shouldRefuseClientsInTheWrongPlace() {
        assertTrue(refusal("bank", "cluster.clientNodes=1").contains("leave the key out"));
        assertTrue(refusal("bank", "cluster.clients=5").contains("leave the key out"));
        assertTrue(refusal("rack", "cluster.clientNodes=0").contains("at least 1 is needed"));
        assertTrue(refusal("rack", "load.contexts=peak").contains("the number of clients is given"));
        String crowded = refusal("rack", "cluster.clients=9000");
        assertTrue(crowded.startsWith("--set cluster.clients: protocol 'toy-remote' can have at most 1024"), crowded);
        assertEquals(1, resolve("rack", "cluster.clientNodes=1").mix().cluster().clientNodes());
        home.file("mixes/few.yaml", "testbed: pair\nprotocol: toy-mute\nworkload: toy-bank\n");
        assertEquals(1, resolve("few").mix().cluster().clientNodes(), "by default one machine, where it needs one");
    }

    @Test
    void shouldRefuseMoreSwitchesThanMachinesBehindThem() {
        assertTrue(refusal("rack", "switch.count=3").contains("3 switches need as many machines of clients"));
        assertTrue(refusal("bank", "switch.count=2").contains("several switches need a device"));
    }
}
