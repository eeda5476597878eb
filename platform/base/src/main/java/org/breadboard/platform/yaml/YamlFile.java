// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.yaml.YamlValue.YamlList;
import org.breadboard.platform.yaml.YamlValue.YamlMap;
import org.breadboard.platform.yaml.YamlValue.YamlScalar;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads one YAML document. What is not plain data of moderate size is refused with its line. */
public final class YamlFile {
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_DEPTH = 16;
    private static final int MAX_ALIASES = 32;
    private static final int MAX_VALUES = 20_000;

    private final String name;
    private final Path folder;
    private int values;

    private YamlFile(String name, Path folder) {
        this.name = name;
        this.folder = folder;
    }

    /**
     * Reads a file.
     *
     * @param name what to call it in errors
     * @throws RefusedException if it cannot be read, or is not plain YAML
     */
    public static YamlMap read(String name, Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return read(name, in, file.toAbsolutePath().getParent());
        } catch (IOException failed) {
            throw new RefusedException(name + " cannot be read: " + FileTrouble.reason(failed) + ".");
        }
    }

    /** Reads a stream, which stays open. */
    public static YamlMap read(String name, InputStream in) throws IOException {
        return read(name, in, Path.of(""));
    }

    private static YamlMap read(String name, InputStream in, Path folder) throws IOException {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new RefusedException(name + " is larger than 1 MB, which no configuration needs.");
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException failed) {
            throw new RefusedException(name + " is not UTF-8 text.");
        }
        return new YamlFile(name, folder).parse(text);
    }

    private YamlMap parse(String text) {
        try {
            check(text);
            Node root = yaml().compose(new StringReader(text));
            if (root == null) {
                return new YamlMap(Map.of(), Map.of(), new Where(name, 1, folder));
            }
            return convert(root, 0).map("The file");
        } catch (MarkedYAMLException wrong) {
            throw place(wrong.getProblemMark()).refuse("this is not YAML: " + wrong.getProblem() + ".");
        } catch (YAMLException wrong) {
            throw new RefusedException(name + " is not YAML: "
                    + wrong.getMessage().lines().findFirst().orElse("") + ".");
        }
    }

    private static Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setNestingDepthLimit(MAX_DEPTH);
        options.setMaxAliasesForCollections(MAX_ALIASES);
        options.setCodePointLimit(MAX_BYTES);
        options.setAllowDuplicateKeys(false);
        return new Yaml(options);
    }

    /** Tags and aliases can be told from what they stand for in the events only. */
    private void check(String text) {
        int aliases = 0;
        int documents = 0;
        for (Event event : yaml().parse(new StringReader(text))) {
            boolean tagged = event instanceof ScalarEvent scalar && scalar.getTag() != null
                    || event instanceof CollectionStartEvent collection && collection.getTag() != null;
            if (tagged) {
                throw place(event.getStartMark()).refuse("tags (words that begin with '!') are not allowed here.");
            }
            if (event.is(Event.ID.Alias) && ++aliases > MAX_ALIASES) {
                throw place(event.getStartMark()).refuse("more than " + MAX_ALIASES + " aliases are not allowed.");
            }
            if (event.is(Event.ID.DocumentStart) && ++documents > 1) {
                throw place(event.getStartMark()).refuse("a file holds one document only.");
            }
        }
    }

    private YamlValue convert(Node node, int depth) {
        Where where = place(node.getStartMark());
        if (depth > MAX_DEPTH) {
            throw where.refuse("this is nested deeper than " + MAX_DEPTH + " levels, which no configuration needs.");
        }
        if (++values > MAX_VALUES) {
            throw where.refuse("up to here there are more than " + MAX_VALUES
                    + " keys and values, which no configuration needs, or aliases make it too large.");
        }
        if (node instanceof MappingNode mapping) {
            Map<String, YamlValue> entries = new LinkedHashMap<>();
            Map<String, Where> keys = new LinkedHashMap<>();
            for (NodeTuple tuple : mapping.getValue()) {
                String key =
                        convert(tuple.getKeyNode(), depth + 1).scalar("A key").text();
                Where at = place(tuple.getKeyNode().getStartMark());
                if (keys.putIfAbsent(key, at) != null) {
                    throw at.refuse("'" + key + "' is already given at line "
                            + keys.get(key).line() + "; keep one of the two.");
                }
                entries.put(key, convert(tuple.getValueNode(), depth + 1));
            }
            return new YamlMap(Collections.unmodifiableMap(entries), Collections.unmodifiableMap(keys), where);
        }
        if (node instanceof SequenceNode sequence) {
            List<YamlValue> items = new ArrayList<>();
            for (Node item : sequence.getValue()) {
                items.add(convert(item, depth + 1));
            }
            return new YamlList(List.copyOf(items), where);
        }
        return new YamlScalar(where.printable(((ScalarNode) node).getValue()), where);
    }

    private Where place(Mark mark) {
        return new Where(name, mark == null ? 0 : mark.getLine() + 1, folder);
    }
}
