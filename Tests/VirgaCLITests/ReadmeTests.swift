import CVirgaPlatform
import Testing
import VirgaCanvas
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@testable import VirgaCLI
@testable import VirgaConsole

/// The README is short, and articles with generated tables match the code.
@Suite("README and articles") struct ReadmeTests {
  private static let articles = Repository.root + "/Sources/virga/virga.docc"

  @Test("the README has at most 9 KB") func readmeIsShort() throws {
    let readme = try #require(GoldenText.read(Repository.root + "/README.md"))
    #expect(readme.utf8.count <= 9 * 1024)
  }

  @Test("the README links only to files that exist") func readmeLinks() throws {
    let readme = try #require(GoldenText.read(Repository.root + "/README.md"))
    let targets = readme.split(separator: "](").dropFirst().compactMap {
      $0.split(separator: ")").first
    }
    for target in targets where !target.hasPrefix("https:") {
      #expect(access("\(Repository.root)/\(target)", R_OK) == 0, "\(target)")
    }
  }

  @Test("the keys article lists all commands with their keys") func keys() throws {
    let article = try #require(GoldenText.read(Self.articles + "/Keys.md"))
    let computed = try #require(GoldenText.replacing("keys", in: article, with: Self.keyTable()))
    GoldenText.expect(computed, equals: "Keys.md", in: Self.articles)
  }

  @Test("the problem codes article lists all codes with their meanings") func problemCodes() throws
  {
    let article = try #require(GoldenText.read(Self.articles + "/ProblemCodes.md"))
    let computed = try #require(
      GoldenText.replacing("codes", in: article, with: ProblemCodes.article))
    GoldenText.expect(computed, equals: "ProblemCodes.md", in: Self.articles)
  }

  @Test("problem codes have every code of the vectors' manifests") func problemCodesOfManifests()
    throws
  {
    #expect(
      try Self.codesOfBrokenManifests().filter { ProblemCodes.meanings(of: $0).isEmpty } == [])
  }

  @Test("problem codes are those that the source reports") func problemCodesOfSource() throws {
    let listed = Set(ProblemCodes.groups.flatMap(\.codes).map(\.code))
    var literals: Set<String> = []
    var reported: Set<String> = []
    for file in FileTree.files(below: Repository.root + "/Sources")
    where file.hasSuffix(".swift") && !file.hasSuffix("/ProblemCodes.swift") {
      let parts = try #require(GoldenText.read(file)).utf8.split(separator: UInt8(ascii: "\""))
        .map { String(Substring($0)) }
      for (before, literal) in zip(parts, parts.dropFirst()) {
        literals.insert(literal)
        let isReported = [".error, ", ".warning, ", ".hint, ", "code: "].contains {
          before.hasSuffix($0)
        }
        if isReported, literal.wholeMatch(of: /[a-z-]+/) != nil { reported.insert(literal) }
      }
    }
    #expect(reported.count > 100)
    #expect(reported.subtracting(listed) == [])
    #expect(listed.subtracting(literals) == [])
  }

  /// The codes of all problems in the manifests of the vectors, valid and invalid.
  private static func codesOfBrokenManifests() throws -> Set<String> {
    let folder = Repository.root + "/Tests/VirgaManifestTests/Vectors/fml/"
    let cases = try #require(
      JSONValue.parse(GoldenText.read(folder + "cases.json") ?? "").objectValue)
    var codes: Set<String> = []
    for group in ["valid", "invalid", "extensions"] {
      for each in cases[group]?.arrayValue ?? [] {
        let loader = ManifestLoader(files: .disk(), workingFolder: folder)
        do {
          let manifest = try loader.load(each["file"]?.stringValue ?? "")
          let problems = manifest.problems + manifest.problems(in: each["channel"]?.stringValue)
          codes.formUnion(problems.map(\.code.description))
        } catch {
          codes.formUnion(error.all.map(\.code.description))
        }
      }
    }
    return codes
  }

  /// The table rows of all commands, with their keys.
  static func keyTable() -> String {
    let rows = CommandTable.all.map { command in
      func words(_ keys: [[KeyPress]]) -> [String] {
        keys.map { presses in "`" + presses.map(\.description).joined(separator: " ") + "`" }
      }
      let keys = command.places.flatMap { place in
        let isOwn = place.context == command.context
        let title = isOwn ? "" : " (\(place.context.title ?? ""))"
        return words(place.keys).map { $0 + title }
      }
      let place = command.context.title.map { " (\($0))" } ?? ""
      let help = command.help.isEmpty ? "" : ". " + command.help
      let verb = command.verb.map { "`\($0.name)`: " } ?? ""
      return
        "| `\(command.name)` | \(keys.joined(separator: " ")) | \(verb)\(command.title.text)\(place)\(help) |"
    }
    return "| command | keys | what it does |\n| --- | --- | --- |\n" + rows.joined(separator: "\n")
      + "\n"
  }
}

extension Command.Context {
  /// The context in words; nil for everywhere.
  fileprivate var title: String? {
    switch self {
    case .always, .everywhere, .lists: nil
    case .picker: "list"
    case .screen(let screen): screen.title
    case .panel(let panel): panel.title
    case .typing(let typing): typing.rawValue
    }
  }
}
