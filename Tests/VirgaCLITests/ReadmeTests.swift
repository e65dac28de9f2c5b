import Testing
import VirgaCanvas
import VirgaConsole
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

/// The generated parts of the README are those that the program would print today.
///
/// One test after the other, as one of them writes the file where golden texts are written.
@Suite(.serialized) struct ReadmeTests {
  @Test func theKeyTableIsThatOfTheCommands() throws {
    let path = Repository.root + "/README.md"
    let readme = try #require(GoldenText.read(path))
    let computed = try #require(Self.replacing("keys", in: readme, with: Self.keyTable()))
    GoldenText.expect(computed, equals: "README.md", in: Repository.root)
  }

  @Test func everyCodeOfAProblemIsListed() throws {
    let readme = try #require(GoldenText.read(Repository.root + "/README.md"))
    let listed = Set(readme.split(separator: "| `").compactMap { $0.split(separator: "`").first })
    for code in try Self.codesOfBrokenManifests() where !listed.contains(Substring(code)) {
      Issue.record("the README does not list \(code)")
    }
  }

  /// The codes of the problems of every manifest that the tests of the language keep, broken ones and good ones.
  private static func codesOfBrokenManifests() throws -> Set<String> {
    let folder = Repository.root + "/Tests/VirgaManifestTests/Vectors/fml/"
    let cases = try #require(JSONValue.parse(GoldenText.read(folder + "cases.json") ?? "").objectValue)
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

  /// A row for each command, with its keys where it has some.
  static func keyTable() -> String {
    let rows = CommandTable.all.map { command in
      func words(_ keys: [[KeyPress]]) -> [String] {
        keys.map { presses in "`" + presses.map(\.description).joined(separator: " ") + "`" }
      }
      let near = command.near.map { near in words(near.keys).map { "\($0) (\(near.context.title ?? ""))" } } ?? []
      let keys = words(command.keys) + near
      let place = command.context.title.map { " (\($0))" } ?? ""
      let help = command.help.isEmpty ? "" : ". " + command.help
      return "| `\(command.name)` | \(keys.joined(separator: " ")) | \(command.title)\(place)\(help) |"
    }
    return "| command | keys | what it does |\n| --- | --- | --- |\n" + rows.joined(separator: "\n") + "\n"
  }

  /// The text with what stands between the markers of a generated part replaced; nil where there are no markers.
  private static func replacing(_ part: String, in text: String, with generated: String) -> String? {
    let open = "<!-- generated: \(part) -->\n"
    let close = "<!-- end -->"
    guard let start = text.firstRange(of: open), let end = text[start.upperBound...].firstRange(of: close) else {
      return nil
    }
    return text[..<start.upperBound] + generated + text[end.lowerBound...]
  }
}
