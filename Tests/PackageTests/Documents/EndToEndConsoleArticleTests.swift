import Foundation
import Testing
import VirgaTestSupport

/// The code in the articles about extending the console.
@Suite("Swift in the console's articles")
struct EndToEndConsoleArticleTests {
  private static let articles = "Sources/VirgaConsole/VirgaConsole.docc"

  /// The Swift blocks of an article.
  private static func blocks(_ article: String) throws -> [String] {
    try DocumentCode(path: "\(articles)/\(article).md").blocks.map(\.text)
  }

  @Test("adds a screen, columns, commands and messages to the console")
  func samples() async throws {
    var console = try ConsoleSources()
    try addScreen(to: &console)
    console.add("Samples.swift", ConsoleSources.imports + (try declarations()))
    let compilation = try await console.compile()
    #expect(compilation.code == 0, "\(compilation.output)\(compilation.errors)")
  }

  /// Follows AddingAScreen: a file of the screen, a property of the model, three lines of
  /// `Screen.swift`.
  private func addScreen(to console: inout ConsoleSources) throws {
    let blocks = try Self.blocks("AddingAScreen")
    try #require(blocks.count == 4)
    let lines = blocks[3].split(separator: "\n").filter { $0.hasPrefix("case ") }
    try #require(lines.count == 3)
    console.add("DraftsScreen.swift", ConsoleSources.imports + blocks[0] + blocks[2])
    try console.insert(blocks[1], into: "Core/Model.swift", before: "  // Where the person is")
    try console.insert(
      "\(lines[0])\n", into: "Core/Screen.swift", before: "\n  /// The screen with a")
    try console.insert(
      "\(lines[1])\n", into: "Core/Screen.swift", before: "    case .features: FeaturesScreen")
    try console.insert(
      "\(lines[2])\n", into: "Core/Screen.swift", before: "    case .features: features\n")
  }

  /// What the other articles declare, in one type.
  private func declarations() throws -> String {
    let columns = try Self.blocks("AddingAColumn")
    let commands = try Self.blocks("AddingACommand")
    let messages = try Self.blocks("AddingAMessage")
    try #require(columns.count == 3 && commands.count == 5 && messages.count == 3)
    return """
      enum Samples {
        static func columns() -> [Column<LoggedEvent>] { [
          \(columns[0]), \(columns[1])] }
        static let commands: [Command] = [
          \(commands[0]), \(commands[1])
          \(commands[2])]
        static func goToSubject(_ model: inout Model, _: String) -> Outcome { [] }
        \(columns[2])
        \(commands[3])
        \(messages[1])
      }
      """
  }

  @Test("a message in an article is one of the console's")
  func message() throws {
    let path = "\(Self.articles)/AddingAMessage.md"
    let declaration = try #require(try DocumentCode(path: path).blocks.first).text
    let messages = ConsoleSources.folder + "/Messages/StatusMessage.swift"
    #expect(try #require(GoldenText.read(messages)).contains(declaration))
  }
}

/// The sources of the console, with some of them changed in a folder of their own.
private struct ConsoleSources {
  static let folder = Repository.root + "/Sources/VirgaConsole"

  static let imports = """
    import VirgaCanvas
    import VirgaExperiments
    import VirgaFlags
    import VirgaJSON
    import VirgaSession
    import VirgaSource
    import VirgaWorkbench

    """

  private let directory: TemporaryDirectory
  /// The files to compile, by their paths in the folder of the console.
  private var files: [String: String] = [:]

  init() throws {
    directory = try TemporaryDirectory()
    let found = FileManager.default.enumerator(atPath: Self.folder)
    while let name = found?.nextObject() as? String {
      if name.hasSuffix(".swift") { files[name] = "\(Self.folder)/\(name)" }
    }
    try #require(!files.isEmpty)
  }

  mutating func add(_ name: String, _ text: String) {
    let written = name.replacingOccurrences(of: "/", with: "-")
    directory.write(text, to: written)
    files[name] = directory.path(written)
  }

  /// Inserts `text` before the only place of `anchor` in a file.
  mutating func insert(_ text: String, into name: String, before anchor: String) throws {
    let path = try #require(files[name], "there is no \(name)")
    let parts = try #require(GoldenText.read(path)).components(separatedBy: anchor)
    try #require(parts.count == 2, "\(name) does not have \(anchor) once")
    add(name, parts[0] + text + anchor + parts[1])
  }

  func compile() async throws -> ChildProcess {
    try await Compiler.checkRoom("VirgaConsole", files.values.sorted())
  }
}
