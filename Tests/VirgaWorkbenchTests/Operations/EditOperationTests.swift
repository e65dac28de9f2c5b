import Testing
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

@Suite("Editing a config")
struct EditOperationTests {
  @Test("sets one value after another, each with a label")
  func set() throws {
    var desk = Desk()
    #expect(
      try desk.perform { o throws(Refusal) in try o.setEdit("home", at: ["sections", "news"], to: false) }.label
        == "set sections.news = false")
    try desk.perform { o throws(Refusal) in try o.setEdit("home", at: ["rows"], to: 9) }
    #expect(desk.session[.edit, "home"] == ["sections": ["news": false], "rows": 9])
    #expect(desk.session.overrideCount == 1)
    #expect(desk.session.undo()?.label == "set rows = 9")
    #expect(desk.session[.edit, "home"] == ["sections": ["news": false]])
  }

  @Test("refuses invalid values, properties and features with the problem")
  func invalid() {
    let desk = Desk()
    let refusal = desk.refusal { o throws(Refusal) in try o.setEdit("home", at: ["rows"], to: "many") }
    #expect(refusal?.problems.map(\.path) == ["features/home.rows"])
    let unknown = desk.refusal { o throws(Refusal) in try o.setEdit("home", at: ["sectoins"], to: 1) }
    #expect(unknown?.description == #"Invalid property "sectoins"; did you mean "sections"?"#)
    let feature = desk.refusal { o throws(Refusal) in try o.setEdit("hme", at: ["rows"], to: 1) }
    #expect(feature?.description == "there is no feature `hme`; did you mean `home`?")
    let through = desk.refusal { o throws(Refusal) in try o.setEdit("home", at: [], to: 3) }
    #expect(through?.description == "a config is an object `{…}`, not 3")
  }

  @Test("suggests names that the edit already has")
  func namesOfTheEdit() throws {
    var desk = Desk()
    try desk.perform { o throws(Refusal) in try o.setEdit("home", at: ["sections"], to: ["news": false]) }
    let refusal = desk.refusal { o throws(Refusal) in try o.setEdit("home", at: ["sectoins"], to: [:]) }
    #expect(refusal?.description == #"Invalid property "sectoins"; did you mean "sections"?"#)
    #expect(refusal?.problems.map(\.hint) == [#"did you mean "sections"?"#])
  }

  @Test("sets a valid value next to one that is no longer valid")
  func besideAnOrphan() throws {
    var desk = Desk(session: Session(entries: [EntryKey(.edit, "home"): ["gone": 1]]))
    try desk.perform { o throws(Refusal) in try o.setEdit("home", at: ["rows"], to: 9) }
    #expect(desk.session[.edit, "home"] == ["gone": 1, "rows": 9])
  }

  @Test("refuses a value that is already set, and any change to a read-only session")
  func nothing() throws {
    var desk = Desk()
    try desk.perform { o throws(Refusal) in try o.setEdit("home", at: ["rows"], to: 9) }
    #expect(
      desk.refusal { o throws(Refusal) in try o.setEdit("home", at: ["rows"], to: 9) }?.description
        == "nothing would change")
    desk.surroundings.readOnlyReason = "a newer virga made it"
    let refusal = desk.refusal { o throws(Refusal) in try o.setEdit("home", at: ["rows"], to: 8) }
    #expect(refusal?.description == "the session is read-only: a newer virga made it")
  }

  @Test("drops a value with the objects that it leaves empty, and the edit with its last value")
  func drop() throws {
    var desk = Desk(session: Session(entries: [EntryKey(.edit, "home"): ["sections": ["news": false], "rows": 9]]))
    #expect(
      try desk.perform { o throws(Refusal) in try o.dropEdit("home", at: ["sections", "news"]) }.label
        == "drop sections.news")
    #expect(desk.session[.edit, "home"] == ["rows": 9])
    #expect(
      desk.refusal { o throws(Refusal) in try o.dropEdit("home", at: ["title"]) }?.description
        == "the edit of `home` does not set `title`")
    try desk.perform { o throws(Refusal) in try o.dropEdit("home", at: ["rows"]) }
    #expect(desk.session[.edit, "home"] == nil)
  }

  @Test("copies the rest of a list when one element is set")
  func list() throws {
    var desk = Desk()
    try desk.perform { o throws(Refusal) in try o.setEdit("home", at: ["order", 1], to: "news") }
    #expect(desk.session[.edit, "home"] == ["order": ["top", "news"]])
    try desk.perform { o throws(Refusal) in try o.dropEdit("home", at: ["order", 0]) }
    #expect(desk.session[.edit, "home"] == nil)
  }

  @Test("applies a valid text and keeps an invalid one as a draft")
  func text() throws {
    var desk = Desk()
    let draft = try desk.perform { o throws(Refusal) in try o.applyText(#"{"rows": }"#, to: "home") }
    #expect(draft.label == "keep a draft of the edit of home")
    #expect(draft.events.map(\.kind) == ["set"], "no app meets a text that was never applied")
    #expect(desk.session[.draft, "home"] == #"{"rows": }"#)
    #expect(desk.session[.edit, "home"] == nil)
    #expect(desk.session.overrideCount == 0)
    try desk.perform { o throws(Refusal) in try o.setEdit("home", at: ["rows"], to: 3) }
    #expect(desk.session[.draft, "home"] == #"{"rows": }"#, "a text that was typed is not lost to a value that is set")
    #expect(
      try desk.perform { o throws(Refusal) in try o.applyText(#"{"rows": 4}"#, to: "home") }.label
        == "replace the edit of home")
    #expect(desk.session[.draft, "home"] == nil)
    #expect(desk.session[.edit, "home"] == ["rows": 4])
    #expect(
      try desk.perform { o throws(Refusal) in try o.applyText("{ }", to: "home") }.label == "drop the edit of home")
    #expect(desk.session.keys == [])
  }

  @Test("undoes and redoes a draft together with the edit that it is based on")
  func base() throws {
    var desk = Desk(session: Session(entries: [EntryKey(.edit, "home"): ["rows": 1]]))
    try desk.perform { o throws(Refusal) in try o.keepDraft("first", of: "home", over: ["rows": 1]) }
    try desk.perform { o throws(Refusal) in try o.keepDraft("second", of: "home", over: ["rows": 1]) }
    desk.session.keepDraft("third", of: "home", over: ["rows": 2])
    _ = desk.session.undo()
    #expect(desk.session[.draft, "home"] == "first" && desk.session[.draftBase, "home"] == ["rows": 1])
    desk.session.keepDraft("fourth", of: "home", over: nil)
    _ = desk.session.redo()
    #expect(desk.session[.draft, "home"] == "second" && desk.session[.draftBase, "home"] == ["rows": 1])
  }

  @Test("works without a manifest and then checks nothing")
  func noManifest() throws {
    var desk = Desk()
    desk.surroundings.manifest = nil
    try desk.perform { o throws(Refusal) in try o.setEdit("anything", at: ["a", "b"], to: 1) }
    #expect(desk.session[.edit, "anything"] == ["a": ["b": 1]])
  }

  @Test("treats a different spelling of a number as a different value")
  func writtenOtherwise() throws {
    var desk = Desk()
    desk.surroundings.manifest = nil
    let one = try JSONValue.parse("1.0")
    #expect(one == 1)
    try desk.perform { o throws(Refusal) in try o.setEdit("anything", at: ["a"], to: 1) }
    try desk.perform { o throws(Refusal) in try o.setEdit("anything", at: ["a"], to: one) }
    #expect(desk.session[.edit, "anything"]?.compact == #"{"a":1.0}"#)
  }

  @Test("replaces a draft when a whole edit is set, and labels a single dropped override")
  func wholeEdit() throws {
    var desk = Desk()
    try desk.perform { o throws(Refusal) in try o.keepDraft("{", of: "home", over: nil) }
    try desk.perform { o throws(Refusal) in try o.setEdit("home", at: [], to: ["rows": 4]) }
    #expect(desk.session[.draft, "home"] == nil && desk.session[.draftBase, "home"] == nil)
    #expect(try desk.perform { o throws(Refusal) in try o.dropAll() }.label == "drop the override")
  }
}
