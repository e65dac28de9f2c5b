import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@Suite("Draft of a branch") struct BranchDraftTests {
  private static let place = BranchFeature("app-menu", in: "on", of: "test")
  private static let draft = BranchDraft("{", of: place, startedFrom: ["rows": 4])
  private var driver = SessionDriver()

  init() throws {
    try driver.add(Sample.entry("test", ["on": ["app-menu": ["rows": 4]]]))
    try driver.perform { o throws(Refusal) in try o.keepDraft(Self.draft) }
  }

  @Test("is found at its place only, with what it is based on") func found() {
    #expect(driver.session.draft(at: Self.place) == Self.draft)
    #expect(driver.session.draft(at: BranchFeature("messaging", in: "on", of: "test")) == nil)
    #expect(driver.session.branchDrafts == [Self.draft])
  }

  @Test("is not that of another place to which blanks in names give the same key")
  mutating func blanks() {
    let place = BranchFeature("app-menu", in: "b on", of: "a")
    let other = BranchFeature("app-menu", in: "on", of: "a b")
    driver.session.set(place.draftKey, to: BranchDraft("{", of: place, startedFrom: nil).json)
    #expect(driver.session.draft(at: place) != nil && driver.session.draft(at: other) == nil)
  }

  @Test("ends when the whole config is set, and undo restores it") mutating func applied() throws {
    try driver.perform { o throws(Refusal) in
      try o.setConfig(Self.place, at: .root, to: ["rows": 5])
    }
    #expect(driver.session.draft(at: Self.place) == nil)
    _ = driver.session.undo()
    #expect(driver.session.draft(at: Self.place) == Self.draft)
  }

  @Test("stays when one value is set") mutating func value() throws {
    try driver.perform { o throws(Refusal) in
      try o.setConfig(Self.place, at: ["rows"], to: 5)
    }
    #expect(driver.session.draft(at: Self.place) == Self.draft)
  }

  @Test("is discarded as an undo step") mutating func discarded() throws {
    try driver.perform { o throws(Refusal) in try o.discardDraft(at: Self.place) }
    #expect(driver.session.branchDrafts.isEmpty)
    _ = driver.session.undo()
    #expect(driver.session.branchDrafts == [Self.draft])
  }

  @Test("of a branch that is gone is an orphan") func orphan() {
    var session = driver.session
    session.set(EntryKey(.recipe, "test"), to: nil)
    #expect(session.orphans(in: Sample.manifest).map(\.key) == [Self.place.draftKey])
  }
}
