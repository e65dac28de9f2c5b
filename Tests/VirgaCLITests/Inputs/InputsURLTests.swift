import Testing
import VirgaTestSupport

/// Options that read and write only files and folders, with a URL that has a secret.
@Suite("URLs as paths") struct InputsURLTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write("{}", to: "c.json")
    place.directory.write(Sample.recipeText("r", feature: "omega"), to: "r.json")
    _ = try place.virga("config", "set", "homescreen", "pinned-limit", "3", "--session", "d.virga")
    place.directory.write("session-export https://h.test/x?key=geheim\n", to: "export")
    place.directory.write("session-import https://h.test/x?key=geheim\n", to: "import")
  }

  private static let url = "https://h.test/x?key=geheim"

  /// A command line with `URL` for the value.
  private static let lines = [
    "evaluate 1 --context URL", "evaluate 1 --events URL", "good.yaml --dump --context URL",
    "enroll --client-id \(Sample.clientID) --recipes r.json --context URL",
    "simulate --recipes r.json --events URL",
    "values good.yaml --channel beta --config alpha=URL",
    "check good.yaml alpha URL --channel beta",
    "complete good.yaml alpha URL 1 1 --channel beta",
    "handoff --app cirrus --channel beta --patch URL --platform ios",
    "handoff --app cirrus --channel beta --platform ios --session d.virga --output URL",
    "session import URL", "session export URL", "session show --session URL",
    "flags list --session URL",
    "doctor --session URL", "run URL", "open --script URL",
    "open --record URL --script export --exit",
    "run export --log URL", "validate good.yaml --cache-dir URL",
    "validate good.yaml --resources URL",
    "fml generate good.yaml URL --channel beta", "fml single-file good.yaml URL --channel beta",
    "fml generate-experimenter good.yaml URL",
    "flags list --flags https://h.test/f --flags-fallback URL",
    "open --script export --exit", "open --script import --exit",
  ]

  @Test("are refused with their secrets masked", arguments: lines)
  func refused(_ line: String) throws {
    let words = line.replacing("URL", with: Self.url).split(separator: " ").map(String.init)
    let answer = try VirgaProgram.run(words, in: place.directory.root)
    let text = answer.output + answer.errors
    #expect(text.contains("https://h.test/x?key=***"), "\(text)")
    #expect(text.contains("URL"), "\(text)")
    #expect(!text.contains("geheim"), "\(text)")
    #expect(answer.code != 0 || line.hasPrefix("doctor"))
    #expect(FileTree.names(in: place.directory.path("https:")) == nil)
  }

  @Test("one for --repo-file is fetched, as it may also be in the original tool")
  func repositoryFile() throws {
    let server = try LocalServer([
      "/repos.yaml": .init(body: "owner/name: \(place.directory.root)\n")
    ])
    defer { server.stop() }
    let answer = try place.virga(
      "validate", "@owner/name/good.yaml", "--repo-file", server.url("/repos.yaml"))
    #expect(answer.code == 0, "\(answer.errors)")
  }
}
