import Testing
import VirgaCanvas
import VirgaConsole
import VirgaTestSupport

/// The generated parts of the README are those that the program would print today.
@Suite struct ReadmeTests {
  @Test func theKeyTableIsThatOfTheCommands() throws {
    let path = Repository.root + "/README.md"
    let readme = try #require(GoldenText.read(path))
    let computed = try #require(Self.replacing("keys", in: readme, with: Self.keyTable()))
    GoldenText.expect(computed, equals: "README.md", in: Repository.root)
  }

  /// A row for each command, with its keys where it has some.
  static func keyTable() -> String {
    let rows = CommandTable.all.map { command in
      let keys = command.keys.map { presses in "`" + presses.map(\.description).joined(separator: " ") + "`" }
      let place: String =
        switch command.context {
        case .everywhere: ""
        case .panel(let panel): " (\(panel.title))"
        }
      let help = command.help.isEmpty ? "" : ". " + command.help
      return "| `\(command.name)` | \(keys.joined(separator: " ")) | \(command.title)\(place)\(help) |"
    }
    return "| command | keys | what it does |\n| --- | --- | --- |\n" + rows.joined(separator: "\n") + "\n"
  }

  /// The text with what stands between the markers of a generated part replaced; nil where there are no markers.
  private static func replacing(_ part: String, in text: String, with generated: String) -> String? {
    let open = "<!-- generated: \(part) -->\n"
    let close = "<!-- end -->"
    guard let start = text.firstRange(of: open), let end = text[start.upperBound...].firstRange(of: close) else { return nil }
    return text[..<start.upperBound] + generated + text[end.lowerBound...]
  }
}
