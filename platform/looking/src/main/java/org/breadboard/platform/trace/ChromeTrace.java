// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.trace;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Writes a {@link Trace} in the JSON of Chrome's tracing, the Trace Event Format, which Perfetto and chrome://tracing
 * open. Each node is a process, each of its stages and resources a thread; a resource that holds several messages at
 * once has a thread for each, since slices of one thread must not overlap. What takes no time is an instant. Arrows
 * follow messages from slice to slice. Transactions and what goes wrong on purpose are processes of their own. Times
 * are microseconds of the run.
 */
public final class ChromeTrace implements AutoCloseable {
    private static final String MESSAGE = "message";

    private final JsonGenerator json;
    private final Map<String, Integer> processes = new LinkedHashMap<>();
    private final Map<String, Integer> threads = new LinkedHashMap<>();

    /**
     * Begins a file.
     *
     * @param facts what a reader should know of the run
     */
    public ChromeTrace(OutputStream out, Map<String, Object> facts) throws IOException {
        json = new JsonFactory().createGenerator(out, JsonEncoding.UTF8);
        json.writeStartObject();
        json.writeStringField("displayTimeUnit", "ns");
        json.writeObjectFieldStart("otherData");
        for (Map.Entry<String, Object> fact : facts.entrySet()) {
            json.writeStringField(fact.getKey(), String.valueOf(fact.getValue()));
        }
        json.writeEndObject();
        json.writeArrayFieldStart("traceEvents");
    }

    /** Something that went wrong on purpose. */
    public record Fault(String kind, String victims, long fromNs, long toNs) {}

    /** A slice with the place where it is shown. */
    private record Shown(Span span, int process, int thread) {}

    /**
     * Adds what happened between two instants, in ns.
     *
     * @param nodeName of a node's number
     * @param typeName of a transaction's type
     */
    public void add(Trace trace, long fromNs, long toNs, IntFunction<String> nodeName, IntFunction<String> typeName)
            throws IOException {
        Map<Integer, List<Shown>> ofMessages = new TreeMap<>();
        for (Map.Entry<Place, List<Span>> place : byPlace(trace, fromNs, toNs).entrySet()) {
            slices(place.getKey(), place.getValue(), nodeName, ofMessages);
        }
        for (Map.Entry<Integer, List<Shown>> message : ofMessages.entrySet()) {
            arrows(message.getKey(), message.getValue());
        }
        for (Trace.Attempt attempt : trace.attempts()) {
            transaction(attempt, typeName, toNs);
        }
    }

    private static Map<Place, List<Span>> byPlace(Trace trace, long fromNs, long toNs) {
        Map<Place, List<Span>> byPlace = new TreeMap<>(Comparator.comparingInt(Place::node)
                .thenComparing(Place::stage, Comparator.reverseOrder())
                .thenComparing(Place::name));
        for (Span span : trace.spans()) {
            boolean inside = span.endedNs() >= fromNs && span.beganNs() < toNs;
            if (inside && span.kind() != Span.Kind.LEAVING) {
                byPlace.computeIfAbsent(span.place(), any -> new ArrayList<>()).add(span);
            }
        }
        return byPlace;
    }

    /** Puts slices on as many threads as are needed for none to overlap. */
    private void slices(
            Place place, List<Span> spans, IntFunction<String> nodeName, Map<Integer, List<Shown>> ofMessages)
            throws IOException {
        spans.sort(Comparator.comparingLong(ChromeTrace::beginNs).thenComparingLong(ChromeTrace::endNs));
        List<Long> freeAtNs = new ArrayList<>();
        for (Span span : spans) {
            int lane = 0;
            while (lane < freeAtNs.size() && freeAtNs.get(lane) > beginNs(span)) {
                lane++;
            }
            if (lane == freeAtNs.size()) {
                freeAtNs.add(0L);
            }
            freeAtNs.set(lane, endNs(span));
            int process = process(nodeName.apply(place.node()));
            int thread = thread(process, place.name() + (lane == 0 ? "" : " (" + (lane + 1) + ")"));
            boolean lasts = endNs(span) > beginNs(span);
            slice(span, lasts, process, thread);
            if (lasts && span.message() != 0) {
                ofMessages
                        .computeIfAbsent(span.message(), any -> new ArrayList<>())
                        .add(new Shown(span, process, thread));
            }
        }
    }

