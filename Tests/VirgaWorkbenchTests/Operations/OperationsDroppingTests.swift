import Testing
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@Suite("Orphaned session entries")
struct OperationsDroppingTests {
  private static let entries: [EntryKey: JSONValue] = [
    EntryKey(.edit, "gone"): ["a": 1], EntryKey(.edit, "app-menu"): ["rows": "many"],
    EntryKey(.channel): "beta",
    EntryKey(.branch, "old"): "on", EntryKey(.preference, "menu-enabled"): 3,
    EntryKey(.recipe, "bad"): ["slug": "bad"],
    EntryKey(.edit, "messaging"): ["all": [:]],
  ]

  @Test("are listed with the reason") func orphans() {
    let found = Session(entries: Self.entries).orphans(in: Sample.manifest)
    #expect(
      found.map { "\($0.key.kind.rawValue) \($0.key.name): \($0.reason)" } == [
        "channel : the manifest has no channel `beta`",
        "edit app-menu: Invalid value \"many\" for type Int",
        "edit gone: the manifest has no feature `gone`",
        "recipe bad: it can't be read as a recipe with that slug",
        "branch old: the session has no recipe `old`",
        "preference menu-enabled: app-menu.enabled is Boolean, not 3",
      ])
  }

  @Test("stay in the session") func kept() {
    let session = Session(entries: Self.entries)
    #expect(!session.orphans(in: Sample.manifest).isEmpty)
    #expect(session.keys.count == Self.entries.count)
  }

  private static let preferences: [EntryKey: JSONValue] = [
    EntryKey(.preference, "menu-enabled"): true, EntryKey(.preference, "gone"): true,
  ]

  @Test("include a preference that nothing reads") func unreadPreference() {
    let session = Session(entries: Self.preferences)
    let found = session.orphans(in: Sample.manifest, catalogue: FlagCatalogue([]))
    #expect(found.map { "\($0.key.name): \($0.reason)" } == ["gone: nothing reads `gone`"])
  }

  @Test("include no preference if the flags are unknown") func unknownFlags() {
    #expect(Session(entries: Self.preferences).orphans(in: Sample.manifest) == [])
  }
}
