import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaSession

@Suite("Hostile session file")
struct SessionOpeningHostileFileTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path("a.virga") }

  init() throws { directory = try TemporaryDirectory() }

  private static func setting(_ name: String) -> SessionOperation {
    let event = SessionEvent(time: .epoch, kind: "exposure", process: "tests 1")
    return SessionOperation(
      "set \(name)", changes: [EntryChange(EntryKey(.preference, name), from: nil, to: true)],
      time: .epoch, process: "tests 1"
    ).causing([event])
  }

  /// Creates a session with one operation and one event, and modifies its tables with `sql`.
  private func tamper(_ sql: String) throws {
    let store = try SessionStore(path)
    try store.perform(Self.setting("a"))
    try Database(path, .writeExisting, timeout: 1_000).execute(sql)
  }

  @Test("ignores a recipe stored under another slug")
  func repeatedSlugs() throws {
    let recipe = Sample.entry("rows", ["four": ["app-menu": ["rows": 4]]]).compact
    try tamper(
      """
      INSERT INTO entry VALUES ('recipe', 'rows', '\(recipe)', 2), ('recipe', 'other', '\(recipe)', 2);
      UPDATE about SET value = 2 WHERE key = 'revision';
      """)
    let session = try SessionStore(path).session
    #expect(session.recipes.map(\.slug) == ["rows"])
    #expect(session.enrollments.recipes.isEmpty)
    let orphans = session.orphans(in: Sample.manifest).filter { $0.key.kind == .recipe }
    #expect(orphans.map(\.key.name) == ["other"])
    #expect(orphans.map(\.reason) == ["it can't be read as a recipe with that slug"])
  }

  @Test("is damaged if its revision is impossible", arguments: [Int64.max, .min, -1])
  func revision(_ number: Int64) throws {
    try tamper("UPDATE about SET value = \(number) WHERE key = 'revision'")
    #expect(throws: StoreFailure.corrupt(path, reason: "its revision is \(number)")) {
      try SessionStore(path)
    }
  }

  @Test("is read again after its revision was set back, as a foreign change")
  func madeEarlier() throws {
    let store = try SessionStore(path)
    for name in ["a", "b", "c"] { try store.perform(Self.setting(name)) }
    let seen = store.foreignChangeCount
    try Database(path, .writeExisting, timeout: 1_000).execute(
      """
      DELETE FROM entry WHERE name <> 'a'; DELETE FROM operation WHERE id > 1;
      UPDATE entry SET revision = 1; UPDATE operation SET revision = 1;
      UPDATE about SET value = 1 WHERE key = 'revision'
      """)
    #expect(try store.refresh())
    #expect(store.session.names(of: .preference) == ["a"])
    #expect(store.foreignChangeCount > seen)
  }

  @Test("drops operations with impossible IDs and continues", arguments: [Int64.max, .min, -1])
  func operationID(_ number: Int64) throws {
    try tamper("UPDATE operation SET id = \(number)")
    let store = try SessionStore(path)
    #expect(store.session.operations.isEmpty)
    #expect(store.session[.preference, "a"] == true)
    #expect(try store.perform(Self.setting("b")).id == 1)
    #expect(try store.undo(at: .epoch, by: "tests 1")?.label == "set b")
  }

  @Test("records events despite impossible event IDs and limits", arguments: [Int64.max, .min])
  func eventLimit(_ number: Int64) throws {
    try tamper(
      "INSERT OR REPLACE INTO about VALUES ('event-limit', \(number)); UPDATE event SET id = \(Int64.min)"
    )
    let store = try SessionStore(path)
    try store.perform(Self.setting("b"))
    try store.limitEvents(to: number)
    #expect(try store.events().count <= 1)
  }

  @Test("limits every time to the years 0 to 9999", arguments: [Int64.max, .min])
  func times(_ number: Int64) throws {
    try tamper(
      """
      UPDATE event SET seconds = \(number), nanoseconds = \(number);
      UPDATE operation SET seconds = \(number), nanoseconds = \(number)
      """)
    let store = try SessionStore(path)
    let text = number > 0 ? "9999-12-31T23:59:59.999999999Z" : "0000-01-01T00:00:00Z"
    #expect(try store.events().map(\.time.description) == [text])
    #expect(store.session.operations.map(\.time.description) == [text])
  }

  @Test(
    "shows a time that RFC 3339 can express, however far its clock was moved",
    arguments: [Int64.max, .min])
  func clock(_ number: Int64) throws {
    let session = Session(entries: [EntryKey(.clock): ["offset": .integer(number)]])
    let end: Int64 =
      number > 0 ? Instant.writableSeconds.upperBound : Instant.writableSeconds.lowerBound
    #expect(session.now(wall: Instant(seconds: 1_800_000_000)).seconds == end)
    var driver = SessionDriver()
    driver.session = session
    let refusal = driver.refusal { operations throws(Refusal) in
      try operations.moveClock(by: number)
    }
    #expect(refusal?.description == "the clock can't be moved that far")
  }

  @Test("accepts a record with an impossible end")
  func endedRecord() throws {
    var driver = SessionDriver()
    let record: JSONValue = [
      "WasEnrolled": ["branch": "four", "experiment_ended_at": .integer(.min)]
    ]
    driver.session = Session(entries: [EntryKey(.enrollment, "rows"): record])
    try driver.perform { operations throws(Refusal) in try operations.setContext("locale", to: "de")
    }
    #expect(driver.statuses == [])
  }

  @Test(
    "renumbers operations of an export with impossible IDs",
    arguments: [
      [Int64.max, 1], [.min, 2], [3, 3], [0, 1],
    ])
  func exportedIDs(_ ids: [Int64]) throws {
    let rows = ids.map { id -> JSONValue in
      [
        "operation": .integer(id), "label": .string("\(id)"), "time": "2026-01-01T00:00:00Z",
        "changes": [],
      ]
    }
    let export = try SessionExport(json: [
      "virga-session": 1, "entries": [:], "operations": .array(rows),
    ])
    #expect(export.session.operations.map(\.id) == [1, 2])
    #expect(export.session.operations.map(\.label) == ids.map { "\($0)" })
    let store = try SessionStore.memory(export.session)
    #expect(try store.perform(Self.setting("a")).id == 3)
  }

  @Test("keeps the valid IDs of an export")
  func rightIDs() throws {
    let rows = [4, 7].map { id -> JSONValue in
      ["operation": .integer(id), "label": "l", "time": "2026-01-01T00:00:00Z", "changes": []]
    }
    let export = try SessionExport(json: [
      "virga-session": 1, "entries": [:], "operations": .array(rows),
    ])
    #expect(export.session.operations.map(\.id) == [4, 7])
  }

  @Test("can be evaluated, changed and listed with any value in any entry")
  func anyEntry() throws {
    let values: [JSONValue] = [
      .null, true, .integer(.max), .integer(.min), "", "\u{0}", [], [:],
      [.integer(.min), .integer(.max)],
      ["at": .integer(.min), "offset": .integer(.min), "intervals": [:]],
      ["at": "0000-01-01T00:00:00+23:59"],
      ["intervals": ["Years": ["data": ["buckets": [.integer(.max)]]]]],
      ["Enrolled": [:]], ["NotEnrolled": ["reason": ["FeatureConflict": 1]]],
    ]
    let recipe = Sample.entry(
      "rows", ["four": ["app-menu": ["rows": 4]]], targeting: "'rows'|eventSum('Years', 4) > 0")
    for kind in EntryKind.allCases {
      for value in values {
        for name in ["rows", "experiments", "app-menu", ""] {
          var driver = SessionDriver()
          driver.session = Session(entries: [EntryKey(kind, name): value])
          _ = try? driver.perform { operations throws(Refusal) in
            try operations.setContext("locale", to: "de")
          }
          _ = try? driver.add(recipe)
          _ = try? driver.perform { operations throws(Refusal) in try operations.recordEvent("rows")
          }
          _ = try? driver.perform { operations throws(Refusal) in try operations.moveClock(by: .max)
          }
          _ = try? driver.perform { operations throws(Refusal) in try operations.dropAll() }
          #expect(!driver.session.now(wall: .epoch).description.isEmpty)
          let export = SessionExport(manifest: nil, session: driver.session, events: [])
          #expect(throws: Never.self) { try SessionExport(json: .object(export.json)) }
          _ = driver.session.orphans(in: Sample.manifest)
          _ = driver.session.shellScript()
        }
      }
    }
  }
}
