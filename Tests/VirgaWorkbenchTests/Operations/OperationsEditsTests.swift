import Testing
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

@Suite("Editing a config")
struct OperationsEditsTests {
  @Test("sets one value after another, each with a label")
  func set() throws {
    var driver = SessionDriver()
    #expect(
      try driver.perform { o throws(Refusal) in
        try o.setEdit("app-menu", at: ["sections", "bookmarks"], to: false)
      }
      .label
        == "set sections.bookmarks = false")
    try driver.perform { o throws(Refusal) in try o.setEdit("app-menu", at: ["rows"], to: 9) }
    #expect(driver.session[.edit, "app-menu"] == ["sections": ["bookmarks": false], "rows": 9])
    #expect(driver.session.overrideCount == 1)
    #expect(driver.session.undo()?.label == "set rows = 9")
    #expect(driver.session[.edit, "app-menu"] == ["sections": ["bookmarks": false]])
  }

  @Test("refuses an invalid value with its path") func invalidValue() {
    let refusal = SessionDriver().refusal { o throws(Refusal) in
      try o.setEdit("app-menu", at: ["rows"], to: "many")
    }
    #expect(refusal?.problems.map(\.path) == ["features/app-menu.rows"])
  }

  @Test("refuses an unknown property with the closest one") func unknownProperty() {
    let refusal = SessionDriver().refusal { o throws(Refusal) in
      try o.setEdit("app-menu", at: ["sectoins"], to: 1)
    }
    #expect(refusal?.description == #"Invalid property "sectoins"; did you mean "sections"?"#)
  }

  @Test("refuses an unknown feature with the closest one") func unknownFeature() {
    let refusal = SessionDriver().refusal { o throws(Refusal) in
      try o.setEdit("ap-menu", at: ["rows"], to: 1)
    }
    #expect(refusal?.description == "there is no feature `ap-menu`; did you mean `app-menu`?")
  }

  @Test("refuses a config that is not an object") func noObject() {
    let refusal = SessionDriver().refusal { o throws(Refusal) in
      try o.setEdit("app-menu", at: [], to: 3)
    }
    #expect(refusal?.description == "a config is an object `{…}`, not 3")
  }

  @Test("suggests names that the edit already has")
  func namesOfTheEdit() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in
      try o.setEdit("app-menu", at: ["sections"], to: ["bookmarks": false])
    }
    let refusal = driver.refusal { o throws(Refusal) in
      try o.setEdit("app-menu", at: ["sectoins"], to: [:])
    }
    #expect(refusal?.description == #"Invalid property "sectoins"; did you mean "sections"?"#)
    #expect(refusal?.problems.map(\.hint) == [#"did you mean "sections"?"#])
  }

  @Test("sets a valid value next to one that is no longer valid")
  func besideAnOrphan() throws {
    var driver = SessionDriver(
      session: Session(entries: [EntryKey(.edit, "app-menu"): ["gone": 1]]))
    try driver.perform { o throws(Refusal) in try o.setEdit("app-menu", at: ["rows"], to: 9) }
    #expect(driver.session[.edit, "app-menu"] == ["gone": 1, "rows": 9])
  }

  @Test("a value that is in effect already is unchanged, edited or not")
  func nothing() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.setEdit("app-menu", at: ["rows"], to: 9) }
    for (path, value) in [
      (["rows"], 9), (["sections", "bookmarks"], true),
      (["sections"], ["settings": true, "bookmarks": true]),
    ]
      as [(JSONPath, JSONValue)]
    {
      let unchanged = driver.refusal { o throws(Refusal) in
        try o.setEdit("app-menu", at: path, to: value)
      }
      #expect(unchanged == .unchanged() && unchanged?.description == "unchanged", "\(path)")
    }
    try driver.perform { o throws(Refusal) in
      try o.setEdit("app-menu", at: [], to: ["rows": 9, "sections": [:]])
    }
  }

  @Test("a read-only session refuses any change")
  func readOnly() {
    var driver = SessionDriver()
    driver.operationContext.readOnlyReason = "a newer virga made it"
    let refusal = driver.refusal { o throws(Refusal) in
      try o.setEdit("app-menu", at: ["rows"], to: 8)
    }
    #expect(refusal?.description == "the session is read-only: a newer virga made it")
  }

  @Test("drops whatever a value leaves empty with it")
  func drop() throws {
    var driver = SessionDriver(
      session: Session(entries: [
        EntryKey(.edit, "app-menu"): ["sections": ["bookmarks": false], "rows": 9]
      ]))
    #expect(
      try driver.perform { o throws(Refusal) in
        try o.dropEdit("app-menu", at: ["sections", "bookmarks"])
      }.label
        == "drop sections.bookmarks")
    #expect(driver.session[.edit, "app-menu"] == ["rows": 9])
    #expect(
      driver.refusal { o throws(Refusal) in try o.dropEdit("app-menu", at: ["title"]) }?.description
        == "the edit of `app-menu` does not set `title`")
    try driver.perform { o throws(Refusal) in try o.dropEdit("app-menu", at: ["rows"]) }
    #expect(driver.session[.edit, "app-menu"] == nil)
  }

  @Test("copies the rest of a list when one element is set")
  func list() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in
      try o.setEdit("app-menu", at: ["ordering", 1], to: "bookmarks")
    }
    #expect(driver.session[.edit, "app-menu"] == ["ordering": ["settings", "bookmarks"]])
    try driver.perform { o throws(Refusal) in try o.dropEdit("app-menu", at: ["ordering", 0]) }
    #expect(driver.session[.edit, "app-menu"] == nil)
  }

  /// A session with an invalid text of `app-menu`.
  private func withDraft() throws -> SessionDriver {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.applyText(#"{"rows": }"#, to: "app-menu") }
    return driver
  }

  @Test("keeps an invalid text as a draft") func invalidText() throws {
    var driver = SessionDriver()
    let draft = try driver.perform { o throws(Refusal) in
      try o.applyText(#"{"rows": }"#, to: "app-menu")
    }
    #expect(draft.label == "keep a draft of the edit of app-menu")
    #expect(draft.events.map(\.kind) == ["set"], "no app meets a text that was never applied")
    #expect(driver.session[.draft, "app-menu"] == #"{"rows": }"#)
    #expect(driver.session[.edit, "app-menu"] == nil)
    #expect(driver.session.overrideCount == 0)
  }

  @Test("keeps a draft when a value is set") func draftBesideValue() throws {
    var driver = try withDraft()
    try driver.perform { o throws(Refusal) in try o.setEdit("app-menu", at: ["rows"], to: 3) }
    #expect(
      driver.session[.draft, "app-menu"] == #"{"rows": }"#,
      "a text that was typed is not lost to a value that is set")
  }

  @Test("replaces edit and draft with a valid text") func validText() throws {
    var driver = try withDraft()
    try driver.perform { o throws(Refusal) in try o.setEdit("app-menu", at: ["rows"], to: 3) }
    #expect(
      try driver.perform { o throws(Refusal) in try o.applyText(#"{"rows": 4}"#, to: "app-menu") }
        .label
        == "replace the edit of app-menu")
    #expect(driver.session[.draft, "app-menu"] == nil)
    #expect(driver.session[.edit, "app-menu"] == ["rows": 4])
  }

  @Test("drops an edit whose text becomes empty") func emptyText() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.applyText(#"{"rows": 4}"#, to: "app-menu") }
    #expect(
      try driver.perform { o throws(Refusal) in try o.applyText("{ }", to: "app-menu") }.label
        == "drop the edit of app-menu")
    #expect(driver.session.keys == [])
  }

  @Test("undoes and redoes a draft together with the edit that it is based on")
  func base() throws {
    var driver = SessionDriver(
      session: Session(entries: [EntryKey(.edit, "app-menu"): ["rows": 1]]))
    try driver.perform { o throws(Refusal) in
      try o.keepDraft("first", of: "app-menu", startedFrom: ["rows": 1])
    }
    try driver.perform { o throws(Refusal) in
      try o.keepDraft("second", of: "app-menu", startedFrom: ["rows": 1])
    }
    driver.session.keepDraft("third", of: "app-menu", over: ["rows": 2])
    _ = driver.session.undo()
    #expect(
      driver.session[.draft, "app-menu"] == "first"
        && driver.session[.draftBase, "app-menu"] == ["rows": 1])
    driver.session.keepDraft("fourth", of: "app-menu", over: nil)
    _ = driver.session.redo()
    #expect(
      driver.session[.draft, "app-menu"] == "second"
        && driver.session[.draftBase, "app-menu"] == ["rows": 1])
  }

  @Test("checks nothing without a manifest") func noManifest() throws {
    var driver = SessionDriver()
    driver.operationContext.manifest = nil
    try driver.perform { o throws(Refusal) in try o.setEdit("anything", at: ["a", "b"], to: 1) }
    #expect(driver.session[.edit, "anything"] == ["a": ["b": 1]])
  }

  @Test("treats a different spelling of a number as a different value")
  func writtenOtherwise() throws {
    var driver = SessionDriver()
    driver.operationContext.manifest = nil
    let one = try JSONValue.parse("1.0")
    #expect(one == 1)
    try driver.perform { o throws(Refusal) in try o.setEdit("anything", at: ["a"], to: 1) }
    try driver.perform { o throws(Refusal) in try o.setEdit("anything", at: ["a"], to: one) }
    #expect(driver.session[.edit, "anything"]?.compact == #"{"a":1.0}"#)
  }

  @Test("replaces a draft when a whole edit is set")
  func wholeEdit() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in
      try o.keepDraft("{", of: "app-menu", startedFrom: nil)
    }
    try driver.perform { o throws(Refusal) in try o.setEdit("app-menu", at: [], to: ["rows": 4]) }
    #expect(
      driver.session[.draft, "app-menu"] == nil && driver.session[.draftBase, "app-menu"] == nil)
  }

  @Test("labels a single dropped override")
  func droppingOne() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.setEdit("app-menu", at: [], to: ["rows": 4]) }
    #expect(
      try driver.perform { o throws(Refusal) in try o.dropAll() }.label == "drop the override")
  }
}
