// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "calibrate",
        description = "Makes a data sheet of what you measured on your own devices, and shows how well it fits.",
        footer = {
            "",
            "A file is the output of a client of perftest (ib_read_bw, ib_write_bw, ib_send_bw, ib_read_lat, ...), that of",
            "'show port stats' of DPDK's testpmd, or a CSV with the columns operation,bytes,metric,value,unit.",
            "",
            "Example:",
            "  breadboard calibrate ib_read_bw.txt ib_read_lat.txt --profile our-nic --extends connectx5",
            "  breadboard run rdma-verbs --set hardware.profile=our-nic"
        })
final class CalibrateCommand extends VerbCommand {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "What was measured; one file or more.")
    private List<Path> files;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            required = true,
            description = "The name of the data sheet, or the path of its file; nothing is overwritten.")
    private String profile;

    @Option(
            names = "--extends",
            paramLabel = "PROFILE",
            required = true,
            description = "The data sheet that gives all that was not measured ('list profiles').")
    private String base;

    @Option(names = "--device", paramLabel = "TEXT", description = "The device's name, for people.")
    private String device;

    @Mixin
    private OutputOption output;

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        scope.useAll();
        Calibrate calibrate = new Calibrate(scope.plugins(), scope.folders(), scope.patience(), scope.console());
        CalibrateRequest request = new CalibrateRequest(files, profile, base, device, output.format());
        return calibrate.run(request) ? ExitStatus.DONE : ExitStatus.FAILED;
    }
}
