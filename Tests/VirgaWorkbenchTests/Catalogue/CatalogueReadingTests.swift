import Testing
import VirgaFlags
import VirgaJSON
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@Suite("Reading a flag catalogue") struct CatalogueReadingTests {
  @Test("every kind and key is read")
  func everything() throws {
    let catalogue = Self.read(
      """
      debug-channels: [nightly]
      flags:
      - id: shareText
        feature: share
        path: text.enabled
        preference-key: ShareUserPrefsKey
        preference-default: false
      - id: startAtHome
        kind: options
        feature: start
        path: setting
        off: disabled
        options: [always, disabled]
        preference-key: StartUserPrefsKey
      - id: startsAtHome
        feature: start
        path: setting
        off: disabled
        debug-key: null
      - id: feltDeletion
        feature: privacy
        all: [{ path: deletion }, { path: simple, feature: other }]
        debug-key: feltKey
      - id: useMockData
        channels: [developer]
      - id: Dark roast
        kind: flag
        preference-key: roast
      """)
    #expect(catalogue.problems == [])
    #expect(catalogue.debugChannels == ["nightly"])
    #expect(catalogue.flags.map(\.kind) == [.bool, .options, .bool, .bool, .core, .flag])
    #expect(
      catalogue.flags.map(\.debugKey) == ["shareTextDebugKey", nil, nil, "feltKey", nil, nil])
    #expect(catalogue.flags[0].reading == .boolean(FeaturePath("share", ["text", "enabled"])))
    #expect(catalogue.flags[0].preferenceDefault == false)
    #expect(catalogue.flags[1].reading == .option(FeaturePath("start", ["setting"])))
    #expect(catalogue.flags[1].options == ["always", "disabled"])
    #expect(
      catalogue.flags[2].reading == .notOff(FeaturePath("start", ["setting"]), off: "disabled"))
    #expect(
      catalogue.flags[3].reading
        == .all([FeaturePath("privacy", ["deletion"]), FeaturePath("other", ["simple"])]))
    #expect(catalogue.flags[3].variable == "deletion & other/simple")
    #expect(catalogue.flags[4].channels == ["developer"])
    #expect(catalogue.flags[0].location?.description == "flags.yaml:3:7")
  }

  @Test(
    "an unreadable text is not also reported as having no flags",
    arguments: [
      ("flags.yaml", "!foo", "unknown-tag"), ("flags.yaml", "!foo {flags: []}", "unknown-tag"),
      ("flags.json", "{", "json-unclosed"),
      ("flags.json", #"{"features": 1e999}"#, "json-number-range"),
      ("flags.json", #"{"flags": 1e999}"#, "json-number-range"),
      ("flags.json", "1e999", "json-number-range"),
      ("flags.yaml", "flags: !foo []", "unknown-tag"), ("flags.json", "{}", "no-flags"),
    ])
  func unreadable(_ name: String, _ text: String, _ code: Problem.Code) {
    let files = FlagFiles([SourceText(name: name, text: text)])
    #expect(files.catalogue(with: nil).problems.map(\.code) == [code])
  }

  @Test("a written catalogue is read back unchanged")
  func writing() throws {
    let manifest = Sample.manifest
    let catalogue = FlagCatalogue.joined(manifest: manifest)
    let text = JSONValue.object(catalogue.json).pretty()
    let read = FlagCatalogue.read(SourceText(name: "flags.json", text: text))
    #expect(read.problems == [])
    let again = FlagCatalogue.joined(files: [read], manifest: manifest)
    #expect(again.problems == [])
    func plain(_ rows: [FlagDefinition]) -> [FlagDefinition] {
      rows.map { row in
        var row = row
        row.source = .file
        row.location = nil
        return row
      }
    }
    #expect(plain(again.flags) == plain(catalogue.flags))
  }

  static let mistakes: [(code: String, text: MarkedText)] = [
    ("no-flags", MarkedText("‸rows: []\n")),
    ("no-flags", MarkedText("flags: ‸none\n")),
    ("flag-type", MarkedText("flags:\n- ‸dinner\n")),
    ("missing-flag-id", MarkedText("flags:\n- ‸feature: f\n  path: a\n")),
    ("unknown-flag-kind", MarkedText("flags:\n- id: a\n  kind: ‸boolean\n")),
    (
      "unknown-flag-key", MarkedText("flags:\n- id: a\n  feature: f\n  path: a\n  ‸preference: x\n")
    ),
    ("repeated-flag", MarkedText("flags:\n- {id: a, channels: []}\n- {id: ‸a, channels: []}\n")),
    ("missing-flag-feature", MarkedText("flags:\n- ‸id: a\n  path: a\n")),
    ("missing-flag-path", MarkedText("flags:\n- ‸id: a\n  feature: a\n")),
    ("flag-path", MarkedText("flags:\n- id: a\n  feature: a\n  path: ‸'a[b'\n")),
    ("flag-type", MarkedText("flags:\n- id: a\n  channels: ‸beta\n")),
    ("flag-key-unused", MarkedText("flags:\n- id: a\n  channels: []\n  ‸off: x\n")),
    (
      "unknown-flag-option",
      MarkedText("flags:\n- id: a\n  feature: f\n  path: p\n  options: [x]\n  off: ‸y\n")
    ),
  ]

  @Test("an error is reported at its position", arguments: mistakes.indices)
  func mistake(_ index: Int) {
    let (code, text) = Self.mistakes[index]
    let problems = FlagCatalogue.read(SourceText(name: "flags.yaml", text: text.text)).problems
    #expect(problems.map(\.code.description) == [code])
    #expect(problems.first?.location?.range.start == text.ranges.first?.start)
  }

  @Test(
    "YAML without flags is not a configuration", arguments: ["features:\n  a: 1\n", "- name: a\n"])
  func yaml(_ text: String) {
    let files = FlagFiles([SourceText(name: "flags.yaml", text: text)])
    #expect(files.catalogues.flatMap(\.problems).map(\.code.description) == ["no-flags"])
    #expect(files.problems.isEmpty && files.configured.isEmpty)
  }

  static func read(_ text: String) -> FlagCatalogue {
    FlagCatalogue.read(SourceText(name: "flags.yaml", text: text))
  }

  @Test(
    "a configuration that is not JSON is one problem",
    arguments: [
      (
        "flags.yaml", "no-flags",
        "Write a configuration with `features` as JSON, or name the list of a catalogue `flags`"
      ),
      ("flags.json", "json-bare-word", "`features` is not a JSON value; put text in double quotes"),
    ])
  func configurationInYAML(_ name: String, _ code: String, _ message: String) {
    var files = FlagFiles()
    files.add(SourceText(name: name, text: "features: []\n"))
    let problems = files.catalogue(with: nil).problems
    #expect(problems.map(\.code.description) == [code])
    #expect(problems.map(\.message) == [message])
  }
}
