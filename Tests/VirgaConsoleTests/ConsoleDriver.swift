import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench
import VirgaYAML

@testable import VirgaConsole

/// Consoles opened once and then copied, because opening one takes longer than most tests.
enum ConsoleOpenings {
  private static let opened = Locked<[String: ConsoleDriver]>([:])

  /// The console for a key, opened if it is missing; two concurrent tests may both open it.
  static func console(_ key: String, open: () throws -> ConsoleDriver) rethrows -> ConsoleDriver {
    if let console = opened.withLock({ $0[key] }) { return console }
    let console = try open()
    opened.withLock { $0[key] = console }
    return console
  }
}

/// A console in memory that tests type into and read.
struct ConsoleDriver: ConsoleInput {
  @CopiedOnWrite private(set) var model: Model
  /// The effects of the last event.
  private(set) var effects: [Effect] = []

  static let defaultSize = Size(columns: 120, rows: 40)

  /// A console that shows the demo manifest.
  init(_ size: Size = defaultSize, channel: String = "nightly", ascii: Bool = false) {
    self = ConsoleOpenings.console("demo \(size) \(channel) \(ascii)") {
      if size == Self.defaultSize { return ConsoleDriver(demo: channel, ascii: ascii) }
      // Resizing an open console is much faster than opening another one.
      var console = ConsoleDriver(channel: channel, ascii: ascii)
      console.resize(size.columns, size.rows)
      return console
    }
  }

  private init(demo channel: String, ascii: Bool) {
    self.init(empty: Self.defaultSize, channel: channel, ascii: ascii)
    load(Self.demo, problems: Self.demoProblems)
  }

  /// The demo manifest, read once for all tests, and its problems in each channel.
  static let demo: Manifest = {
    let folder = Repository.root + "/manifests"
    do {
      return try ManifestLoader(files: .disk(), workingFolder: folder).load("cirrus.fml.yaml")
    } catch {
      fatalError("\(error)")
    }
  }()
  private static let demoProblems = problems(of: demo)

  /// A console that shows a manifest of one file.
  init(_ size: Size = defaultSize, yaml: String, channel: String? = nil) throws {
    try self.init(size, manifest: Self.manifest(yaml), channel: channel)
  }

  init(_ size: Size, manifest: Manifest, channel: String?, ascii: Bool = false) throws {
    self.init(empty: size, channel: channel, ascii: ascii)
    load(manifest)
  }

  /// A console without a manifest.
  private init(empty size: Size, channel: String?, ascii: Bool) {
    var options = Model.Options()
    options.isASCII = ascii
    options.manifestPath = "cirrus.fml.yaml"
    model = Model(size: size, options: options)
    if let channel { send(.command("channel \(channel)")) }
  }

  /// A console that has not read a manifest yet.
  init(unread size: Size, name: String = "") {
    var options = Model.Options()
    options.manifestName = name
    model = Model(size: size, options: options)
  }

  /// A manifest of one file, and others that it includes.
  static func manifest(
    _ yaml: String, path: String = "/test.fml.yaml", including others: [String: String] = [:]
  ) throws -> Manifest {
    let files = others.merging([path: yaml]) { $1 }.mapValues { Array($0.utf8) }
    return try ManifestLoader(files: .memory(files), workingFolder: "/", options: LoadingOptions())
      .load(path)
  }

  /// The text of a manifest whose features have variables, each given as `NAME: TYPE = DEFAULT`.
  static func yaml(
    channels: String = "nightly", _ features: KeyValuePairs<String, [String]>
  ) -> String {
    let features = features.map { id, variables in
      let variables = variables.map { variable in
        variable.replacing(/^(.+?): (.+?) = (.+)$/) {
          "\($0.1): { description: d, type: \"\($0.2)\", default: \($0.3) }"
        }
      }
      let name = JSONValue.string(id).compact
      return "  \(name): { description: d, variables: { \(variables.joined(separator: ", ")) } }\n"
    }
    return "channels: [\(channels)]\nfeatures:\n\(features.joined())"
  }

  mutating func send(_ event: Event) {
    effects = update(&model, event).filter { effect in
      switch effect {
      case .compare(let job): _ = update(&model, .compared(job.run()))
      default: return true
      }
      return false
    }
  }

  /// The changes of the operations that the last event committed.
  var committed: [EntryKey: JSONValue?] {
    var changes: [EntryKey: JSONValue?] = [:]
    for case .commit(let operation) in effects {
      for change in operation.changes { changes[change.key] = .some(change.new) }
    }
    return changes
  }

