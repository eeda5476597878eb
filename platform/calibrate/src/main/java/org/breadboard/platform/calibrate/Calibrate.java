// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.files.UnusableFolderException;
import org.breadboard.platform.mix.parts.DataSheet;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Profiles;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.verbs.Experiment;
import org.breadboard.platform.yaml.Where;

/**
 * {@code calibrate}: makes a data sheet of what somebody measured on their own devices, runs the shipped
 * micro-benchmarks with it, and shows how well it fits.
 */
public final class Calibrate {
    private static final String RDMA = "rdma";
    private static final Where HERE = new Where("--extends", 0);

    private final List<InstalledPlugin> plugins;
    private final Folders folders;
    private final Duration patience;
    private final Console console;

    /** One with these plug-ins, of which one that takes longer than {@code patience} outside of steps is given up. */
    public Calibrate(List<InstalledPlugin> plugins, Folders folders, Duration patience, Console console) {
        this.plugins = plugins;
        this.folders = folders;
        this.patience = patience;
        this.console = console;
    }

    /**
     * Reads what was measured, writes the data sheet and prints the fit.
     *
     * @return whether it came to its end
     * @throws RefusedException if a file is of no tool that it knows, or tells nothing of that kind of device
     */
    public boolean run(CalibrateRequest request) throws IOException {
        List<Measured> measured = new ArrayList<>();
        for (Path file : request.files()) {
            measured.addAll(MeasuredFile.read(file, console.err()::println));
        }
        Path target = target(request.profile());
        List<Plugin> own = plugins.stream().map(InstalledPlugin::plugin).toList();
        Parts parts = new Parts(plugins);
        DataSheet sheet = new PluginWatch(own, patience, console.cancellation()::isCancelled)
                .call(() -> new Profiles(parts, folders).sheet(request.base(), HERE));
        Map<String, Double> base = numbers(sheet);
        List<Derived> derived;
        List<Fit> fits;
        try (Progress progress = console.progress("calibrate")) {
            Bench bench = new Bench(
                    new Experiment(plugins, folders, patience, console.cancellation()::isCancelled), request.base());
            if (sheet.hardware().equals(RDMA)) {
                RdmaSheet rdma = new RdmaSheet(
                        bench,
                        measured,
                        settings(sheet),
                        base,
                        what -> progress.at(what, Double.NaN, bench.runs() + " runs"));
                derived = rdma.find();
                fits = fits(measured, rdma, progress);
            } else {
                derived = packets(measured, sheet, base);
                fits = fits(measured, sheet, derived);
            }
        }
        if (console.cancellation().isCancelled()) {
            console.err().println(console.cancellation().stopped() + "; nothing was written.");
            return false;
        }
        if (derived.isEmpty()) {
            throw new RefusedException("Nothing in these files tells a number of a data sheet of '" + sheet.hardware()
                    + "': it takes small operations' rate or latency, or a bandwidth of 4 KB and more.");
        }
        ProfileFile file = new ProfileFile(request, sheet, whole(derived, sheet));
        write(target, request.profile(), file.yaml());
        CalibrateReport.print(file, fits, target, request.output(), console.out());
        console.err().println("Wrote " + target + "; " + howToTake(target) + ".");
        return true;
    }

    // Where it goes.

    private Path target(String profile) {
        if (Folders.isPath(profile)) {
            if (!profile.endsWith(".yaml")) {
                throw new RefusedException(
                        "The path '" + profile + "' does not end in .yaml, as that of a profile does.");
            }
            return Path.of(profile);
        }
        if (!Folders.isName(profile)) {
            throw new RefusedException("'" + profile
                    + "' cannot be the name of a profile; names are made of letters, digits, '.', '_' and '-'.");
        }
        if (new Profiles(new Parts(plugins), folders).names().contains(profile)) {
            throw inTheWay(profile);
        }
        return folders.own(Folders.PROFILES).get(0).resolve(profile + ".yaml");
    }

    private static RefusedException inTheWay(String profile) {
        return new RefusedException(
                "There is a profile '" + profile + "' already, and nothing is overwritten; take another name.");
    }

