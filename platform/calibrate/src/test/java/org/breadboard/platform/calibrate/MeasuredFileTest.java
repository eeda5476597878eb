// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.calibrate.Measured.Metric;
import org.breadboard.platform.calibrate.Measured.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What tools print, of which samples lie beside; their layouts are perftest's and testpmd's own. */
class MeasuredFileTest {

    @TempDir
    Path folder;

    private final List<String> notTaken = new ArrayList<>();

    private static void nobody(String sentence) {
        throw new AssertionError(sentence);
    }

    private static List<Measured> sample(String name) throws IOException, URISyntaxException {
        return MeasuredFile.read(
                Path.of(MeasuredFileTest.class.getResource(name).toURI()), MeasuredFileTest::nobody);
    }

    private List<Measured> written(String name, String text) throws IOException {
        return MeasuredFile.read(Files.writeString(folder.resolve(name), text), notTaken::add);
    }

    @Test
    void shouldReadBandwidthsOfPerftest() throws IOException, URISyntaxException {
        List<Measured> measured = sample("ib_read_bw.txt");
        assertEquals(8, measured.size(), "a rate and a bandwidth for each of four sizes");
        assertEquals(
                new Measured("ib_read_bw.txt:24", Operation.READ, Metric.RATE, 64, 4_853_105, 1, 16),
                measured.get(2),
                "of 128 in the queue a queue pair has 16 READs outstanding");
        Measured large = measured.get(7);
        assertEquals(Metric.BANDWIDTH, large.metric());
        assertEquals(11043.78 * (1 << 20) * 8, large.value(), 1);
        assertEquals("ib_read_bw.txt:26", large.place());
    }

    @Test
    void shouldReadLatenciesOfPerftest() throws IOException, URISyntaxException {
        List<Measured> measured = sample("ib_read_lat.txt");
        assertEquals(
                List.of(1950.0, 1970.0, 2810.0),
                measured.stream().map(Measured::value).toList());
        assertEquals(
                List.of(2, 64, 4096), measured.stream().map(Measured::bytes).toList());
    }

    @Test
    void shouldReadSeveralTestsOfOneFile() throws IOException, URISyntaxException {
        List<Measured> measured = sample("ib_send.txt");
        assertEquals(
                new Measured("ib_send.txt:14", Operation.SEND, Metric.RATE, 64, 5_898_438, 1, 512), measured.get(0));
        assertEquals(3.02e9, measured.get(1).value());
        Measured write = measured.get(2);
        assertEquals(Operation.WRITE, write.operation());
        assertEquals(11387.01 * (1 << 20) / 65536, write.value(), 1e-3, "without a column for it");
        assertEquals(300, write.outstanding());
        assertEquals(new Measured("ib_send.txt:28", Operation.WRITE, Metric.LATENCY, 2, 1020, 1, 1), measured.get(4));
    }

