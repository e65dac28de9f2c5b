import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Flags in a terminal") struct FlagTests {
    @Test("web flags appear once they are downloaded") func web() throws {
      let server = try LocalServer(["/f.json": .init(isSilent: true)])
      let manifest = "\(Repository.root)/manifests/cirrus.fml.yaml"
      let session = try TmuxSession(
        "virga \(manifest) --session :memory: --screen flags --flags \(server.url("/f.json"))")
      try session.wait(for: "┏━ Flags", "addressAutofillEnabled")
      server.answer(["/f.json": .init(body: #"[{"name": "Dark roast", "enabled": true}]"#)])
      try session.press("R")
      try session.press("/")
      try session.type("Dark roast")
      try session.wait(for: "Dark roast, on by its configuration") { lines in
        lines.contains {
          $0.contains("▸   Dark roast") && $0.contains(" on ") && $0.contains(" configur")
        }
      }
      try session.press("Enter", "q")
      try session.expectLeft(code: 0)
    }

    @Test("console and scripts share the flags of a session") func sharing() throws {
      let session = try TmuxSession("virga --channel nightly --session s.virga")
      try session.wait(for: "Features 44")
      try session.press("2")
      try session.wait(for: "▸   sentFromCirrus", "buildAndUser is on")
      try session.press("Space")
      try session.wait(for: "● off", "the user switched it off")
      let directory = session.directory
      let listed = try VirgaProgram.run(
        ["flags", "list", "--overridden", "--channel", "nightly", "--session", "s.virga"],
        input: "",
        in: directory.root, environment: [:])
      #expect(listed.output.contains("sentFromCirrus  bool  on"))
      _ = try VirgaProgram.run(
        ["flags", "set", "stories", "off", "--channel", "nightly", "--session", "s.virga"],
        input: "",
        in: directory.root, environment: [:])
      try session.press("f")
      try session.wait(for: "2 overrides", "  stories")
      try session.press("D")
      try session.wait(for: "Drop overrides of all flags", "drop all 2")
      try session.press("Enter")
      try session.wait(for: "no flags are overridden")
      try session.press("q")
      try session.expectLeft(code: 0)
    }
  }
}
