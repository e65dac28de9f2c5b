import Testing
import VirgaFlags
import VirgaJSON
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@Suite("Reading a flag catalogue") struct FlagFilesTests {
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
      TestRow("an unknown tag", ("flags.yaml", "!foo", "unknown-tag")),
      TestRow("an unknown tag before an object", ("flags.yaml", "!foo {flags: []}", "unknown-tag")),
      TestRow("a bracket that is not closed", ("flags.json", "{", "json-unclosed")),
      TestRow(
        "a number in place of features",
        ("flags.json", #"{"features": 1e999}"#, "json-number-range")),
      TestRow(
        "a number in place of flags", ("flags.json", #"{"flags": 1e999}"#, "json-number-range")),
      TestRow("a number alone", ("flags.json", "1e999", "json-number-range")),
      TestRow("an unknown tag before a list", ("flags.yaml", "flags: !foo []", "unknown-tag")),
      TestRow("only an empty object has no flags", ("flags.json", "{}", "no-flags")),
    ] as [TestRow<(String, String, Problem.Code)>])
  func unreadable(_ row: TestRow<(String, String, Problem.Code)>) {
    let (name, text, code) = row.values
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

  static let mistakes: [TestRow<(code: String, text: MarkedText)>] = [
    TestRow("no list of flags", ("no-flags", MarkedText("‸rows: []\n"))),
    TestRow("flags that are a word", ("no-flags", MarkedText("flags: ‸none\n"))),
    TestRow("a flag that is a word", ("flag-type", MarkedText("flags:\n- ‸dinner\n"))),
    TestRow(
      "a flag without an id", ("missing-flag-id", MarkedText("flags:\n- ‸feature: f\n  path: a\n"))),
    TestRow(
      "an unknown kind", ("unknown-flag-kind", MarkedText("flags:\n- id: a\n  kind: ‸boolean\n"))),
    TestRow(
      "an unknown key",
      (
        "unknown-flag-key",
        MarkedText("flags:\n- id: a\n  feature: f\n  path: a\n  ‸preference: x\n")
      )),
    TestRow(
      "a second flag with the id",
      ("repeated-flag", MarkedText("flags:\n- {id: a, channels: []}\n- {id: ‸a, channels: []}\n"))),
    TestRow(
      "a path without a feature",
      ("missing-flag-feature", MarkedText("flags:\n- ‸id: a\n  path: a\n"))),
    TestRow(
      "a feature without a path",
      ("missing-flag-path", MarkedText("flags:\n- ‸id: a\n  feature: a\n"))),
    TestRow(
      "a path with a syntax error",
      ("flag-path", MarkedText("flags:\n- id: a\n  feature: a\n  path: ‸'a[b'\n"))),
    TestRow(
      "channels that are a word", ("flag-type", MarkedText("flags:\n- id: a\n  channels: ‸beta\n"))),
    TestRow(
      "a key that the kind does not use",
      ("flag-key-unused", MarkedText("flags:\n- id: a\n  channels: []\n  ‸off: x\n"))),
    TestRow(
      "an option that is not among the options",
      (
        "unknown-flag-option",
        MarkedText("flags:\n- id: a\n  feature: f\n  path: p\n  options: [x]\n  off: ‸y\n")
      )),
  ]

  @Test("an error is reported at its position", arguments: mistakes)
  func mistake(_ row: TestRow<(code: String, text: MarkedText)>) {
    let (code, text) = row.values
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
      TestRow(
        "in a YAML file",
        (
          "flags.yaml", "no-flags",
          "Write a configuration with `features` as JSON, or name the list of a catalogue `flags`"
        )),
      TestRow(
        "in a JSON file",
        (
          "flags.json", "json-bare-word",
          "`features` is not a JSON value; put text in double quotes"
        )),
    ])
  func configurationInYAML(_ row: TestRow<(String, String, String)>) {
    let (name, code, message) = row.values
    var files = FlagFiles()
    files.add(SourceText(name: name, text: "features: []\n"))
    let problems = files.catalogue(with: nil).problems
    #expect(problems.map(\.code.description) == [code])
    #expect(problems.map(\.message) == [message])
  }
}