    /** Profiles are looked for by name in certain folders alone. */
    private String howToTake(Path target) {
        String name = Folders.nameOf(target);
        List<Path> places = folders.own(Folders.PROFILES);
        String takes = "'hardware: {profile: " + name + "}' in a mix takes it";
        Path folder = target.toAbsolutePath().normalize().getParent();
        if (places.stream().anyMatch(place -> place.toAbsolutePath().normalize().equals(folder))) {
            return takes;
        }
        return takes + " once it lies in the folder 'profiles' of the mix's project, or in "
                + folders.label(places.get(places.size() - 1));
    }

    /** Writes the file wholly or not at all. */
    private static void write(Path target, String profile, String text) throws IOException {
        Path absolute = target.toAbsolutePath();
        Path draft = absolute.resolveSibling("." + target.getFileName() + ".part");
        try {
            Files.createDirectories(absolute.getParent());
            try {
                Files.writeString(draft, text);
                Files.move(draft, absolute);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (FileAlreadyExistsException there) {
            if (Files.exists(absolute)) {
                throw inTheWay(profile);
            }
            throw unusable(target, there);
        } catch (IOException failed) {
            throw unusable(target, failed);
        }
    }

    private static UnusableFolderException unusable(Path target, IOException failed) {
        return new UnusableFolderException(
                "The profile could not be written to '" + target + "': " + FileTrouble.reason(failed) + ".", failed);
    }

    // What is in it.

    private static Map<String, Double> numbers(DataSheet sheet) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (DataSheet.Row row : sheet.rows()) {
            if (isNumber(row.setting())) {
                numbers.put(row.setting().name(), Double.valueOf(row.value()));
            }
        }
        return numbers;
    }

    private static Map<String, Setting<?>> settings(DataSheet sheet) {
        Map<String, Setting<?>> settings = new LinkedHashMap<>();
        sheet.rows().forEach(row -> settings.put(row.setting().name(), row.setting()));
        return settings;
    }

    private static boolean isNumber(Setting<?> setting) {
        return setting.type() == Setting.Type.NUMBER || setting.type() == Setting.Type.INTEGER;
    }

    /** The same within each parameter's range. */
    private static List<Derived> whole(List<Derived> derived, DataSheet sheet) {
        Map<String, Setting<?>> settings = settings(sheet);
        List<Derived> legal = new ArrayList<>();
        for (Derived each : derived) {
            Setting<?> setting = settings.get(each.parameter());
            double cut = Math.max(setting.min(), Math.min(setting.max(), each.value()));
            legal.add(new Derived(each.parameter(), cut, each.source()));
        }
        return legal;
    }

    private static List<Derived> packets(List<Measured> measured, DataSheet sheet, Map<String, Double> base) {
        return PacketSheet.parameter(sheet.hardware()).isEmpty()
                ? List.of()
                : PacketSheet.best(measured)
                        .map(best -> PacketSheet.find(best, sheet.hardware(), base))
                        .orElse(List.of());
    }

    // How it fits.

    private static List<Fit> fits(List<Measured> measured, RdmaSheet rdma, Progress progress) {
        List<Fit> fits = new ArrayList<>();
        for (Measured each : measured) {
            progress.at("the fit", (double) fits.size() / measured.size(), "");
            double model = rdma.model(each, rdma.sheet());
            String use = Bench.runs(each)
                    ? "compared"
                    : Double.isNaN(model) ? "not used: no micro-benchmark does this" : "compared, with a sum";
            fits.add(new Fit(each, model, rdma.uses().getOrDefault(each, use)));
        }
        return fits;
    }

    private static List<Fit> fits(List<Measured> measured, DataSheet sheet, List<Derived> derived) {
        List<Fit> fits = new ArrayList<>();
        Measured best = PacketSheet.best(measured).orElse(null);
        for (Measured each : measured) {
            boolean used = each.equals(best) && !derived.isEmpty();
            double model = used ? 1e9 / derived.get(0).value() : Double.NaN;
            String why = "not used: a sheet of '" + sheet.hardware() + "' takes the fastest frames";
            fits.add(new Fit(each, model, used ? derived.get(0).parameter() : why));
        }
        return fits;
    }
}
