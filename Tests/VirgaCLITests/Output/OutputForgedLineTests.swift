import Testing
import VirgaFiles
import VirgaJSON
import VirgaTestSupport

/// A name with a line end must not begin a line of an answer: people and programs read answers line
/// by line.
@Suite("Names with line ends") struct OutputForgedLineTests {
  private static let slug = "a\nfatal: forged\u{2028}fatal: forged\u{85}fatal: forged"

  private let place: Workplace

  init() throws {
    place = try Workplace()
    let recipe = Sample.entry(Self.slug, [Self.slug: ["alpha": ["enabled": false]]])
    place.directory.write(recipe.compact, to: "recipe.json")
  }

  /// Runs `virga` on the session `s.virga` of the manifest, and checks the lines of its answer and
  /// its errors.
  @discardableResult
  private func virga(_ arguments: [String]) throws -> ChildProcess {
    let session = ["--session", "s.virga", "--manifest", "good.yaml"]
    let answer = try VirgaProgram.run(
      Array(arguments.prefix(2)) + session + arguments.dropFirst(2), in: place.directory.root)
    expectNoForgedLine(answer, arguments)
    return answer
  }

  private func expectNoForgedLine(_ answer: ChildProcess, _ arguments: [String]) {
    let lines = (answer.output + answer.errors).split(whereSeparator: \.isNewline)
    #expect(!lines.contains { $0.hasPrefix("fatal: ") }, "\(arguments): \(lines)")
  }

  @Test("do not begin a line of any answer about a session")
  func sessionAnswers() throws {
    #expect(try virga(["recipes", "add", "recipe.json"]).code == 0)
    let slug = Self.slug
    for arguments in [
      ["branch", "force", "--", slug, slug], ["branch", "force", "--", slug, "\(slug)2"],
      ["branch", "drop", "--", slug],
      ["session", "undo"], ["session", "redo"], ["session", "show"], ["events"],
      ["expose", "--", slug],
      ["expose", "alpha"], ["context", "set", "--", slug, "1"], ["context", "drop", "--", slug],
      ["config", "set", "--", "alpha", slug, "1"], ["config", "set", "--", slug, "x", "1"],
      ["config", "set", "--", "omega", "greeting", JSONValue.string(slug).compact],
      ["config", "drop", "--", slug],
      ["recipes", "list"], ["recipes", "show", "--", slug],
      ["recipes", "set", "--", slug, slug, slug, slug, "1"],
      ["recipes", "ratio", "--", slug, slug, "2"], ["recipes", "targeting", "--", slug, slug],
      ["recipes", "add-branch", "--", slug, "\(slug)2"], ["recipes", "show", "--", slug],
      ["recipes", "remove-branch", "--", slug, "\(slug)3"], ["recipes", "drop", "--", slug],
      ["recipes", "remove", "--", "\(slug)2"], ["recipes", "remove", "--", slug],
      ["clock", "--", slug],
    ] {
      try virga(arguments)
    }
  }

  @Test("do not begin a line of any answer without a session")
  func otherAnswers() throws {
    let slug = Self.slug
    for arguments in [
      ["simulate", "--recipes", "recipe.json", "--clients", "10"],
      ["enroll", "--recipes", "recipe.json", "--explain"],
      ["evaluate", "--explain", "'\(slug)' == 'a'"], ["evaluate", "(\(slug)"],
      ["values", "good.yaml", "--feature", slug], ["values", "good.yaml", "--channel", slug],
      ["validate", slug],
      ["values", "good.yaml", "--\(slug)"], ["fml", "channels", slug], ["fml", "--\(slug)"],
      ["fml", slug], [slug],
      ["values", "good.yaml", "--format", slug], ["help", slug],
      ["open", "good.yaml", "--theme", slug],
      ["run", slug, "good.yaml"], ["flags", "get", slug], ["flags", "set", slug, "on"],
    ] {
      expectNoForgedLine(try VirgaProgram.run(arguments, in: place.directory.root), arguments)
    }
    let logged = try VirgaProgram.run(
      ["good.yaml", "--dump"], in: place.directory.root, environment: ["VIRGA_LOG": "no/\(slug)"])
    expectNoForgedLine(logged, ["VIRGA_LOG"])
  }

  @Test("do not begin a line of a console without a screen")
  func plainConsole() throws {
    let arguments = [
      "open", "good.yaml", "--plain", "--session", "s.virga", "--recipes", "recipe.json",
    ]
    let answer = try VirgaProgram.run(
      arguments, input: "experiments\nlist\nevents\nlist\nquit\n", in: place.directory.root)
    expectNoForgedLine(answer, arguments)
    #expect(answer.output.contains("a⏎fatal: forged⏎fatal: forged"))
  }

  @Test("a usage still follows a mistake in the arguments")
  func usage() throws {
    let answer = try place.virga("values", "good.yaml", "--no\nsuch")
    #expect(answer.errors.hasPrefix("error: Unknown option '--no⏎such'"))
    #expect(answer.errors.contains("\nUsage: virga values "))
    #expect(answer.code == 64)
  }
}
