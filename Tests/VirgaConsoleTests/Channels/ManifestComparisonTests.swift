import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource

@testable import VirgaConsole

@Suite("Comparing manifests") struct ManifestComparisonTests {
  private var console: ConsoleDriver

  init() throws { console = try ChannelSamples.console() }

  @Test(
    "a filter of change words narrows the rows of two manifests",
    arguments: [
      .init(
        "without a filter all changes are listed",
        (
          "",
          [
            "added", "added on", "kept", "kept size (type)", "kept size", "kept title", "removed",
            "removed on",
          ]
        )),
      .init("retyped lists the changed types", ("retyped", ["kept", "kept size (type)"])),
      .init(
        "changed and a name list the feature's changed values",
        ("kept changed", ["kept", "kept size", "kept title"])),
      .init("added lists the added values", ("added", ["added", "added on"])),
      .init(
        "a beginning of removed lists the removed values", ("remove", ["removed", "removed on"])),
      .init("a word that applies to none lists none", ("removed kept", [])),
    ] as [Behavior<(words: String, names: [String])>])
  mutating func changes(_ behavior: Behavior<(words: String, names: [String])>) throws {
    let (words, names) = behavior.example
    console.run("filter retyped")
    #expect(console.channelNames == [], "no further manifest is compared")
    try console.compare()
    console.press("Esc")
    if !words.isEmpty { console.run("filter \(words)") }
    #expect(
      console.columns
        == [
          "cirrus.fml.yaml@beta", "new.fml.yaml@beta", "cirrus.fml.yaml@release",
          "new.fml.yaml@release",
        ])
    #expect(console.channelNames == names)
    console.act("/") { $0.sees("added, removed, retyped, changed") }
  }

  @Test("= shows only differences between manifests while several are shown")
  mutating func rows() throws {
    try console.compare(with: ChannelSamples.old.replacing("default: true", with: "default: false"))
    #expect(console.channelNames == ["kept", "kept size", "removed", "removed on"])
    console.act("=") { $0.channelNames == ["removed", "removed on"] && $0.sees("~ on") }
    console.run("next-column", "drop-column", "next-column", "drop-column")
    #expect(console.channelNames == ["kept", "kept size"])
    console.act("=") { $0.channelNames == ChannelSamples.rows }
  }

  @Test("a filter that matches only unchanged values says so") mutating func unchangedMatches()
    throws
  {
    try console.compare(with: ChannelSamples.old.replacing("default: true", with: "default: false"))
    console.act("=", ":filter size") {
      $0.sees("1 match but did not change: = shows every value")
    }
  }

  @Test("a feature that one manifest lacks is marked as added or removed, even without variables")
  mutating func presence() throws {
    let variables = "variables: { on: { description: Whether., type: Boolean, default: true } }"
    try console.compare(with: ChannelSamples.new.replacing(variables, with: "variables: {}"))
    #expect(console.channelNames.prefix(2) == ["added", "added (feature)"])
    #expect(
      console.sees("+ added  not in cirrus.fml.yaml")
        && console.sees("- removed  not in new.fml.yaml"))
    #expect(
      console.sees("+ (feature)", "– missing") && console.sees("~ size (type)", "│ Int", "│ String")
    )
  }

  /// Compares the new manifest with an earlier version of it.
  private mutating func compareEarlierVersion() throws {
    console = try ChannelSamples.console(ChannelSamples.new)
    try console.compareEarlier(with: ChannelSamples.old)
  }

  @Test("columns of an earlier version come first")
  mutating func earlierVersion() throws {
    try compareEarlierVersion()
    #expect(
      console.columns
        == ["main@beta", "cirrus.fml.yaml@beta", "main@release", "cirrus.fml.yaml@release"])
    #expect(console.message == .addedColumn("git:main"))
  }

  @Test("the changes since an earlier version are those of the open manifest")
  mutating func changesSinceEarlierVersion() throws {
    try compareEarlierVersion()
    #expect(console.sees("+ added  not in main"))
    #expect(console.sees("- removed  not in cirrus.fml.yaml"))
  }

  @Test("the cursor stays in its column when columns of an earlier version are added before it")
  mutating func cursorBesideEarlierVersion() throws {
    console = try ChannelSamples.console(ChannelSamples.new)
    console.run("next-column")
    try console.compareEarlier(with: ChannelSamples.old)
    #expect(console.matrix.selectedColumn?.title == "cirrus.fml.yaml@release")
    console.run("previous-column")
    console.press("G", "Enter")
    #expect(console.message == .onlyEarlier("main"))
  }

  @Test("the command of a comparison names its only revision, and is refused for two")
  mutating func commandOfRevisions() throws {
    console = try ChannelSamples.console(ChannelSamples.new)
    try console.compareEarlier(with: ChannelSamples.old)
    console.press("y", "c")
    #expect(try console.copied().text.contains(" --rev main --channels "))
    try console.compareEarlier(with: ChannelSamples.old, "v1")
    console.press("y", "c")
    #expect(
      console.message
        == .takesOneRevision(["main", "v1"], hide: "-").about("copy as a command line"))
  }

  @Test("marks stay on their rows when a new comparison arrives while the matrix is hidden")
  mutating func lateComparison() throws {
    console.press("=", "V", "4")
    try console.compare()
    console.press("3", "y", "j")
    let marked = [Name("kept\nsize"), Name("kept\ntitle"), Name("removed\non")]
    #expect(console.matrix.list.marked == Set(marked))
    #expect(try console.copied().text.contains("title"))
  }

  @Test("the cursor stays on its row when a reloaded manifest replaces its columns")
  mutating func readingAgain() throws {
    try console.compare()
    console.act(":filter title", "G Esc")
    try console.compare(with: ChannelSamples.new.replacing("default: a }", with: "default: z }"))
    #expect(console.message == .reloadedColumn("new.fml.yaml") && console.columns.count == 4)
    #expect(console.cellPath == "title")
    #expect(
      console.matrix.selectedRow?.cells.map(\.text) == [#""a, b""#, #""z""#, #""a, b""#, #""z""#])
  }
}
