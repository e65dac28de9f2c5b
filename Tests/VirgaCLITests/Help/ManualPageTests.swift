import Testing
import VirgaRuntime
import VirgaTestSupport

@testable import VirgaCLI

/// The manual page virga(1), which is written by hand.
@Suite("Manual page")
struct ManualPageTests {
  private static let path = "\(Repository.root)/.packaging/virga.1"

  private let lines: [Substring]

  init() throws {
    lines = try #require(GoldenText.read(Self.path)).split(separator: "\n")
  }

  /// The words of the page's lines that begin with a macro, without the macro.
  private func words(after macro: String) -> [[Substring]] {
    lines.filter { $0.hasPrefix(macro) }.map { line in
      line.dropFirst(macro.count).split(separator: " ")
    }
  }

  @Test("has every command with its subcommands, and no others")
  func commands() throws {
    var listed: Set<String> = []
    for words in words(after: ".It Cm ") {
      // `flags Cm list | get` are the subcommands of one command, `open | run` are commands.
      let parts = words.filter { $0 != "|" }.split(separator: "Cm")
      let commands = try #require(parts.first)
      listed.formUnion(commands.map { String($0) })
      let command = try #require(commands.first)
      for subcommand in parts.dropFirst().joined() { listed.insert("\(command) \(subcommand)") }
    }
    var declared = Set(VirgaCommand.commandNames)
    declared.remove("help")
    for command in declared {
      for subcommand in Self.subcommands(of: command) {
        declared.insert("\(command) \(subcommand)")
      }
    }
    #expect(declared.contains("flags list"))
    #expect(listed.symmetricDifference(declared) == [])
  }

  /// The names of a command's subcommands.
  private static func subcommands(of command: String) -> [String] {
    let line = TypedLine(before: ["help", command], prefix: "", after: [])
    return Completion(of: line, Machine.current).candidates.words.map(\.text)
  }

  @Test("has every option of the console, and no others")
  func options() {
    let heads = words(after: ".It Fl Fl ").map { ["Fl", "Fl"] + $0 }
    let listed = heads.flatMap { words in
      words.indices.dropFirst(2).filter { words[$0 - 1] == "Fl" && words[$0 - 2] == "Fl" }
        .map { "--\(words[$0])" }
    }
    let names = DeclaredArgument.all(of: OpenCommand.self).flatMap(\.names)
    let declared = Set(names.filter { $0.hasPrefix("--") }).subtracting(["--help", "--version"])
    #expect(declared.contains("--channel"))
    #expect(Set(listed).symmetricDifference(declared) == [])
  }

  @Test("has examples, whose options exist")
  func examples() {
    let examples = words(after: ".Dl virga ").map { $0.map { String($0) } }
    #expect(examples.count >= 10)
    for example in examples {
      let command = NamedCommand(example)
      let declared = DeclaredArgument.all(of: command.type).flatMap(\.names)
      let options = command.rest.filter { $0.hasPrefix("--") }
      #expect(Set(options).subtracting(declared) == [], "\(example)")
    }
  }

  @Test(
    "names every variable that the program reads itself",
    arguments: [
      "GITHUB_BEARER_TOKEN", "XDG_CACHE_HOME", "MOZ_APPSERVICES_MODULE", "VIRGA_LOG", "NO_COLOR",
    ])
  func variables(_ name: String) {
    #expect(words(after: ".It Ev ").joined().contains { $0 == name })
  }

  @Test(
    "passes mandoc without a remark",
    .enabled(if: SystemProgram.path(of: "mandoc") != nil, "there is no mandoc"))
  func lint() throws {
    let mandoc = try #require(SystemProgram.path(of: "mandoc"))
    let lint = try ChildProcess.run([mandoc, "-T", "lint", Self.path])
    #expect(lint.output + lint.errors == "")
    #expect(lint.code == 0)
  }

  @Test(
    "can be read with man",
    .enabled(if: SystemProgram.path(of: "mandb") != nil, "there is no man-db"))
  func man() throws {
    let man = try #require(SystemProgram.path(of: "man"))
    let shown = try ChildProcess.run(
      [man, "--warnings", "-l", Self.path],
      environment: SystemProgram.environment.merging(["MANWIDTH": "80", "LC_ALL": "C.UTF-8"]) { $1 }
    )
    #expect(shown.output.contains("virga compare nimbus.fml.yaml beta release"))
    #expect(shown.errors == "")
  }
}
