import Testing
import VirgaTestSupport

@testable import VirgaCLI

@Suite("virga --version")
struct ProgramVersionTests {
  @Test("names virga, its commit, Swift and the libraries")
  func version() throws {
    let answer = try VirgaProgram.run(["--version"])
    let lines = answer.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0] == "virga \(ProgramVersion.number)")
    #expect(
      lines[1] == "unknown commit (built in a checkout)"
        || lines[1].wholeMatch(of: /commit [0-9a-f]{40}/) != nil)
    #expect(lines[2].hasPrefix("Swift 6."))
    #expect(lines[3].wholeMatch(of: /ncurses \d[\d.]*, libyaml \d[\d.]*, SQLite 3[\d.]*/) != nil)
    #expect(answer.code == 0)
  }

  @Test("is a release of the changelog, or a version in development after the last one")
  func number() throws {
    let changelog = try #require(GoldenText.read("\(Repository.root)/.github/CHANGELOG.md"))
    let released = changelog.matches(of: /\[(\d+\.\d+\.\d+)\] - \d/).map { String($0.1) }
    let parts = ProgramVersion.number.split(separator: "-").map { String($0) }
    if parts.count == 1 {
      #expect(released.first == parts[0])
    } else {
      #expect(parts == [parts[0], "dev"])
      #expect(!released.contains(parts[0]))
    }
  }

  @Test(
    "names the commit in a release archive",
    .enabled(if: isRepository, "this is not a git repository"))
  func archive() throws {
    let git = try #require(SystemProgram.path(of: "git"))
    func answer(_ words: String...) throws -> String {
      let line = "git \(words.joined(separator: " "))"
      let process = try ChildProcess.run(
        ["/bin/sh", "-c", line], environment: SystemProgram.environment, folder: Repository.root)
      try #require(process.code == 0, "\(git): \(process.errors)")
      return process.output
    }
    let commit = try answer("rev-parse", "HEAD").prefix(40)
    let file = try answer(
      "archive", "HEAD", "Sources/VirgaCLI/Program/SourceCommit.swift", "| tar -xO")
    #expect(file.contains("static let hash = \"\(commit)\""))
  }

  private static let isRepository = {
    SystemProgram.path(of: "git") != nil
      && (try? ChildProcess.run(
        ["/bin/sh", "-c", "git ls-files --error-unmatch Package.swift .gitattributes"],
        environment: SystemProgram.environment, folder: Repository.root))?.code == 0
  }()
}
