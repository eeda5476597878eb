package org.breadboard.platform;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What runs mixes and studies, and judges their results. Called by {@link Breadboard} on the caller's thread, one call at a time for
 * each console. A mistake of the user's is an {@link org.breadboard.api.RefusedException}; any other exception is a defect.
 */
public interface Experiments {
    /** Runs a mix and prints its result; a cancelled run keeps what it measured, marked partial, and answers {@link ExitStatus#FAILED}. */
    ExitStatus run(RunRequest request, RunScope scope) throws IOException;

    /** Runs all points of a study and prints its claims. */
    ExitStatus study(StudyRequest request, RunScope scope) throws IOException;

    /** Prints a profile's data sheet: every parameter with its value, unit, kind and source. */
    ExitStatus showProfile(String profile, OutputFormat output, RunScope scope) throws IOException;

    /** Checks the history of a stored result again and prints the verdict. */
    ExitStatus verify(Path resultDirectory, OutputFormat output, RunScope scope) throws IOException;

    /** The keys that {@code --set} knows for a mix, for completion; empty where the mix is not known. Must be quick. */
    List<String> settableKeys(String mix);
}
