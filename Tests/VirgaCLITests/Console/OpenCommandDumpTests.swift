import Testing
import VirgaTestSupport

@Suite("virga --dump") struct OpenCommandDumpTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test(
    "the frame has the requested size",
    arguments: [(120, 40), (80, 24), (61, 19), (20, 5), (1, 1), (300, 100)])
  func size(columns: Int, rows: Int) throws {
    let answer = try place.virga("--dump", "--size", "\(columns)x\(rows)")
    let lines = answer.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == rows)
    #expect(lines.allSatisfy { $0.count <= columns })
    #expect(answer.errors == "")
    #expect(answer.code == 0)
  }

  @Test("options and a script choose what is shown") func options() throws {
    place.directory.write("go limits.two\n", to: "script")
    let words = [
      "good.yaml", "--channel", "release", "--feature", "alpha", "--script", "script", "--dump",
    ]
    let answer = try VirgaProgram.run(words, in: place.directory.root)
    #expect(answer.output.contains(" good ▸ release "))
    #expect(answer.output.contains("┏━ alpha ▸ limits ▸ two"))
    #expect(answer.code == 0)
  }

  @Test("--feature selects a feature on any screen") func feature() throws {
    let other = try place.virga("good.yaml", "--feature", "omega", "--screen", "3", "--dump")
    #expect(other.output.contains("[3 Channels]"))
    place.directory.write("features\n", to: "script")
    let words = [
      "good.yaml", "--feature", "omega", "--screen", "flags", "--script", "script", "--dump",
    ]
    let answer = try VirgaProgram.run(words, in: place.directory.root)
    #expect(answer.output.contains("[1 Features]") && answer.output.contains("▸   omega"))
  }

  /// The recipes of the demo with a context of one's own.
  private func dumpWithContext() throws -> String {
    place.directory.write("region: US\n", to: "context.yaml")
    return try place.virga(
      "--context", "context.yaml", "--screen", "4", "--dump", "--session", ":memory:"
    ).output
  }

  @Test("--context changes the demo's client") func context() throws {
    #expect(try dumpWithContext().contains("region"))
  }

  @Test("--context keeps the demo's recipes") func recipesWithContext() throws {
    #expect(try dumpWithContext().contains("homepage-order-2026"))
  }

  @Test("the frame waits for what the script started") func waiting() throws {
    place.directory.write("experiments\nsimulate 20000\n", to: "script")
    let answer = try place.virga("--demo", "--script", "script", "--dump")
    #expect(answer.output.contains("20,000 clients"))
    #expect(answer.output.contains("not: conflict 20,000"))
    #expect(!answer.output.contains("running "))
    #expect(answer.code == 0)
  }

  @Test("a broken manifest is drawn with its problems") func brokenManifest() throws {
    let answer = try place.virga("broken.yaml", "--dump", "--size", "80x24")
    #expect(answer.output.contains(" broken.yaml") && answer.output.contains("! 1 error"))
    #expect(answer.output.contains("─ Problems 1 ─"))
    #expect(answer.errors.hasPrefix("broken.yaml:2:1: error: "))
    #expect(answer.code == 1)
  }

  @Test("a manifest from standard input is drawn") func standardInput() throws {
    let answer = try place.virga("-", "--dump", input: Workplace.good)
    #expect(answer.output.contains("━ Features 2 ━"))
    #expect(answer.code == 0)
  }

  @Test("the output has no control characters") func plainText() throws {
    let answer = try place.virga(
      "--dump", "--feature", "homescreen", environment: ["TERM": "xterm-256color"])
    #expect(!answer.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
