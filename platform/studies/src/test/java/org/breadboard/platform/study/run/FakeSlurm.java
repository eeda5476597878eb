// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder with {@code sbatch}, {@code squeue} and {@code scancel}, of which tasks are processes of this machine. They
 * remember how they were called.
 */
final class FakeSlurm {
    /** Starts each task in the background; one that ends takes its process id away. */
    private static final String SBATCH = """
            #!/bin/sh
            here=$(dirname "$0")
            if [ -e "$here/refuse" ]; then cat "$here/refuse" >&2; exit 1; fi
            printf '%s\\n' "$@" >"$here/sbatch.arguments"
            for word in "$@"; do
                case $word in
                    --array=*) count=${word#--array=1-}; count=${count%%\\%*} ;;
                    --output=*) output=${word#--output=} ;;
                esac
            done
            cp "$word" "$here/script"
            task=1
            while [ $task -le $count ]; do
                log=$(echo "$output" | sed "s/%a/$task/")
                (
                    SLURM_ARRAY_TASK_ID=$task sh "$here/script" >>"$log" 2>&1 </dev/null &
                    echo $! >"$here/$task.pid"
                    wait
                    rm "$here/$task.pid"
                ) >/dev/null 2>&1 &
                while [ ! -e "$here/$task.pid" ] && kill -0 $! 2>/dev/null; do sleep 0.01; done
                task=$((task + 1))
            done
            echo "7;onehost"
            """;

    private static final String SQUEUE = """
            #!/bin/sh
            for task in "$(dirname "$0")"/*.pid; do
                if [ -e "$task" ]; then echo "RUNNING|None"; fi
            done
            """;

    private static final String SCANCEL = """
            #!/bin/sh
            here=$(dirname "$0")
            printf '%s\\n' "$@" >"$here/scancel.arguments"
            for task in "$here"/*.pid; do
                if [ -e "$task" ]; then kill "$(cat "$task")"; fi
            done
            """;

    private final Path folder;

    FakeSlurm(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        command("sbatch", SBATCH);
        command("squeue", SQUEUE);
        command("scancel", SCANCEL);
    }

    private void command(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException(file + " cannot be made executable");
        }
    }

    /** The folder, as a PATH. */
    String path() {
        return folder.toString();
    }

    /** From now on jobs are refused with these words. */
    void refuse(String words) throws IOException {
        Files.writeString(folder.resolve("refuse"), words);
    }

    /** From now on tasks are this script, instead of the one that is submitted. */
    void replaceTasks(String script) throws IOException {
        command("sbatch", SBATCH.replace("cp \"$word\" \"$here/script\"", ""));
        Files.writeString(folder.resolve("script"), script);
    }

    /** From now on tasks are the script that is submitted, behind a line of the shell's. */
    void precedeTasks(String line) throws IOException {
        command(
                "sbatch",
                SBATCH.replace(
                        "cp \"$word\" \"$here/script\"", "{ echo '" + line + "'; cat \"$word\"; } >\"$here/script\""));
    }

    /** From now on all tasks wait. */
    void wait(String reason) throws IOException {
        command("sbatch", "#!/bin/sh\necho 7\n");
        command("squeue", "#!/bin/sh\n[ -e '" + folder + "/scancel.arguments' ] || echo 'PENDING|" + reason + "'\n");
    }

    /** From now on nothing is cancelled. */
    void ignoreCancelling() throws IOException {
        command("scancel", "#!/bin/sh\n");
    }

    /** The words with which a command was called last; none if it was not. */
    List<String> arguments(String command) throws IOException {
        Path file = folder.resolve(command + ".arguments");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /** Whether no task runs. */
    boolean tasksAreGone() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.noneMatch(file -> file.toString().endsWith(".pid"));
        }
    }

    /** The script that was submitted last. */
    String script() throws IOException {
        return Files.readString(folder.resolve("script"));
    }
}
