// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An exported history as Elle sees it: it knows nothing but the text. A small list-append checker by the definitions of
 * Elle's paper (Kingsbury and Alvaro, VLDB 2021, section 4).
 */
record ElleView(List<Event> events) {
    private static final Pattern OPERATION =
            Pattern.compile("\\{:index (\\d+), :time (-?\\d+), :type :(\\w+), :process (\\d+), :f :txn"
                    + "(?:, :transaction (\\d+))?, :value \\[((?:\\[:(?:r|w|append) \"[^\"]+\" "
                    + "(?:nil|\\d+|\\[[\\d ]*\\])\\] ?)*)\\]\\}");
    private static final Pattern STEP = Pattern.compile("\\[:(r|w|append) \"([^\"]+)\" (?:(nil)|\\[?([\\d ]*)\\]?)\\]");

    /** One micro-operation; what is not known, or nothing, is null in a read. */
    record Step(boolean write, String key, List<Long> values) {}

    /** One line; the transaction is -1 for those that the run did not have. */
    record Event(long timeNs, String type, int process, long transaction, List<Step> steps) {}

    static ElleView parse(String text) {
        List<Event> events = new ArrayList<>();
        for (String line : text.lines().toList()) {
            Matcher m = OPERATION.matcher(line);
            assertTrue(m.matches(), line);
            assertEquals(events.size(), Integer.parseInt(m.group(1)));
            List<Step> steps = new ArrayList<>();
            for (Matcher s = STEP.matcher(m.group(6)); s.find(); ) {
                List<Long> values = s.group(3) != null
                        ? null
                        : Arrays.stream(s.group(4).split(" "))
                                .filter(word -> !word.isEmpty())
                                .map(Long::valueOf)
                                .toList();
                steps.add(new Step(!s.group(1).equals("r"), s.group(2), values));
            }
            events.add(new Event(
                    Long.parseLong(m.group(2)),
                    m.group(3),
                    Integer.parseInt(m.group(4)),
                    m.group(5) == null ? -1 : Long.parseLong(m.group(5)),
                    steps));
        }
        return new ElleView(events);
    }

    private List<Event> ended(String... types) {
        return events.stream()
                .filter(event -> List.of(types).contains(event.type))
                .toList();
    }

    /** Values that are written twice, or read and never written. */
    List<String> malformed() {
        List<String> wrong = new ArrayList<>();
        Set<String> written = new HashSet<>();
        for (Event event : ended("invoke")) {
            for (Step step : event.steps) {
                if (step.write && !written.add(step.key + " " + step.values)) {
                    wrong.add("twice: " + step);
                }
            }
        }
        for (Event event : ended("ok")) {
            for (Step step : event.steps) {
                for (Long value : step.write || step.values == null ? List.<Long>of() : step.values) {
                    if (!written.contains(step.key + " " + List.of(value))) {
                        wrong.add("never written: " + step);
                    }
                }
            }
        }
        return wrong;
    }

    /** What is wrong with a history of lists: {@code G1a}, {@code G1b}, {@code order} or {@code cycle}. */
    Set<String> anomalies(boolean strict) {
        Set<String> found = new TreeSet<>();
        Map<String, List<Long>> longest = new HashMap<>();
        Map<String, Event> writers = new HashMap<>();
        Set<String> intermediate = new HashSet<>();
        for (Event event : ended("ok", "info", "fail")) {
            Map<String, Long> last = new HashMap<>();
            for (Step step : event.steps) {
                if (step.write) {
                    writers.put(step.key + " " + step.values.get(0), event);
                    Long before = last.put(step.key, step.values.get(0));
                    if (before != null) {
                        intermediate.add(step.key + " " + before);
                    }
                }
            }
        }
        for (Event event : ended("ok")) {
            for (Step step : event.steps) {
                if (!step.write) {
                    List<Long> order = longest.getOrDefault(step.key, List.of());
                    List<Long> more = step.values.size() > order.size() ? step.values : order;
                    List<Long> less = more == order ? step.values : order;
                    if (!more.subList(0, less.size()).equals(less)) {
                        found.add("order");
                    }
                    longest.put(step.key, more);
                    for (Long value : step.values) {
                        if (writers.get(step.key + " " + value).type.equals("fail")) {
                            found.add("G1a");
                        }
                    }
                    String end = step.key + " " + (step.values.isEmpty() ? 0 : step.values.get(step.values.size() - 1));
                    if (intermediate.contains(end)) {
                        found.add("G1b");
                    }
                }
            }
        }
        if (isCyclic(longest, writers, strict)) {
            found.add("cycle");
        }
        return found;
    }

    private boolean isCyclic(Map<String, List<Long>> orders, Map<String, Event> writers, boolean strict) {
        Map<Event, Set<Event>> after = new HashMap<>();
        List<Event> nodes = ended("ok", "info");
        nodes.forEach(node -> after.put(node, new HashSet<>()));
        orders.forEach((key, order) -> {
            for (int i = 1; i < order.size(); i++) {
                link(after, writers.get(key + " " + order.get(i - 1)), writers.get(key + " " + order.get(i)));
            }
        });
        for (Event event : ended("ok")) {
            for (Step step : event.steps) {
                if (!step.write) {
                    int read = step.values.size();
                    List<Long> order = orders.get(step.key);
                    if (read > 0) {
                        link(after, writers.get(step.key + " " + step.values.get(read - 1)), event);
                    }
                    if (read < order.size()) {
                        link(after, event, writers.get(step.key + " " + order.get(read)));
                    }
                }
            }
        }
        if (strict) {
            // As Elle does it, by the order of lines and not by time.
            List<Event> done = new ArrayList<>();
            Map<Integer, List<Event>> doneBefore = new HashMap<>();
            for (Event event : events) {
                if (event.type.equals("invoke")) {
                    doneBefore.put(event.process, List.copyOf(done));
                } else if (!event.type.equals("fail")) {
                    doneBefore.get(event.process).forEach(before -> link(after, before, event));
                    done.addAll(event.type.equals("ok") ? List.of(event) : List.of());
                }
            }
        }
        // What has nobody before it is taken away, again and again.
        Map<Event, Integer> before = new HashMap<>();
        after.values().forEach(followers -> followers.forEach(each -> before.merge(each, 1, Integer::sum)));
        List<Event> free = new ArrayList<>(
                nodes.stream().filter(node -> !before.containsKey(node)).toList());
        int taken = 0;
        for (; taken < free.size(); taken++) {
            for (Event each : after.get(free.get(taken))) {
                if (before.merge(each, -1, Integer::sum) == 0) {
                    free.add(each);
                }
            }
        }
        return taken < nodes.size();
    }

    private static void link(Map<Event, Set<Event>> after, Event from, Event to) {
        if (!from.equals(to) && after.containsKey(from) && after.containsKey(to)) {
            after.get(from).add(to);
        }
    }
}