    private void slice(Span span, boolean lasts, int process, int thread) throws IOException {
        String words = words(span);
        begin(
                lasts ? "X" : "i",
                words == null ? span.message() == 0 ? "runs" : MESSAGE + ' ' + span.message() : words,
                process,
                thread);
        json.writeStringField("cat", span.place().stage() ? "stage" : "resource");
        time("ts", beginNs(span));
        last(lasts, endNs(span) - beginNs(span));
        json.writeObjectFieldStart("args");
        if (span.message() != 0) {
            json.writeNumberField(MESSAGE, span.message());
        }
        double waitedNs = span.beganNs() - span.arrivedNs();
        if (waitedNs > 0) {
            json.writeNumberField("waitedNs", Math.round(waitedNs));
        }
        if (span.wireBytes() > 0) {
            json.writeNumberField("wireBytes", span.wireBytes());
        }
        json.writeArrayFieldStart("transactions");
        for (Span.Part part : span.parts()) {
            if (part.transaction() != 0) {
                json.writeNumber(part.transaction());
            }
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndObject();
    }

    private static String words(Span span) {
        return span.parts().stream()
                .map(Span.Part::words)
                .filter(each -> each != null)
                .findFirst()
                .orElse(null);
    }

    /** From each slice that a message passes to the next one. */
    private void arrows(int message, List<Shown> slices) throws IOException {
        if (slices.size() < 2) {
            return;
        }
        slices.sort(Comparator.comparingLong(shown -> beginNs(shown.span())));
        for (int i = 0; i < slices.size(); i++) {
            Shown at = slices.get(i);
            boolean last = i == slices.size() - 1;
            begin(i == 0 ? "s" : last ? "f" : "t", MESSAGE, at.process(), at.thread());
            json.writeStringField("cat", MESSAGE);
            json.writeNumberField("id", message);
            if (last) {
                json.writeStringField("bp", "e");
            }
            time("ts", beginNs(at.span()));
            json.writeEndObject();
        }
    }

    private void transaction(Trace.Attempt attempt, IntFunction<String> typeName, long toNs) throws IOException {
        int process = process("transactions");
        String name = typeName.apply(attempt.type());
        for (boolean first : new boolean[] {true, false}) {
            begin(first ? "b" : "e", name, process, thread(process, "clients"));
            json.writeStringField("cat", "transaction");
            json.writeStringField("id", Integer.toString(attempt.number()));
            time(
                    "ts",
                    first
                            ? attempt.beganNs()
                            : attempt.last() == null
                                    ? toNs
                                    : Math.round(attempt.last().endedNs()));
            if (first) {
                json.writeObjectFieldStart("args");
                json.writeNumberField("transaction", attempt.number());
                json.writeNumberField("client", attempt.client());
                json.writeStringField("outcome", attempt.outcome());
                json.writeEndObject();
            }
            json.writeEndObject();
        }
    }

    /** Adds what went wrong on purpose. */
    public void add(List<Fault> faults) throws IOException {
        for (Fault fault : faults) {
            int process = process("faults");
            boolean lasts = fault.toNs() > fault.fromNs();
            int thread = thread(process, fault.kind());
            begin(lasts ? "X" : "i", fault.kind() + ": " + fault.victims(), process, thread);
            json.writeStringField("cat", "fault");
            time("ts", fault.fromNs());
            last(lasts, fault.toNs() - fault.fromNs());
            json.writeEndObject();
        }
    }

    private int process(String name) throws IOException {
        Integer known = processes.get(name);
        if (known != null) {
            return known;
        }
        int process = processes.size() + 1;
        processes.put(name, process);
        begin("M", "process_name", process, 0);
        named(name);
        begin("M", "process_sort_index", process, 0);
        json.writeObjectFieldStart("args");
        json.writeNumberField("sort_index", process);
        json.writeEndObject();
        json.writeEndObject();
        return process;
    }

    private int thread(int process, String name) throws IOException {
        String key = process + "/" + name;
        Integer known = threads.get(key);
        if (known != null) {
            return known;
        }
        int thread = threads.size() + 1;
        threads.put(key, thread);
        begin("M", "thread_name", process, thread);
        named(name);
        return thread;
    }

    private void named(String name) throws IOException {
        json.writeObjectFieldStart("args");
        json.writeStringField("name", name);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void begin(String phase, String name, int process, int thread) throws IOException {
        json.writeStartObject();
        json.writeStringField("ph", phase);
        json.writeStringField("name", name);
        json.writeNumberField("pid", process);
        json.writeNumberField("tid", thread);
    }

    /** How long a slice is, or whose an instant is: its thread's. */
    private void last(boolean lasts, long ns) throws IOException {
        if (lasts) {
            time("dur", ns);
        } else {
            json.writeStringField("s", "t");
        }
    }

    private void time(String key, long ns) throws IOException {
        json.writeFieldName(key);
        json.writeNumber(BigDecimal.valueOf(ns, 3).toPlainString());
    }

    private static long beginNs(Span span) {
        return Math.round(span.beganNs());
    }

    private static long endNs(Span span) {
        return Math.max(beginNs(span), Math.round(span.endedNs()));
    }

    /** Ends the file; the stream is closed. */
    @Override
    public void close() throws IOException {
        json.writeEndArray();
        json.writeEndObject();
        json.close();
    }
}
