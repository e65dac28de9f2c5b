import Testing
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

/// `é` as one scalar, and as `e` with an accent: two names that look the same.
@Suite("Lookalike names")
struct OperationsLookalikeNameTests {
  private static let names = ["caf\u{E9}", "cafe\u{301}"]
  private static let bytes = names.map { Array($0.utf8) }

  @Test(
    "are two entries of every kind, also in the file and in an export",
    arguments: EntryKind.allCases.filter { ![.channel, .clock].contains($0) })
  func entries(kind: EntryKind) throws {
    let directory = try TemporaryDirectory()
    let store = try SessionStore(directory.path("a.virga"))
    let changes = Self.names.enumerated().map { number, name in
      EntryChange(EntryKey(kind, name), from: nil, to: .integer(Int64(number)))
    }
    try store.perform(
      SessionOperation("set two", changes: changes, time: .epoch, process: "tests 1"))
    let reopened = try SessionStore(directory.path("a.virga")).session
    let exported = try SessionExport(json: .object(try store.export().json)).session
    for session in [store.session, reopened, exported] {
      #expect(session.names(of: kind).map { Array($0.utf8) } == Self.bytes.reversed())
      #expect(Self.names.map { session[kind, $0] } == [0, 1])
      #expect(session.entries(of: kind).count == 2)
    }
    try store.perform(
      SessionOperation(
        "drop one", changes: [EntryChange(EntryKey(kind, Self.names[0]), from: 0, to: nil)],
        time: .epoch,
        process: "tests 1"))
    let rest = try SessionStore(directory.path("a.virga")).session
    #expect(Self.names.map { rest[kind, $0] } == [nil, 1])
  }

  @Test("are two features with overrides of their own") func overrides() throws {
    var driver = SessionDriver()
    try driver.add(Sample.entry("a", ["on": [Self.names[0]: [:]]]))
    try driver.perform { operations throws(Refusal) in try operations.forceBranch("on", of: "a") }
    #expect(
      Self.names.map { driver.session.overrides(of: $0, in: nil).map(\.name) } == [["a"], []])
  }

  /// A client that is enrolled in a recipe with each name.
  private static func enrolled() throws -> SessionDriver {
    var driver = SessionDriver()
    let recipes = zip(names, ["app-menu", "messaging"]).map { slug, feature in
      Sample.entry(slug, ["on": [feature: [:]]])
    }
    try driver.add(recipes[0], recipes[1])
    return driver
  }

  @Test("are two recipes") func recipes() throws {
    let driver = try Self.enrolled()
    #expect(driver.session.recipes.map { Array($0.slug.utf8) } == Self.bytes)
    let state = driver.session.enrollments
    #expect(Self.names.map { state.activeBranch(of: $0) } == ["on", "on"])
    #expect(state.effectiveFeatures()["app-menu"]?.slug.utf8.count == 5)
  }

  @Test("are two recipes that the client leaves one by one") func leaving() throws {
    var driver = try Self.enrolled()
    try driver.perform { operations throws(Refusal) in try operations.optOut(of: Self.names[1]) }
    #expect(Self.names.map { driver.session.enrollments.activeBranch(of: $0) } == ["on", nil])
  }

  @Test("are two recipes in the layers of a session") func layers() throws {
    var driver = try Self.enrolled()
    try driver.perform { operations throws(Refusal) in try operations.optOut(of: Self.names[1]) }
    let layers = SessionLayers(driver.session, manifest: Sample.manifest)
    #expect(layers.recipes.count == 2)
    #expect(layers.slugs(using: "app-menu").map { Array($0.utf8) } == [Self.bytes[0]])
  }

  /// A manifest that has only the first name as a channel.
  private static func manifest() throws -> Manifest {
    try Sample.load(
      "about: {description: A}\nchannels: [first, \(names[0])]\nfeatures: {}\n")
  }

  @Test("are two channels") func channels() throws {
    let operationContext = OperationContext(
      manifest: try Self.manifest(), channel: "first", time: .epoch, process: "tests 1",
      newClientID: "")
    let set = try Session().operations(in: operationContext).setChannel(Self.names[0])
    #expect(
      set.changes.filter { $0.key.kind == .channel }.map { $0.new } == [.string(Self.names[0])])
    #expect(throws: Refusal.self) {
      try Session().operations(in: operationContext).setChannel(Self.names[1])
    }
  }

  @Test("are two channels, of which one can be an orphan") func orphans() throws {
    let manifest = try Self.manifest()
    let session = Session(entries: [EntryKey(.channel): .string(Self.names[1])])
    #expect(session.channel(in: manifest) == "first")
    #expect(session.orphans(in: manifest).map(\.key) == [EntryKey(.channel)])
  }

  @Test("are two attributes of a client")
  func attributes() throws {
    var driver = SessionDriver()
    try driver.perform { operations throws(Refusal) in
      try operations.setContext(Self.names[0], to: 1)
    }
    try driver.perform { operations throws(Refusal) in
      try operations.setContext(Self.names[1], to: 2)
    }
    let attributes = driver.session.client(in: driver.operationContext).context().attributes
    #expect(Self.names.map { attributes[$0] } == [.integer(1), .integer(2)])
  }

  @Test("are two members of an edit")
  func members() throws {
    var driver = SessionDriver()
    for (number, name) in Self.names.enumerated() {
      try driver.perform { operations throws(Refusal) in
        try operations.setEdit(
          "messaging",
          at: JSONPath.root.appending(key: "all").appending(key: name).appending(key: "rows"),
          to: .integer(Int64(number)))
      }
    }
    #expect(
      driver.session[.edit, "messaging"]?["all"]?.objectValue?.keys.map { Array($0.utf8) }
        == Self.bytes)
  }
}