    /** Of tests that are not known, before, between and behind those that are. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Atomic FETCH_AND_ADD BW Test",
                "Atomic CMP_AND_SWAP BW Test",
                "RDMA_Write_imm BW Test",
                "RDMA_Write_With_Imm BW Test",
                "Send MultiCast BW Test",
                "Raw Ethernet BW Test"
            })
    void shouldNotTakeRowsOfAnotherTestForTheOneBefore(String title) throws IOException {
        String heading = "\n #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n";
        String other = " " + title + heading + " 8       5000           0.17            0.16             2.500000\n";
        String write =
                " RDMA_Write BW Test" + heading + " 8       5000           0.31            0.29             4.531250\n";
        List<Measured> measured = written("own", other + write + other + write + other);
        assertEquals(
                List.of(4_531_250.0, 0.29e9, 4_531_250.0, 0.29e9),
                measured.stream().map(Measured::value).toList());
        assertEquals(3, notTaken.size());
        assertEquals(
                "own:1: '" + title + "' is not taken, and no line of it; READs, WRITEs and SENDs are.",
                notTaken.get(0));
    }

    @Test
    void shouldNotTakeAnAtomicsLatencyForTheReadsBefore() throws IOException {
        String heading = "\n #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]"
                + "    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec] \n";
        String row = "1000          1.10           2.90         %s               1.65             0.05            1.80"
                + "                    2.90\n";
        List<Measured> measured = written(
                "own",
                " RDMA_Read Latency Test" + heading + " 2 " + String.format(row, "1.63")
                        + " Atomic CMP_AND_SWAP Latency Test" + heading + " 8 " + String.format(row, "1.13"));
        assertEquals(List.of(1630.0), measured.stream().map(Measured::value).toList());
    }

    /** Such as a service level, or what the CPU does. */
    @Test
    void shouldFindColumnsByTheirHeadings() throws IOException {
        List<Measured> measured = written("own", """
                 RDMA_Write BW Test
                 #bytes    #sl      #iterations    BW peak[MiB/sec]    BW average[MiB/sec]   MsgRate[Mpps]  CPU_Util[%]
                 2       3           5000           9.10            8.60                  4.508877  5.07
                """);
        assertEquals(4_508_877, measured.get(0).value());
        assertEquals(8.60 * 8 * (1 << 20), measured.get(1).value());
        assertEquals(
                List.of(1970.0),
                written("lasts", """
                 RDMA_Read Latency Test
                 #bytes        #iterations       t_avg[usec]    tps average
                 8             1000              1.97           507614.21
                """).stream().map(Measured::value).toList());
    }

    @Test
    void shouldReadWhatHasACommentInLatin1() throws IOException {
        Path file = Files.write(folder.resolve("own"), """
                # gemessen am Pr\u00fcfstand
                 RDMA_Write BW Test
                 #bytes #iterations BW peak[Gb/sec] BW average[Gb/sec]
                 65536 1059332 0.00 92.57
                """.getBytes(StandardCharsets.ISO_8859_1));
        assertEquals(
                92.57e9,
                MeasuredFile.read(file, MeasuredFileTest::nobody).get(1).value());
    }

    @Test
    void shouldReadTestpmd() throws IOException, URISyntaxException {
        List<Measured> measured = sample("testpmd.txt");
        assertEquals(
                new Measured("testpmd.txt:10", Operation.PACKET, Metric.RATE, 60, 14_204_545, 1, 1), measured.get(0));
        assertEquals(2, measured.size());
    }

