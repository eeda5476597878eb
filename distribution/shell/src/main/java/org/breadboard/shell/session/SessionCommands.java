// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.session;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.apache.felix.service.command.Process;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;

/** The commands of a session that are no verbs: they work on lines, on other commands, and on what runs. */
final class SessionCommands {
    /** Ends a command with a sentence for the user. */
    private static final class MistakeException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MistakeException(String sentence) {
            super(sentence);
        }
    }

    private final Board board;
    private final BackgroundRuns background;

    /** The first word of what each alias stands for. */
    private final Map<String, String> aliased = new ConcurrentHashMap<>();

    SessionCommands(Board board, BackgroundRuns background) {
        this.board = board;
        this.background = background;
    }

    /** All of them, by name. */
    Map<String, Function> byName() {
        Map<String, Function> commands = new TreeMap<>();
        commands.put("print", (session, words) -> {
            out(session).println(text(words));
            return null;
        });
        commands.put("grep", (session, words) -> grep(session, strings(words)));
        commands.put("each", this::each);
        commands.put("if", this::branch);
        commands.put("alias", this::alias);
        commands.put("jobs", (session, words) -> jobs(session, strings(words)));
        commands.put("wait", (session, words) -> {
            background.await();
            return null;
        });
        commands.put("kill", (session, words) -> kill(strings(words)));
        // What Gogo calls with the name of a command that it does not find.
        commands.put("default", (session, words) -> {
            throw new MistakeException(RootCommand.unknown(
                    words.isEmpty() ? "default" : String.valueOf(words.get(0)), board, CommandNames.ALL));
        });
        commands.replaceAll((name, command) -> (session, words) -> ScriptStop.calling(command, session, words));
        return commands;
    }

    private static Object grep(CommandSession session, List<String> words) throws IOException {
        List<String> options =
                words.stream().filter(word -> word.matches("-[ivc]+")).toList();
        List<String> patterns =
                words.stream().filter(word -> !options.contains(word)).toList();
        if (patterns.size() != 1) {
            throw new MistakeException("The words of grep are '[-i] [-v] [-c] PATTERN', after a pipe.");
        }
        String letters = String.join("", options);
        Pattern pattern = pattern(patterns.get(0), letters.contains("i") ? Pattern.CASE_INSENSITIVE : 0);
        boolean wanted = !letters.contains("v");
        List<String> found = lines().stream()
                .filter(line -> pattern.matcher(line).find() == wanted)
                .toList();
        if (letters.contains("c")) {
            out(session).println(found.size());
        } else {
            found.forEach(out(session)::println);
        }
        ScriptStop.ended(session, found.isEmpty() ? ExitStatus.FAILED.code() : ExitStatus.DONE.code(), false);
        ScriptStop.check(session);
        return null;
    }

    private static Pattern pattern(String text, int flags) {
        try {
            return Pattern.compile(text, flags);
        } catch (PatternSyntaxException wrong) {
            throw new MistakeException("'" + text + "' is no regular expression: " + wrong.getDescription() + '.');
        }
    }

    /** {@code each [LIST] {...}}: calls with each element, or with each line that comes in, as $it. */
    private Object each(CommandSession session, List<Object> words) throws Exception {
        boolean piped = words.size() == 1;
        if (words.isEmpty() || words.size() > 2 || !(words.get(words.size() - 1) instanceof Function body)) {
            throw new MistakeException(
                    "The words of each are '[LIST] { ... $it ... }', for example each [a b] { print $it }.");
        }
        Collection<?> elements = piped ? lines() : elements(words.get(0));
        for (Object element : elements) {
            body.execute(session, Collections.singletonList(element));
        }
        if (piped) {
            ScriptStop.check(session);
        }
        return null;
    }

    private static Collection<?> elements(Object list) {
        if (list == null) {
            throw new MistakeException("The list of each has no value; set it before, for example names = [a b].");
        }
        if (list instanceof Collection<?> collection) {
            return collection;
        }
        return list instanceof Object[] array
                ? Arrays.asList(array)
                : list.toString().lines().toList();
    }

    /** {@code if {...} {...} [{...}]}: a condition holds if it is true or not empty, or as a verb, if that is done. */
    private Object branch(CommandSession session, List<Object> words) throws Exception {
        if (words.size() < 2 || words.size() > 3 || !words.stream().allMatch(word -> word instanceof Function)) {
            throw new MistakeException("The words of if are '{ CONDITION } { THEN } { ELSE }'.");
        }
        int chosen = ScriptStop.holds(session, (Function) words.get(0)) ? 1 : 2;
        return chosen < words.size() ? ((Function) words.get(chosen)).execute(session, List.of()) : null;
    }

    /** {@code alias NAME WORD ...}: from now on the name stands for the words, with what follows it. */
    private Object alias(CommandSession session, List<Object> words) throws Exception {
        if (words.size() < 2) {
            throw new MistakeException("The words of alias are 'NAME WORD ...', for example alias mixes list mixes.");
        }
        String name = String.valueOf(words.get(0));
        String line = String.valueOf(words.get(1)).strip();
        if (board.verbs().stream().anyMatch(verb -> verb.name().equals(name)) || CommandNames.ALL.contains(name)) {
            throw new MistakeException("'" + name + "' is a command itself; give the alias another name.");
        }
        for (String first = first(line); first != null; first = aliased.get(first)) {
            if (first.equals(name)) {
                throw new MistakeException("'" + name + "' would stand for itself; give the alias another name.");
            }
        }
        // As a function with arguments: what is a word now, with its blanks and quotes, is one word then.
        String function = "{ " + line + " $args }";
        session.execute(function);
        List<Object> fixed = new ArrayList<>(words.subList(2, words.size()));
        aliased.put(name, first(line));
        session.put(name, (Function) (caller, more) -> ((Function) caller.execute(function))
                .execute(caller, Stream.of(fixed, more).flatMap(List::stream).toList()));
        return null;
    }

    private static String first(String line) {
        return line.split("\\s", 2)[0];
    }

    private Object jobs(CommandSession session, List<String> words) {
        OutputFormat format = OutputFormat.TABLE;
        if (!words.isEmpty()) {
            format = Arrays.stream(OutputFormat.values())
                    .filter(each -> words.equals(List.of("--output", each.name().toLowerCase(java.util.Locale.ROOT))))
                    .findFirst()
                    .orElseThrow(() -> new MistakeException("The words of jobs are '[--output table|json|csv]'."));
        }
        Table table = new Table("job", "progress", "command");
        background.running().forEach(run -> table.add(run.number(), run.progress(), run.command()));
        table.print(format, "jobs", 2, out(session));
        return null;
    }

    private Object kill(List<String> words) {
        if (words.isEmpty()) {
            throw new MistakeException("The words of kill are 'JOB ...', with numbers that 'jobs' shows.");
        }
        for (String word : words) {
            BackgroundRun run = background
                    .running(word)
                    .orElseThrow(() -> new MistakeException("There is no job " + word + "; 'jobs' shows what runs."));
            background.stop(run);
        }
        return null;
    }

    private static List<String> lines() throws IOException {
        Process process = Process.Utils.current();
        if (process == null || process.isTty(0)) {
            throw new MistakeException(
                    "There are no lines to read; put it after a pipe, as in list mixes | grep fasst.");
        }
        return new BufferedReader(new InputStreamReader(process.in(), Charset.defaultCharset()))
                .lines()
                .toList();
    }

    private static PrintStream out(CommandSession session) {
        Process process = Process.Utils.current();
        return process == null ? session.getConsole() : process.out();
    }

    private static List<String> strings(List<Object> words) {
        return words.stream().map(String::valueOf).toList();
    }

    private static String text(List<Object> words) {
        return String.join(" ", strings(words));
    }
}