  /// Shows a manifest as if it had just been read from disk.
  ///
  /// - Parameter problems: The problems of each channel; nil computes them.
  mutating func load(_ manifest: Manifest, problems: [Name?: [Problem]]? = nil) {
    send(.loaded(manifest, manifest.problems))
    send(.checked(problems ?? Self.problems(of: manifest)))
  }

  private static func problems(of manifest: Manifest) -> [Name?: [Problem]] {
    let channels = [nil] + manifest.channels
    return Dictionary(
      uniqueKeysWithValues: channels.map { ($0.map { Name($0) }, manifest.problems(in: $0)) })
  }

  /// The line of a script that stores a draft of a feature's config, begun over its current edit.
  static func draft(_ text: String, of id: String, over edit: JSONValue? = nil) -> String {
    let draft = EntryChange(EntryKey(.draft, id), from: nil, to: .string(text))
    let base = EntryChange(EntryKey(.draftBase, id), from: nil, to: edit ?? .null)
    var operation = SessionOperation(
      "keep a draft of the edit of \(id)", changes: [draft, base], time: .epoch, process: "")
    operation.isUndoStep = false
    return "perform \(JSONValue.object(operation.repeatableJSON).compact)"
  }

  mutating func offer(_ targets: [HandoffTarget]) { model.shared.options.handoffTargets = targets }

  /// Changes the options that are normally set at the start.
  mutating func configure(_ change: (inout Model.Options) -> Void) { change(&model.shared.options) }

  /// Sets the time.
  mutating func tell(_ time: Instant) { model.shared.input.now = time }

  /// Makes the console read-only.
  mutating func makeReadOnly() { model.shared.options.isReadOnly = true }

  /// Loads the demo's recipes and client into the session, at a fixed time.
  mutating func openDemoRecipes() {
    model.shared.input.now = Instant(seconds: 1_775_044_800)
    send(.opening(Self.demoOpening))
  }

  /// The demo's recipes and client, read once for all tests.
  private static let demoOpening: SessionOpening = {
    func written(_ name: String) -> JSONValue? {
      let text = GoldenText.read("\(Repository.root)/manifests/demo/\(name)") ?? ""
      return LocatedText(SourceText(name: name, text: text)).json
    }
    let recipes = written("recipes.yaml").map { RecipeBatch($0).recipes } ?? []
    let context = written("context.yaml")?.objectValue ?? [:]
    return SessionOpening(
      recipes: recipes, context: context, endedSlugs: ["reader-aloud-2025"], isAskedFor: false)
  }()

  /// Uses other keys, which the program knows before it draws anything.
  mutating func use(_ keys: KeyMap) {
    model.shared.options.keys = keys
    model.shared.input.hintKeys = nil
  }

  mutating func resize(_ columns: Int, _ rows: Int) {
    send(.terminal(.resize(Size(columns: columns, rows: rows))))
  }
}

extension ConsoleDriver {
  /// The demo with its recipes and client.
  static func withRecipes(_ size: Size = defaultSize) -> ConsoleDriver {
    ConsoleOpenings.console("recipes \(size)") {
      var console = ConsoleDriver(size)
      console.openDemoRecipes()
      return console
    }
  }

  /// A console on screen 4 with the demo's recipes and client.
  static func onExperiments(_ size: Size = defaultSize) -> ConsoleDriver {
    ConsoleOpenings.console("experiments \(size)") { withRecipes(size).after("4") }
  }

  /// The problems in all channels, most severe first.
  var problems: [Problem] { model.currentProblems }
  var problemIndex: ProblemIndex { model.problems }
  var flagProblems: [Problem] { model.shared.flagProblems }

  /// The status of a recipe, as one word on screen 4.
  func word(of slug: String) -> String? {
    experiments.list.items.first { $0.slug == slug }?.statusWord
  }

  /// The visible text of the reason panel.
  var reason: String {
    guard let area = area(of: .reason)?.inset(by: 2) else { return "" }
    return lines[area.row - 1...area.endRow].map { line in
      String(Array(line)[area.column..<area.endColumn]).split(separator: " ").joined(separator: " ")
    }.joined(separator: " ")
  }
  /// The whole text about the selected recipe, the lines below the panel included.
  var wholeReason: String { reasonLines.joined(separator: " ") }
  /// The same in the lines of a wide panel.
  var reasonLines: [String] {
    let columns = 200
    return ReasonPanel().text(of: model, columns: columns).map(\.text.plain)
  }
}
