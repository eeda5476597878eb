package org.breadboard.platform;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.breadboard.platform.mix.Folders;
import org.breadboard.platform.mix.MixResolver;
import org.breadboard.platform.mix.Parts;
import org.breadboard.platform.registry.PluginRegistry;

/** Runs mixes and studies with the installed plug-ins, and keeps what they yield in the folder of results. */
final class Laboratory implements Experiments {
    /** Names another folder for results than {@code results} in the working directory. */
    static final String RESULTS_PROPERTY = "breadboard.results";

    private final Folders folders;
    private final PluginRegistry registry;

    Laboratory(Path home, PluginRegistry registry) {
        this(new Folders(home, Path.of(System.getProperty(RESULTS_PROPERTY, "results"))), registry);
    }

    Laboratory(Folders folders, PluginRegistry registry) {
        this.folders = folders;
        this.registry = registry;
    }

    @Override
    public ExitStatus run(RunRequest request, RunScope scope) throws IOException {
        return new MixVerb(folders, scope).run(request);
    }

    @Override
    public ExitStatus study(StudyRequest request, RunScope scope) throws IOException {
        return new StudyVerb(folders, scope).run(request);
    }

    @Override
    public ExitStatus showProfile(String profile, OutputFormat output, RunScope scope) {
        return new ProfileVerb(folders, scope).show(profile, output);
    }

    @Override
    public ExitStatus verify(Path resultDirectory, OutputFormat output, RunScope scope) throws IOException {
        return new VerifyVerb(folders, scope).verify(resultDirectory, output);
    }

    @Override
    public List<String> settableKeys(String mix) {
        return new MixResolver(new Parts(registry.installed()), folders).keys(mix);
    }
}
