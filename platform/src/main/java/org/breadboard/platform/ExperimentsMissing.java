package org.breadboard.platform;

import java.nio.file.Path;
import java.util.List;

/** Stands where the engine will be, and says that it is not there. */
final class ExperimentsMissing implements Experiments {
    @Override
    public ExitStatus run(RunRequest request, RunScope scope) {
        return missing(scope);
    }

    @Override
    public ExitStatus study(StudyRequest request, RunScope scope) {
        return missing(scope);
    }

    @Override
    public ExitStatus showProfile(String profile, OutputFormat output, RunScope scope) {
        return missing(scope);
    }

    @Override
    public ExitStatus verify(Path resultDirectory, OutputFormat output, RunScope scope) {
        return missing(scope);
    }

    @Override
    public List<String> settableKeys(String mix) {
        return List.of();
    }

    private static ExitStatus missing(RunScope scope) {
        scope.console().err().println("This build of Breadboard has no engine, so it cannot run or judge anything.");
        return ExitStatus.DEFECT;
    }
}
