// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium that says what a page complains of and asks for. */
final class Browser implements AutoCloseable {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

    private final ChromeDriver driver;

    /** Skips the test where there is no Chromium; what pages save goes into a folder. */
    static Browser openOrSkip(Path downloads) {
        assumeTrue(
                Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
                "Reports are not looked at in a browser, for there is none; Debian's packages chromium and"
                        + " chromium-driver have it.");
        return new Browser(downloads);
    }

    private Browser(Path downloads) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--window-size=1100,1400",
                "--user-data-dir=" + downloads.resolveSibling("browser"));
        options.setExperimentalOption("prefs", Map.of("download.default_directory", downloads.toString()));
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .usingAnyFreePort()
                .build();
        driver = new ChromeDriver(service, options);
        driver.get("about:blank");
    }

    /** Opens a page. */
    void open(Path page) {
        logs(LogType.BROWSER);
        logs(LogType.PERFORMANCE);
        driver.get(page.toUri().toString());
    }

    /** Moves the pointer to the middle of what a selector finds first. */
    void pointAt(String selector) {
        new Actions(driver)
                .moveToElement(driver.findElement(By.cssSelector(selector)))
                .perform();
    }

    /** Makes its window so large, in pixels. */
    void size(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
    }

    /** What a script in the page yields. */
    Object ask(String script) {
        return driver.executeScript(script);
    }

    /** Clicks what a selector finds first, as a person would. */
    void click(String selector) {
        driver.findElement(By.cssSelector(selector)).click();
    }

    /** How many elements a selector finds. */
    long count(String selector) {
        return (Long) driver.executeScript("return document.querySelectorAll(arguments[0]).length", selector);
    }

    /** What the console has said since the page was opened. */
    List<String> complaints() {
        return logs(LogType.BROWSER).stream().map(LogEntry::getMessage).toList();
    }

    /** The addresses outside of the browser that a page has asked for since it was opened, its own included. */
    List<String> requests(Path page) throws IOException {
        List<String> requests = new ArrayList<>();
        for (LogEntry entry : logs(LogType.PERFORMANCE)) {
            JsonNode message = new ObjectMapper().readTree(entry.getMessage()).path("message");
            String address = message.path("params").path("request").path("url").asText();
            String from = message.path("params").path("documentURL").asText();
            if (message.path("method").asText().equals("Network.requestWillBeSent")
                    && from.equals(page.toUri().toString())) {
                requests.add(address);
            }
        }
        return requests;
    }

    private List<LogEntry> logs(String type) {
        return driver.manage().logs().get(type).getAll();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