    @Test
    void shouldReadCsv() throws IOException {
        List<Measured> measured = written("own.csv", """
                operation,bytes,metric,value,unit,threads,outstanding
                read,32,rate,51.2,M/s,14,16
                read,8,latency,2.1,us,,
                write,4096,bandwidth,11.5,GB/s,,
                """);
        assertEquals(new Measured("own.csv:2", Operation.READ, Metric.RATE, 32, 51.2e6, 14, 16), measured.get(0));
        assertEquals(new Measured("own.csv:3", Operation.READ, Metric.LATENCY, 8, 2100, 1, 1), measured.get(1));
        assertEquals(92e9, measured.get(2).value(), 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "x; is no output of perftest",
                "operation,bytes,metric,value,unit|read,8,rate,fast,M/s; own:2, column 'value': 'fast' stands there, and it has to be a number, such as 12.5.",
                "operation,bytes,metric,value,unit|read,8,rate,-1,M/s; own:2, column 'value': '-1' stands there, and it has to be above 0.",
                "operation,bytes,metric,value,unit|reed,8,rate,1,M/s; own:2, column 'operation': 'reed' stands there, and it has to be one of packet, read, send, write.",
                "operation,bytes,metric,value,unit|read,8,latency,1,M/s; own:2, column 'unit': 'M/s' stands there, and it has to be a unit of a latency: ms, ns, us.",
                "operation,bytes,metric,value,unit; has no line with a result; it may have been cut off.",
                "RDMA_Read Bidirectional BW Test; own:1: a bidirectional test mixes what two NICs do",
                " RDMA_Read BW Test| #bytes #iterations BW peak[MB/sec] BW average[MB/sec]| 65536 1000 5.0; own:3: this line has 3 numbers, and its heading 4 columns.",
                " RDMA_Read BW Test| #bytes #iterations BW peak[MB/sec] BW average[MB/sec]| 99999999999 1000 5.0 5.0; own:3: '99999999999 1000 5.0 5.0' has a number that nothing can measure",
                " RDMA_Read BW Test| #bytes #iterations BW peak[MB/sec] BW average[MB/sec]| 8 1000 5.0 1.2.3; own:3: '8 1000 5.0 1.2.3' has a number that nothing can measure",
                " RDMA_Read BW Test| #bytes #iterations BW peak[MB/sec] BW average[MB/sec] MsgRate[Mpps]| 8 1000 5.0 5.0 nan| 64 1000 5.0 5.0 0.1; own:3: '8 1000 5.0 5.0 nan' has a number that nothing can measure",
                " RDMA_Read BW Test| #bytes #iterations BW peak[MB/sec] BW average[MB/sec]| 8 garbage 5.0 5.0| 64 1000 5.0 5.0; own:3: '8 garbage 5.0 5.0' has a number that nothing can measure",
                " RDMA_Read BW Test| #bytes #iterations BW peak[MB/sec] BW average[MB/sec]| 8 1000 5.0 -5.0| 64 1000 5.0 5.0; own:3: '8 1000 5.0 -5.0' has a number that nothing can measure",
                " RDMA_Read BW Test| #bytes #iterations BW peak[MB/sec] BW average[MB/sec] CPU_Util[%]| 8 1000 5.0 5.0; own:3: this line has 4 numbers, and its heading 5 columns.",
                " RDMA_Read BW Test| #bytes #iterations BW peak[KB/sec] BW average[KB/sec]| 8 1000 5.0 5.0; own:3: the heading above has no column BW average in Gb/sec",
                " RDMA_Read Latency Test| #bytes #iterations t_min[cycles] t_max[cycles] t_typical[cycles]| 8 1000 5.0 5.0 5.0; own:3: the heading above has no column t_typical[usec]",
                " RDMA_Read BW Test| Dual-port       : ON| #bytes; own:2: this test adds up what two ports do; measure one.",
                " RDMA_Write_imm BW Test| #bytes #iterations BW peak[MB/sec] BW average[MB/sec]| 8 1000 5.0 5.0; own:1: 'RDMA_Write_imm BW Test' is not taken, and no line of it; READs, WRITEs and SENDs are.",
                "{|\"test_info\": {|\"test\": \"RDMA_Write_BW_Test\"; is what perftest writes with --out_json; take what it prints.",
                "NIC statistics for port 0|  Rx-pps: 99999999999999999999; own:2: 'Rx-pps: 99999999999999999999' has a number that nothing can measure",
                "operation,bytes,metric,value,unit|read,0.5,rate,1,M/s; own:2, column 'bytes': '0.5' stands there, and it has to be a whole number from 1 to 1073741824.",
                "operation,bytes,metric,value,unit|read,0,rate,1,M/s; own:2, column 'bytes': '0' stands there, and it has to be a whole number from 1 to 1073741824.",
                "operation,bytes,metric,value,unit,threads|read,8,rate,1,M/s; own:2: this row has 5 cells, and the heading 6 columns",
                "operation,bytes,metric,value|read,8,rate,1; own:1: there is no column 'unit'",
            })
    void shouldSayWhatIsWrong(String text, String sentence) {
        String said = assertThrows(RefusedException.class, () -> written("own", text.replace("|", "\n")))
                .getMessage();
        assertTrue(said.contains(sentence), said);
    }

    @Test
    void shouldRefuseWhatIsNoText() throws IOException {
        Path file = Files.write(folder.resolve("core"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, (byte) 0x80});
        String said = assertThrows(RefusedException.class, () -> MeasuredFile.read(file, MeasuredFileTest::nobody))
                .getMessage();
        assertTrue(said.contains("is no output of perftest"), said);
    }
}
