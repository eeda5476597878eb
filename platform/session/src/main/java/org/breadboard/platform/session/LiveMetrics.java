// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.session;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.HdrHistogram.Histogram;
import org.breadboard.api.RefusedException;

/**
 * What a live cluster has done since it began, as OpenMetrics text (version 1.0.0): in base units, in the form that
 * Prometheus scrapes. A listener, where one is asked for, answers on this machine's loopback address alone. Any thread.
 */
final class LiveMetrics implements AutoCloseable {
    private static final String TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final double[] QUANTILES = {0.5, 0.95, 0.99, 0.999};
    private static final double NS = 1e9;
    private static final String MOST_SECONDS = "sun.net.httpserver.maxReqTime";
    private static final int THREADS = 4;
    private static final String PATH = "/metrics";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;
    private static final int NO_BODY = -1;

    private final LiveCluster cluster;
    private final HttpServer server;
    private final ExecutorService answers = Executors.newFixedThreadPool(THREADS, task -> {
        Thread thread = new Thread(task, "breadboard-live-metrics");
        thread.setDaemon(true);
        return thread;
    });

    private LiveMetrics(LiveCluster cluster, HttpServer server) {
        this.cluster = cluster;
        this.server = server;
        server.createContext(PATH, this::answer);
        server.setExecutor(answers);
        server.start();
    }

    /**
     * Answers on a port of the loopback address, until it is closed.
     *
     * @param port 0 takes one that is free
     * @throws RefusedException if there is none
     */
    static LiveMetrics listen(LiveCluster cluster, int port) {
        if (System.getProperty(MOST_SECONDS) == null) {
            // Who sends half of a request does not keep a thread.
            System.setProperty(MOST_SECONDS, "5");
        }
        try {
            return new LiveMetrics(
                    cluster, HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0));
        } catch (IOException taken) {
            throw new RefusedException("Metrics cannot be served on port " + port + " (" + taken.getMessage()
                    + "); --metrics 0 takes a port that is free.");
        }
    }

    /** Where it answers. */
    String url() {
        InetSocketAddress address = server.getAddress();
        return "http://" + address.getAddress().getHostAddress() + ':' + address.getPort() + PATH;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                exchange.sendResponseHeaders(NOT_FOUND, NO_BODY);
                return;
            }
            if (!Set.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
                exchange.sendResponseHeaders(NOT_ALLOWED, NO_BODY);
                return;
            }
            int status = OK;
            String text;
            try {
                text = text(cluster);
            } catch (RefusedException ended) {
                status = UNAVAILABLE;
                text = ended.getMessage() + '\n';
            }
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", status == OK ? TYPE : "text/plain; charset=utf-8");
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(status, head ? NO_BODY : body.length);
            if (!head) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    /** The text of now. */
    static String text(LiveCluster cluster) {
        LiveLook look = cluster.look();
        StringBuilder text = new StringBuilder();
        family(text, "breadboard_live", "info", null, "The mix that runs, and its protocol.");
        line(
                text,
                "breadboard_live_info{mix=\"" + label(cluster.resolved().mix().name()) + "\",protocol=\""
                        + label(look.protocol()) + "\"}",
                "1");
        family(text, "breadboard_live_seconds", "gauge", "seconds", "For how long it has run.");
        line(text, "breadboard_live_seconds", number(look.atNs() / NS));
        family(text, "breadboard_transactions", "counter", null, "Attempts of transactions that ended.");
        line(text, "breadboard_transactions_total{outcome=\"committed\"}", Long.toString(look.committed()));
        line(text, "breadboard_transactions_total{outcome=\"aborted\"}", Long.toString(look.aborted()));
        family(text, "breadboard_swaps", "counter", null, "Protocols that took over.");
        line(text, "breadboard_swaps_total", Integer.toString(look.swaps()));
        String latency = "breadboard_transaction_latency_seconds";
        family(text, latency, "summary", "seconds", "Of what committed, since it began.");
        Histogram ns = look.latencyNs();
        for (double quantile : QUANTILES) {
            if (ns.getTotalCount() > 0) {
                line(
                        text,
                        latency + "{quantile=\"" + quantile + "\"}",
                        number(ns.getValueAtPercentile(quantile * 100) / NS));
            }
        }
        line(text, latency + "_count", Long.toString(ns.getTotalCount()));
        line(text, latency + "_sum", number(ns.getTotalCount() == 0 ? 0 : ns.getMean() * ns.getTotalCount() / NS));
        String busy = "breadboard_live_thread_cpu_seconds";
        family(text, busy, "counter", "seconds", "How long each live thread was on a core since the last swap.");
        long[] busyNs = look.busyNs();
        for (int thread = 0; thread < busyNs.length; thread++) {
            line(text, busy + "_total{thread=\"" + thread + "\"}", number(busyNs[thread] / NS));
        }
        return text.append("# EOF\n").toString();
    }

    private static void family(StringBuilder text, String name, String type, String unit, String help) {
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        if (unit != null) {
            text.append("# UNIT ").append(name).append(' ').append(unit).append('\n');
        }
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(name).append(' ').append(value).append('\n');
    }

    private static String label(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.9f", value);
    }

    @Override
    public void close() {
        server.stop(0);
        answers.shutdown();
    }
}
