import Testing
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@Suite("Orphaned session entries")
struct OperationsDroppingTests {
  @Test("are listed with the reason, and kept")
  func orphans() {
    let entries: [EntryKey: JSONValue] = [
      EntryKey(.edit, "gone"): ["a": 1], EntryKey(.edit, "app-menu"): ["rows": "many"],
      EntryKey(.channel): "beta",
      EntryKey(.branch, "old"): "on", EntryKey(.preference, "menu-enabled"): 3,
      EntryKey(.recipe, "bad"): ["slug": "bad"],
      EntryKey(.edit, "messaging"): ["all": [:]],
    ]
    let session = Session(entries: entries)
    let found = session.orphans(in: Sample.manifest)
    #expect(
      found.map { "\($0.key.kind.rawValue) \($0.key.name): \($0.reason)" } == [
        "channel : the manifest has no channel `beta`",
        "edit app-menu: Invalid value \"many\" for type Int",
        "edit gone: the manifest has no feature `gone`",
        "recipe bad: it can't be read as a recipe with that slug",
        "branch old: the session has no recipe `old`",
        "preference menu-enabled: app-menu.enabled is Boolean, not 3",
      ])
    #expect(session.keys.count == entries.count)
  }

  @Test("include a preference that nothing reads, but not an app setting of a variable")
  func preferences() {
    let session = Session(entries: [
      EntryKey(.preference, "menu-enabled"): true, EntryKey(.preference, "gone"): true,
    ])
    let found = session.orphans(in: Sample.manifest, catalogue: FlagCatalogue([]))
    #expect(found.map { "\($0.key.name): \($0.reason)" } == ["gone: nothing reads `gone`"])
    #expect(
      session.orphans(in: Sample.manifest) == [], "without flags that are known nobody can say")
  }
}
