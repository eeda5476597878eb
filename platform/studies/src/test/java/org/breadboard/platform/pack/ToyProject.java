// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.verbs.Board;

/** A project with one study of two points with two seeds each, and three claims. */
final class ToyProject {
    private final Path folder;

    /** Written into a folder. */
    ToyProject(Path folder) throws IOException {
        this.folder = folder;
        file("breadboard.yaml", """
                title: Toys that sweep
                description: all of "one" paper
                authors: [Ada Lovelace, "van Rossum, Guido", ACM]
                license: Apache-2.0
                include: [data]
                """);
        file("data/keys.txt", "1\n");
        file("mixes/ours.yaml", "extends: ops\nload: {contexts: 2}\n");
        file("studies/sweep.yaml", """
                mix: ours
                repeat: 2
                sweep: {protocol.workNs: [1000, 2000]}
                claims:
                  ours-rate: "mean(points[protocol.workNs=1000].committedPerSecond) / 1e6"
                  ours-more: falling(points.committedPerSecond)
                  own: {value: max(points.committedPerSecond), unit: ops/s, tolerance: 0.3}
                """);
        file("claims/ours.csv", """
                id,paper,where,quantity,comparator,value,unit,kind,tolerance
                ours-rate,us,4,rate,=,4.0,Mops,prediction,0.02
                ours-more,us,4,slower work is slower,trend,yes,,prediction,
                ours-other,us,5,something else,=,1,Mops,prediction,
                """);
    }

    Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** A board that works in it. */
    Board board(ToyHome home, PluginRegistry registry) {
        return new Board(Project.folders(home.home(), folder, home.results()), registry);
    }
}
