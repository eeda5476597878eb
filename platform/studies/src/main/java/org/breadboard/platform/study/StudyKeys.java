// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study;

import java.util.Set;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.yaml.YamlValue.YamlMap;

/** The keys of a part of a study: which there may be, and what they hold. */
final class StudyKeys {
    private StudyKeys() {}

    static void known(YamlMap map, Set<String> keys) {
        map.keys().forEach((key, at) -> {
            if (!keys.contains(key)) {
                throw at.refuse("unknown key '" + key + "'" + Suggestion.phrase(key, keys) + "; there are: "
                        + String.join(", ", keys) + ".");
            }
        });
    }

    static String text(YamlMap map, String key, String otherwise) {
        return map.get(key) == null
                ? otherwise
                : map.get(key).scalar("'" + key + "'").text();
    }

    static boolean flag(YamlMap map, String key, boolean otherwise) {
        String text = text(map, key, Boolean.toString(otherwise));
        if (!text.equals("true") && !text.equals("false")) {
            throw map.get(key).where().refuse("'" + key + "' is true or false, not '" + text + "'.");
        }
        return text.equals("true");
    }

    static int whole(YamlMap map, String key, int otherwise, int min, int max) {
        if (map.get(key) == null) {
            return otherwise;
        }
        String text = map.get(key).scalar("'" + key + "'").text();
        if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < min || Integer.parseInt(text) > max) {
            throw map.get(key)
                    .where()
                    .refuse("'" + key + "' takes a whole number between " + min + " and " + max + ", not '" + text
                            + "'.");
        }
        return Integer.parseInt(text);
    }
}
