// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MixResolverTest {
    @TempDir
    Path root;

    private ToyHome home;

    @BeforeEach
    void setUp() {
        home = new ToyHome(root);
    }

    private ResolvedMix resolve(String mix, String... sets) {
        Parts parts = new Parts(ToyPlugin.registry(null).installed());
        return new MixResolver(parts, home.folders()).resolve(MixRequest.of(mix, List.of(sets)));
    }

    private String refusal(String mix, String... sets) {
        return assertThrows(RefusedException.class, () -> resolve(mix, sets)).getMessage();
    }

    @Test
    void shouldRefuseWhatNoRunCouldDoWithOrderedTables() {
        String begin = "--set workload: in workload 'toy-bank' transaction 'wish' wants ";
        assertTrue(refusal("bank", "workload.asks=range")
                .endsWith("in workload 'toy-bank' transaction 'wish' wants the range from key 0 to 99 of table 'toys',"
                        + " which is declared without an order; its TableSpec has to say that it is ordered."));
        List<String> sorted = List.of("workload=toy-bank", "protocol=toy-sorted", "workload.ordered=true");
        assertEquals(
                begin + "the range from key 0 to 100 of table 'toys', whose keys are on nodes 0 and 1, but protocol"
                        + " 'toy-sorted' asks one node for a range; Workload.partition has to place the keys of a range"
                        + " together, or TableSpec has to say that ranges are spread.",
                refusal("bank", with(sorted, "workload.asks=wide-range")));
        assertEquals(
                begin + "key 100 of table 'toys', which is on node 1, for a client on node 0, but protocol"
                        + " 'toy-sorted' has ordered tables for clients on the node of a record only;"
                        + " Workload.partition has to place what a client uses on its node.",
                refusal("bank", with(sorted, "workload.asks=other-node")));
        assertEquals(
                "bank",
                resolve("bank", with(sorted, "workload.asks=range")).mix().name());
        assertEquals("bank", resolve("bank", "workload.asks=other-node").mix().name(), "a table without an order");
    }

    private static String[] with(List<String> sets, String one) {
        return Stream.concat(sets.stream(), Stream.of(one)).toArray(String[]::new);
    }

    @Test
    void shouldLetHigherLayersWin() {
        home.file("mixes/layered.yaml", "testbed: pair\nprotocol: toy-ops\ncluster.threads: 3\ntime.measureUs: 7\n");
        home.file("conf/mixes/layered.yaml", "time: {measureUs: 8}\n");
        Mix mix = resolve("layered", "time.warmupUs=9").mix();
        assertEquals(2, mix.cluster().nodes(), "testbed");
        assertEquals(3, mix.cluster().threads(), "shipped mix over testbed");
        assertEquals(8_000, mix.time().measureNs(), "user's file over shipped mix");
        assertEquals(9_000, mix.time().warmupNs(), "--set over default");
        assertEquals(8, mix.load().contexts(), "default");
        assertEquals(1, mix.seed(), "default");
    }

    @Test
    void shouldSayWhereEachValueComesFrom() {
        ResolvedMix resolved = resolve("ops", "seed=7");
        assertEquals("testbeds/pair.yaml:1", origin(resolved, "cluster.nodes"));
        assertEquals("mixes/ops.yaml:4", origin(resolved, "load.contexts"));
        assertEquals("--set seed", origin(resolved, "seed"));
        assertEquals("default of toy-ops", origin(resolved, "protocol.workNs"));
        assertEquals("profile toy-fast", origin(resolved, "hardware.engineNs"));
        assertEquals("default", origin(resolved, "runtime"));
    }

    private static String origin(ResolvedMix resolved, String key) {
        return resolved.values().stream()
                .filter(value -> value.key().equals(key))
                .findFirst()
                .orElseThrow()
                .origin();
    }

    @Test
    void shouldPrintAMixThatResolvesToTheSame() {
        ResolvedMix resolved = resolve("bank", "protocol.share=0.25", "hardware.ports=3", "load.contexts=peak");
        Path printed = home.file("printed.yaml", MixPrinter.yaml(resolved));
        ResolvedMix again = resolve(printed.toString());
        assertEquals(resolved.texts(), again.texts());
        assertTrue(again.peak());
    }

    @Test
    void shouldPrintADescriptionOfSeveralLines() {
        Path mix = home.file(
                "mixes/lines.yaml", "extends: ops\ndescription: \"one\\ntwo\\t\\u2028 \\\\ \\\"three\\\"\"\n");
        ResolvedMix resolved = resolve(mix.toString());
        assertEquals("one\ntwo\t\u2028 \\ \"three\"", resolved.description());
        Path printed = home.file("printed.yaml", MixPrinter.yaml(resolved));
        assertEquals(resolved.description(), resolve(printed.toString()).description());
    }

    @Test
    void shouldRefuseControlCharactersOnTheCommandLine() {
        String sentence = assertThrows(RefusedException.class, () -> resolve("ops", "load.contexts=1\u001b[31m"))
                .getMessage();
        assertTrue(sentence.startsWith("the command line: text holds the control character U+001B"), sentence);
    }

    @Test
    void shouldRefuseANameThatHoldsAControlCharacter() {
        String file = home.file("mixes/x\u001b[31my.yaml", "extends: ops\n").toString();
        for (String name : List.of(file, "x\u001b[31my")) {
            String sentence =
                    assertThrows(RefusedException.class, () -> resolve(name)).getMessage();
            assertTrue(sentence.startsWith("the name of a mix: text holds the control character U+001B"), sentence);
        }
    }

    @Test
    void shouldTakeAProtocolAsAWordAndAsAMap() {
        home.file("mixes/map.yaml", "testbed: pair\nprotocol: {id: toy-ops, workNs: 5}\n");
        assertEquals("5", resolve("map").mix().protocol().settings().text("workNs"));
        assertEquals(
                "6",
                resolve("ops", "protocol.workNs=6").mix().protocol().settings().text("workNs"));
        assertEquals(
                "toy-txn",
                resolve("ops", "protocol.id=toy-txn", "workload=toy-bank")
                        .mix()
                        .protocol()
                        .id());
    }

    @Test
    void shouldDropSettingsOfWhatAHigherLayerReplaced() {
        home.file("mixes/tuned.yaml", """
                testbed: pair
                protocol: {id: toy-txn, batching: false}
                workload: {id: toy-bank, valueBytes: 50}
                hardware.engineNs: 77
                """);
        ResolvedMix same = resolve("tuned");
        assertEquals("50", same.mix().workload().settings().text("valueBytes"));
        assertEquals("77", same.mix().hardware().settings().text("engineNs"));
        ResolvedMix other = resolve("tuned", "workload=other-bank", "hardware.profile=toy-slow");
        assertEquals("8", other.mix().workload().settings().text("valueBytes"));
        assertEquals("99.5", other.mix().hardware().settings().text("engineNs"));
        ResolvedMix operations = resolve("tuned", "protocol=toy-ops", "workload=none");
        assertNull(operations.mix().workload());
    }

    @Test
    void shouldKeepSettingsThatComeWithTheReplacement() {
        home.file("mixes/tuned.yaml", "testbed: pair\nprotocol: toy-txn\nworkload: {id: toy-bank, valueBytes: 50}\n");
        Mix mix = resolve("tuned", "workload=other-bank", "workload.valueBytes=60")
                .mix();
        assertEquals("60", mix.workload().settings().text("valueBytes"));
    }

    @Test
    void shouldChangeTheTestbedUnderneath() {
        Mix mix = resolve("ops", "testbed=trio").mix();
        assertEquals(3, mix.cluster().nodes());
        assertEquals("toy-slow", mix.hardware().profile());
        assertEquals("99.5", mix.hardware().settings().text("engineNs"));
        assertEquals(3, mix.cluster().replication(), "default");
    }

    @Test
    void shouldExtendAShippedMix() {
        Path own = home.file("../own.yaml", "extends: ops\nload.contexts: 2\n");
        Mix mix = resolve(own.toString()).mix();
        assertEquals("own", mix.name());
        assertEquals(2, mix.load().contexts());
        assertEquals(100_000, mix.time().measureNs());
    }

    @Test
    void shouldRefuseUnknownKeysWithLineAndSuggestion() {
        home.file("mixes/typo.yaml", "testbed: pair\nprotocol: toy-ops\ncluster:\n  thread: 3\n");
        assertEquals(
                "mixes/typo.yaml:4: unknown key 'cluster.thread', did you mean 'cluster.threads'?", refusal("typo"));
        assertEquals(
                "--set protocol.workNS: protocol 'toy-ops' has no setting 'workNS', did you mean 'workNs'?",
                refusal("ops", "protocol.workNS=4"));
        assertTrue(refusal("ops", "hardware.engine=4").contains("hardware 'toy-nic' has no parameter 'engine'"));
        assertTrue(refusal("ops", "nonsense=4")
                .startsWith("--set nonsense: unknown key 'nonsense'; there are: check, cluster, "));
        assertTrue(refusal("ops", "time.nonsense=4").endsWith("; there are: time.measureUs, time.warmupUs."));
    }

    @Test
    void shouldRefuseUnknownNamesWithASuggestion() {
        assertEquals("There is no mix 'opss', did you mean 'ops'?", refusal("opss"));
        assertEquals("--set testbed: there is no testbed 'par', did you mean 'pair'?", refusal("ops", "testbed=par"));
        assertEquals(
                "--set hardware.profile: there is no profile 'toy-fats', did you mean 'toy-fast'?",
                refusal("ops", "hardware.profile=toy-fats"));
        assertTrue(
                refusal("ops", "protocol=toy-opz").contains("brings the protocol 'toy-opz', did you mean 'toy-ops'?"));
        assertTrue(refusal("bank", "workload=x").contains("there are: other-bank, toy-bank."));
        assertTrue(refusal("../ops").contains("is not") || refusal("../ops").contains("no file"));
    }

    @Test
    void shouldRefuseWrongUnitsTypesAndRanges() {
        assertEquals(
                "--set time.measureUs: 'time.measureUs' takes a whole number in microseconds, not '1ms'.",
                refusal("ops", "time.measureUs=1ms"));
        assertEquals(
                1_500_000, resolve("ops", "time.measureUs=1500us").mix().time().measureNs());
        assertEquals(
                2_000_000, resolve("ops", "time.measureUs=2_000").mix().time().measureNs());
        assertEquals(
                2_000_000, resolve("ops", "time.measureUs=2e3").mix().time().measureNs());
        assertTrue(refusal("ops", "cluster.nodes=2.5").contains("takes a whole number, not '2.5'"));
        assertTrue(refusal("ops", "cluster.nodes=many").contains("takes a whole number, not 'many'"));
        assertTrue(refusal("ops", "cluster.nodes=0").contains("must lie between 1 and 1024, but is 0"));
        assertTrue(refusal("ops", "protocol.workNs=2000000").contains("between 1 and 1000000 ns, but is 2000000"));
        assertTrue(refusal("bank", "protocol.batching=yes").contains("takes true or false, not 'yes'"));
        assertTrue(refusal("ops", "runtime=fast").contains("takes sim or live, not 'fast'"));
        assertTrue(refusal("ops", "load.contexts=top").contains("takes a whole number, not 'top'"));
        assertTrue(refusal("ops", "time.measureUs").contains("--set takes key=value"));
    }

    @Test
    void shouldRefuseWhatCannotWorkTogether() {
        assertTrue(refusal("bank", "protocol=needy").contains("asks for Magic, which hardware 'toy-nic'"));
        assertTrue(refusal("bank", "protocol=needy").contains("no installed plug-in offers it"));
        String brick = refusal("bank", "hardware.profile=clay");
        assertTrue(
                brick.contains("asks for PassesToys") && brick.contains("'toy-nic' (profiles toy-fast, toy-slow)"),
                brick);
        assertTrue(refusal("bank", "workload.valueBytes=101").contains("stores at most 100 bytes"));
        assertTrue(refusal("bank", "workload.ordered=true").contains("in order, which protocol 'toy-txn' cannot do"));
        assertTrue(refusal("bank", "network.duplication=0.1")
                .contains("does not tolerate duplication (it tolerates loss)"));
        assertEquals(0.1, resolve("bank", "network.loss=0.1").mix().faults().loss());
        assertTrue(refusal("bank", "faults.nemesis=ring-full,qp-error")
                .startsWith("--set faults.nemesis: 'qp-error' has queue pairs fail, but hardware 'toy-nic' with profile"
                        + " 'toy-fast' has no queue pairs; leave it out,"));
        assertEquals(
                List.of(Faults.Kind.RING_FULL),
                resolve("bank", "faults.nemesis=ring-full").mix().faults().nemesis());
        for (String word : List.of("delay", "slow")) {
            assertEquals(
                    "--set faults.nemesis: only virtual time can do '" + word
                            + "', but runtime is live; leave it out, or say runtime: sim.",
                    refusal("bank", "runtime=live", "faults.nemesis=pause," + word));
            resolve("bank", "faults.nemesis=pause," + word);
        }
        assertTrue(refusal("bank", "faults.zookeeper=host:2181").contains("nothing crashes, so nobody asks it"));
        assertTrue(refusal("bank", "faults.zookeeper=host:port").contains("'host:2181,host:2181' would"));
        assertTrue(refusal("bank", "faults.nemesis=zookeeper-crash").contains("does not tolerate crash"));
        assertTrue(refusal("bank", "cluster.replication=3")
                .contains("3 copies of each record need as many nodes, but there are 2"));
        assertTrue(refusal("ops", "workload=toy-bank").contains("takes no workload, but 'toy-bank' is asked for"));
        assertTrue(refusal("bank", "workload=none").contains("must name a workload"));
        assertTrue(refusal("ops", "load.contexts=20").contains("at most 19 outstanding"));
        assertTrue(refusal("bank", "cluster.nodes=512", "cluster.threads=64", "load.contexts=3")
                .contains("are 98304 clients, and a history tells at most 65536 apart"));
        assertTrue(refusal("bank", "cluster.nodes=1024", "cluster.threads=256", "load.contexts=peak")
                .startsWith("--set cluster.threads: 1024 nodes of 256 threads"));
        assertEquals(
                2,
                resolve("bank", "cluster.nodes=512", "cluster.threads=64", "load.contexts=peak")
                        .maxContexts());
        assertTrue(refusal("bank", "cluster.threads=9", "cluster.cores=4", "cluster.hyperthreads=8")
                .contains("9 threads are more than a machine runs at once: 8 (--set cluster.hyperthreads)"));
        assertTrue(refusal("bank", "cluster.threads=5", "cluster.cores=4")
                .contains("5 threads are more than a machine runs at once: 4 (--set cluster.cores)"));
        assertTrue(refusal("bank", "cluster.cores=4", "cluster.hyperthreads=9")
                .contains("so there can be 4 to 8 hyperthreads, not 9"));
        assertTrue(refusal("ops", "explore=true", "runtime=live").contains("explore mode exists in sim only"));
        assertTrue(refusal("ops", "load.contexts=peak", "load.ratePerNode=5").contains("closed loop"));
        assertTrue(
                refusal("ops", "check=windowed").contains("'toy-ops' runs operations of its own; say check: whole."));
        assertEquals(
                "--set check: a windowed check also judges whether transactions agree with real time, and of protocol"
                        + " 'toy-txn' only this is asked: serializable; say check: whole.",
                refusal("bank", "check=windowed"));
        assertTrue(
                refusal("bank", "promise=acid").contains("takes read-committed or read-atomic or snapshot-isolation"));
        assertTrue(refusal("ops", "check=some").contains("takes whole or windowed, not 'some'"));
        assertTrue(refusal("ops", "hardware=brick").contains("describes hardware 'toy-nic'"));
    }

    @Test
    void shouldTakeTheFirstNicOfATestbedThatFitsTheProtocol() {
        ResolvedMix resolved = resolve("bank", "hardware.profile=clay, toy-slow, toy-fast");
        assertEquals("toy-slow", resolved.mix().hardware().profile());
        assertTrue(resolved.values().stream()
                .anyMatch(value ->
                        value.key().equals("hardware.profile") && value.text().equals("toy-slow")));
        assertTrue(refusal("bank", "hardware.profile=clay,toy-lsow").contains("toy-slow"));
        assertTrue(refusal("bank", "hardware.profile=clay,clay").contains("asks for PassesToys"));
    }

    @Test
    void shouldRefuseAMixWithoutHardwareOrProtocol() {
        home.file("mixes/empty.yaml", "");
        assertTrue(refusal("empty").contains("names no hardware.profile"));
        home.file("mixes/half.yaml", "testbed: pair\n");
        assertTrue(refusal("half").contains("names no protocol"));
    }

    @Test
    void shouldRefuseAKeyThatIsGivenTwice() {
        home.file("mixes/twice.yaml", "testbed: pair\nprotocol: toy-ops\ncluster.nodes: 3\ncluster:\n  nodes: 4\n");
        assertEquals(
                "mixes/twice.yaml:5: 'cluster.nodes' is already given at mixes/twice.yaml:3; keep one of the two.",
                refusal("twice"));
    }

    @Test
    void shouldNotInterpolateValues() {
        assertTrue(refusal("ops", "seed=${sys:java.version}").contains("not '${sys:java.version}'"));
    }

    @Test
    void shouldTakeTheTimesOfRealThreadsInLive() {
        Mix.Time sim = resolve("ops").mix().time();
        assertEquals(20_000, sim.warmupNs());
        assertEquals(100_000, sim.measureNs());
        ResolvedMix live = resolve("ops", "runtime=live");
        assertTrue(live.mix().warmsUntilSteady(), "not the shipped mix's virtual time");
        assertEquals(1_000_000_000, live.mix().time().measureNs());
        assertFalse(live.mix().mode().windowed(), "it runs operations");
        assertFalse(resolve("bank", "runtime=live").mix().mode().windowed(), "it does not promise real-time order");
        assertEquals("default of live", origin(live, "time.measureUs"));
        assertEquals(
                7_000,
                resolve("ops", "runtime=live", "time.measureUs=7").mix().time().measureNs());
        home.file("conf/mixes/ops.yaml", "time: {warmupUs: 9}\n");
        assertEquals(9_000, resolve("ops", "runtime=live").mix().time().warmupNs(), "the user's own file counts");
    }

    @Test
    void shouldTakeAtMostAsManyThreadsOfATestbedAsThereAreCoresInLive() {
        int cores = Runtime.getRuntime().availableProcessors();
        home.file(
                "testbeds/crowd.yaml",
                "cluster: {nodes: 2, threads: " + (cores + 1) + "}\nhardware.profile: toy-fast\n");
        assertEquals(cores + 1, resolve("ops", "testbed=crowd").mix().cluster().threads());
        ResolvedMix live = resolve("ops", "testbed=crowd", "runtime=live");
        assertEquals(cores, live.mix().cluster().threads());
        assertEquals("default of live, this machine's cores", origin(live, "cluster.threads"));
        String set = "cluster.threads=" + (cores + 1);
        assertEquals(
                cores + 1,
                resolve("ops", "testbed=crowd", "runtime=live", set)
                        .mix()
                        .cluster()
                        .threads());
        home.file("testbeds/crowd.yaml", "cluster: {nodes: 2, threads: many}\nhardware.profile: toy-fast\n");
        assertTrue(refusal("ops", "testbed=crowd", "runtime=live").startsWith("testbeds/crowd.yaml:1: "));
    }

    @Test
    void shouldListTheKeysOfAMix() {
        MixResolver resolver =
                new MixResolver(new Parts(ToyPlugin.registry(null).installed()), home.folders());
        List<String> keys =
                List.copyOf(resolver.settable(MixRequest.of("ops", List.of())).keySet());
        assertTrue(
                keys.containsAll(List.of("cluster.nodes", "protocol.workNs", "hardware.engineNs", "testbed")),
                keys.toString());
        assertFalse(keys.contains("workload.valueBytes"));
    }

    @Test
    void shouldNameTheVerbThatListsWhatIsTooMuchForASentence() {
        for (int mix = 0; mix < 31; mix++) {
            home.file("mixes/another" + mix + ".yaml", "testbed: pair\n");
        }
        assertEquals("There is no mix 'nonsense'; there are 33, which 'list mixes' shows.", refusal("nonsense"));
        assertEquals("There is no mix 'obs', did you mean 'ops'?", refusal("obs"));
    }

    @Test
    void shouldKnowTheKeysOfWhatASetChooses() {
        MixResolver resolver =
                new MixResolver(new Parts(ToyPlugin.registry(null).installed()), home.folders());
        assertFalse(resolver.settable(MixRequest.of("ops", List.of())).containsKey("protocol.timeoutUs"));
        assertTrue(resolver.settable(MixRequest.of("ops", List.of("protocol=toy-txn")))
                .containsKey("protocol.timeoutUs"));
        assertTrue(resolver.settable(MixRequest.of("ops", List.of("protocol=toy-txn", "workload=toy-bank")))
                .containsKey("workload.valueBytes"));
    }
}
