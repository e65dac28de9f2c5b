import Testing
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@Suite("Table of flags") struct FlagTableTests {
  private static let catalogue = """
    flags:
    - {id: menu, feature: menu, path: enabled, preference-key: MenuUserPrefsKey}
    - {id: place, kind: options, feature: menu, path: place, "off": hidden, preference-key: placeKey}
    - {id: mock, channels: [beta]}
    """

  private static let manifest = """
    channels: [beta]
    features:
      menu:
        description: The menu.
        variables:
          enabled: {type: Boolean, description: Whether there is one., default: true}
          place: {type: Place, description: Where it is., default: top}
        defaults: []
    enums:
      Place:
        description: A place.
        variants:
          top: {description: At the top.}
          hidden: {description: Nowhere.}
    """

  private func flags(storing entries: [EntryKey: JSONValue] = [:]) throws -> SessionFlags {
    let manifest = try Sample.load(Self.manifest)
    let files = FlagFiles([SourceText(name: "catalogue.yaml", text: Self.catalogue)])
    return SessionFlags(
      files.catalogue(with: manifest), configured: files.configured, manifest: manifest,
      session: Session(entries: entries), channel: "beta")
  }

  private func flag(
    _ id: String, storing entries: [EntryKey: JSONValue] = [:]
  ) throws -> ResolvedFlag {
    try #require(try flags(storing: entries).resolved([id]).first)
  }

  @Test("a flag has a cell below each head") func cells() throws {
    #expect(
      FlagTable.table.heads
        == ["Flag", "Kind", "Build", "User", "Debug", "buildOnly", "userOnly", "buildAndUser"])
    let switchedOff = try flag("menu", storing: [EntryKey(.preference, "MenuUserPrefsKey"): false])
    #expect(
      FlagTable.table.cells(of: switchedOff)
        == ["menu", "bool", "on  variable default", "off", "·", "on", "off", "off"])
    #expect(
      FlagTable.table.cells(of: try flag("mock")) == [
        "mock", "core", "on  channel", "–", "–", "on", "on", "on",
      ])
  }

  @Test("JSON has a member for each column") func json() throws {
    #expect(
      JSONValue.object(FlagTable.table.json(of: try flag("place"))).compact == """
        {"id":"place","kind":"options","feature":"menu","variable":"place","build":"top",\
        "user":null,"debug":null,"buildOnly":"top","userOnly":"top","buildAndUser":"top",\
        "state":"top","layer":"variable default","why":"buildAndUser is top: \
        the build chooses top (variable default); the user has not chosen."}
        """)
  }

  /// The words of a flag's cells.
  private func words(_ id: String) throws -> [String] {
    let flag = try flag(id)
    let columns = [FlagTable.kind, FlagTable.build, FlagTable.user, FlagTable.debug]
    return (columns + FlagTable.checks).map { $0.spoken(flag) }
  }

  @Test("the words of a cell say which column it is in") func spokenColumns() throws {
    #expect(
      try words("menu")
        == [
          "Boolean", "build on", "user unset", "debug unset", "buildOnly on", "userOnly on",
          "buildAndUser on",
        ])
  }

  @Test("the words of a cell skip choices that the flag has no key for")
  func skippedChoices() throws {
    #expect(
      try words("mock") == [
        "core", "build on", "", "", "buildOnly on", "userOnly on", "buildAndUser on",
      ])
  }

  @Test("a flag with the off option is not on, whatever its state is called") func offOption()
    throws
  {
    #expect(try flag("place").isOn)
    let off = try flag("place", storing: [EntryKey(.preference, "placeKey"): "hidden"])
    #expect(off.answer.state == .option("hidden") && !off.isOn)
  }

  @Test("a flag is overridden by what the session stores for it") func overridden() throws {
    let entries: [EntryKey: JSONValue] = [
      EntryKey(.debug, "menuDebugKey"): false, EntryKey(.preference, "elsewhere"): true,
    ]
    let flags = try flags(storing: entries)
    #expect(flags.resolved.filter(\.isOverridden).map(\.definition.id) == ["menu"])
    #expect(flags.resolved(["place", "gone", "menu"]).map(\.isOverridden) == [false, true])
  }
}
