import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaHandoff
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
  /// What a console was opened with.
  struct Key: Hashable, Sendable {
    let opening: String
    let size: Size
    let channel: String
    let isASCII: Bool

    init(_ opening: String, _ size: Size, channel: String = "nightly", isASCII: Bool = false) {
      (self.opening, self.size, self.channel, self.isASCII) = (opening, size, channel, isASCII)
    }
  }

  private static let opened = Locked<[Key: ConsoleDriver]>([:])

  /// The console for a key, opened if it is missing; two concurrent tests may both open it.
  static func console(_ key: Key, open: () throws -> ConsoleDriver) throws -> ConsoleDriver {
    if let console = opened.withLock({ $0[key] }) { return console }
    let console = try open()
    opened.withLock { $0[key] = console }
    return console
  }
}

/// A console in memory that tests type into and read.
struct ConsoleDriver: ConsoleInput {
  private(set) var model: Model
  /// The effects of the last event.
  private(set) var effects: [Effect] = []

  static let defaultSize = Size(columns: 120, rows: 40)

  /// A console that shows the demo manifest.
  init(_ size: Size = defaultSize, channel: String = "nightly", ascii: Bool = false) throws {
    self = try ConsoleOpenings.console(.init("demo", size, channel: channel, isASCII: ascii)) {
      try ConsoleDriver(demo: size, channel: channel, ascii: ascii)
    }
  }

  private init(demo size: Size, channel: String, ascii: Bool) throws {
    self.init(empty: size, channel: channel, ascii: ascii)
    load(try Self.demo.get(), problems: try Self.demoProblems.get())
  }

  /// The demo manifest, read once for all tests, and its problems in each channel.
  static let demo = Result {
    let folder = Repository.root + "/manifests"
    let loader = ManifestLoader(files: .disk(), workingFolder: folder, options: LoadingOptions())
    return try loader.load("cirrus.fml.yaml")
  }
  private static let demoProblems = demo.map(problems)

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

  /// A manifest of one file, and others that it includes.
  static func manifest(
    _ yaml: String, path: String = "/test.fml.yaml", including others: [String: String] = [:]
  ) throws -> Manifest {
    let files = others.merging([path: yaml]) { $1 }.mapValues { Array($0.utf8) }
    return try ManifestLoader(files: .memory(files), workingFolder: "/", options: LoadingOptions()).load(path)
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
    return Dictionary(uniqueKeysWithValues: channels.map { ($0.map { Name($0) }, manifest.problems(in: $0)) })
  }

  /// Starts recording, like `--record`.
  mutating func record() {
    model.options.isRecorded = true
    send(.caption(nil))
  }

  mutating func offer(_ targets: [HandoffTarget]) { model.options.handoffTargets = targets }

  /// Changes the options that are normally set at the start.
  mutating func configure(_ change: (inout Model.Options) -> Void) { change(&model.options) }

  /// Sets the time.
  mutating func tell(_ time: Instant) { model.input.now = time }

  /// Makes the console read-only.
  mutating func makeReadOnly() { model.options.isReadOnly = true }

  /// Loads the demo's recipes and client into the session, at a fixed time.
  mutating func openDemoRecipes() throws {
    model.input.now = Instant(seconds: 1_775_044_800)
    send(.opening(try Self.demoOpening.get()))
  }

  /// The demo's recipes and client, read once for all tests.
  private static let demoOpening = Result {
    func written(_ name: String) throws -> LocatedText {
      let path = "\(Repository.root)/manifests/demo/\(name)"
      return LocatedText(SourceText(name: name, bytes: try FileReading.disk().read(path)))
    }
    let recipes = try written("recipes.yaml").json.map { RecipeBatch($0).recipes } ?? []
    let context = try written("context.yaml").json?.objectValue ?? [:]
    return SessionOpening(recipes: recipes, context: context, ended: ["reader-aloud-2025"], isAskedFor: false)
  }

  mutating func use(_ keys: KeyMap) {
    model.options.keys = keys
    model.input.hintKeys = nil
  }

  mutating func resize(_ columns: Int, _ rows: Int) {
    send(.terminal(.resize(Size(columns: columns, rows: rows))))
  }
}

extension ConsoleDriver {
  /// A console on screen 4 with the demo's recipes and client.
  static func onExperiments(_ size: Size = defaultSize) throws -> ConsoleDriver {
    try ConsoleOpenings.console(.init("experiments", size)) {
      var console = try ConsoleDriver(size)
      try console.openDemoRecipes()
      console.press("4")
      return console
    }
  }

  /// The status of a recipe, as one word on screen 4.
  func word(of slug: String) -> String? { model.experiments.rows.first { $0.slug == slug }?.word }

  /// The visible text of the reason panel.
  var reason: String {
    guard let area = model.layout.panels[.reason]?.inset(by: 2) else { return "" }
    return lines[area.row - 1...area.endRow].map { line in
      String(Array(line)[area.column..<area.endColumn]).split(separator: " ").joined(separator: " ")
    }.joined(separator: " ")
  }
}
