import Testing
import VirgaTestSupport

/// Repeated keys in each kind of file that a command reads.
@Suite("Repeated keys in files") struct JSONInputTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(Sample.recipeText("r", feature: "omega"), to: "r.json")
    place.directory.write("slug: one\nbranches: []\nslug: two\n", to: "recipe.yaml")
    place.directory.write("region: US\nlocale: fr\nregion: CA\n", to: "context.yaml")
    place.directory.write("- {event: start, count: 1, count: 2}\n", to: "events.yaml")
    place.directory.write("enabled: 7\nenabled: true\n", to: "config.yaml")
    place.directory.write("flags:\n- id: a\n  channels: []\n  channels: [beta]\n", to: "flags.yaml")
    place.directory.write("alpha: {enabled: true}\nalpha: {enabled: false}\n", to: "patch.yaml")
  }

  @Test(
    "are an error with both places",
    arguments: [
      TestRow(
        "in a recipe",
        (
          ["enroll", "--client-id", Sample.clientID, "--recipes", "recipe.yaml"], "recipe.yaml:3:1",
          "slug", "1:1"
        )),
      TestRow(
        "in a context",
        (["evaluate", "locale", "--context", "context.yaml"], "context.yaml:3:1", "region", "1:1")),
      TestRow(
        "in a context for a simulation",
        (
          ["simulate", "--recipes", "r.json", "--context", "context.yaml"], "context.yaml:3:1",
          "region", "1:1"
        )),
      TestRow(
        "in events",
        (["evaluate", "1", "--events", "events.yaml"], "events.yaml:1:28", "count", "1:18")),
      TestRow(
        "in a recipe of the console",
        (
          ["good.yaml", "--dump", "--session", ":memory:", "--recipes", "recipe.yaml"],
          "recipe.yaml:3:1", "slug", "1:1"
        )),
      TestRow(
        "in a patch",
        (
          [
            "handoff", "--app", "fenix", "--platform", "android", "--channel", "beta", "--manifest",
            "good.yaml",
            "--session", ":memory:", "--patch", "patch.yaml",
          ], "patch.yaml:2:1", "alpha", "1:1"
        )),
    ])
  func errors(_ row: TestRow<([String], String, String, String)>) throws {
    let (words, position, key, first) = row.values
    let answer = try VirgaProgram.run(words, in: place.directory.root)
    #expect(answer.code == 1, "\(answer)")
    let message = "duplicate key `\(key)`; remove it or the one at \(first) [duplicate-key]"
    #expect(answer.errors.contains("\(position): error: \(message)"), "\(answer.errors)")
  }

  @Test("are a warning in a config, where the last one wins") func config() throws {
    let answer = try place.virga("check", "good.yaml", "alpha", "config.yaml", "--channel", "beta")
    #expect(
      answer.output.contains(
        "config.yaml:2:1: warning: duplicate key `enabled`: this value is used; remove it or the one at 1:1"
      ),
      "\(answer.output)")
  }

  @Test("are an error in a catalogue of flags") func catalogue() throws {
    let answer = try place.virga(
      "flags", "list", "--manifest", "good.yaml", "--flags", "flags.yaml", "--session", ":memory:")
    #expect(answer.code == 1)
    #expect(
      answer.errors.contains("flags.yaml:4:3: error: duplicate key `channels`"), "\(answer.errors)")
  }
}
