import Testing
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@Suite("Joined flags of manifest, files and configuration") struct CatalogueMergerTests {
  @Test("every Boolean and enum of a feature is a flag") func derived() {
    let catalogue = FlagCatalogue.joined(manifest: Sample.manifest)
    #expect(
      catalogue.flags.map(\.id) == [
        "appMenuEnabled", "appMenuSectionsBookmarks", "appMenuSectionsSettings", "shareExtraAB",
        "shareExtraMore",
        "shareIsTreatmentA", "shareItemBold", "shareStart",
      ])
    #expect(catalogue.problems == [])
  }

  @Test("an enum is a flag with options") func derivedOptions() {
    let catalogue = FlagCatalogue.joined(manifest: Sample.manifest)
    #expect(catalogue["shareStart"]?.kind == .options)
    #expect(catalogue["shareStart"]?.options == ["always", "disabled"])
  }

  @Test("the keys of a derived flag contain its ID") func derivedKeys() {
    let catalogue = FlagCatalogue.joined(manifest: Sample.manifest)
    #expect(catalogue["appMenuEnabled"]?.preferenceKey == "appMenuEnabledUserPrefsKey")
    #expect(catalogue["appMenuEnabled"]?.debugKey == "appMenuEnabledDebugKey")
  }

  @Test("a derived flag has the description of its value") func derivedDescriptions() {
    let catalogue = FlagCatalogue.joined(manifest: Sample.manifest)
    #expect(catalogue["appMenuEnabled"]?.description == "Is it on?")
    #expect(catalogue["appMenuSectionsSettings"]?.description == "Settings.")
  }

  @Test("a file's flag replaces the derived one that reads the same value")
  func replaced() throws {
    let catalogue = try Self.joined(
      MarkedText("flags:\n- {id: menu, feature: app-menu, path: enabled}\n"))
    #expect(catalogue.flags.first?.id == "menu")
    #expect(catalogue["appMenuEnabled"] == nil)
    #expect(catalogue.flags.count == 8)
  }

  @Test("a file's flag keeps its ID if a derived flag has the same")
  func sameID() throws {
    let catalogue = try Self.joined(
      MarkedText("flags:\n- {id: appMenuEnabled, channels: [beta]}\n"))
    #expect(catalogue["appMenuEnabled"]?.kind == .core)
    #expect(catalogue["app-menu/enabled"]?.kind == .bool)
  }

  static let mistakes: [TestRow<(code: String, hint: String?, text: MarkedText)>] = [
    TestRow(
      "a misspelled feature",
      (
        "unknown-flag-feature", "did you mean `app-menu`?",
        MarkedText("flags:\n- id: a\n  feature: ‸app-menus\n  path: enabled\n")
      )),
    TestRow(
      "a misspelled variable",
      (
        "unknown-flag-variable", "did you mean `enabled`?",
        MarkedText("flags:\n- id: a\n  feature: app-menu\n  path: ‸enable\n")
      )),
    TestRow(
      "a misspelled entry of a map",
      (
        "unknown-flag-variable", "did you mean `bookmarks`?",
        MarkedText("flags:\n- id: a\n  feature: app-menu\n  path: ‸sections.bookmark\n")
      )),
    TestRow(
      "a field of an integer",
      (
        "unknown-flag-variable", nil,
        MarkedText("flags:\n- id: a\n  feature: app-menu\n  path: ‸rows.a\n")
      )),
    TestRow(
      "an integer",
      ("unreadable-flag", nil, MarkedText("flags:\n- id: a\n  feature: app-menu\n  path: ‸rows\n"))),
    TestRow(
      "an enum without an option for off",
      (
        "unreadable-flag",
        "name the option that means off with `off`, or make the flag's kind `options`",
        MarkedText("flags:\n- id: a\n  feature: share\n  path: ‸start\n")
      )),
    TestRow(
      "options of a Boolean",
      (
        "unreadable-flag", nil,
        MarkedText("flags:\n- id: a\n  kind: options\n  feature: app-menu\n  path: ‸enabled\n")
      )),
    TestRow(
      "a misspelled option for off",
      (
        "unknown-flag-option", "did you mean `disabled`?",
        MarkedText("flags:\n- id: ‸a\n  feature: share\n  path: start\n  off: disable\n")
      )),
    TestRow(
      "a preference key that two flags have",
      (
        "shared-preference-key", nil,
        MarkedText(
          "flags:\n- {id: a, feature: app-menu, path: enabled, preference-key: k}\n"
            + "- {id: ‸b, feature: share, path: item.bold, preference-key: k}\n")
      )),
    TestRow(
      "a misspelled configured flag",
      (
        "unknown-configured-flag", "did you mean `Dark roast`?",
        MarkedText("flags:\n- {id: ‸Dark roost, kind: flag}\n")
      )),
  ]

  @Test(
    "an entry that does not match the manifest is reported at its position",
    arguments: mistakes)
  func mistake(_ row: TestRow<(code: String, hint: String?, text: MarkedText)>) throws {
    let (code, hint, text) = row.values
    let configured = [ConfiguredFlag(name: "Dark roast")]
    let problems = try Self.joined(text, configured: configured).problems
    #expect(problems.map(\.code.description) == [code])
    #expect(problems.first?.hint == hint)
    #expect(problems.first?.location?.range.start == text.ranges.first?.start)
  }

  @Test("deeply nested types yield flags for their first values, with a warning")
  func tower() throws {
    let floors = (0..<40).map { floor in
      let type =
        floor == 39 ? "Boolean" : floor % 2 == 0 ? "O\(floor + 1)" : "Option<O\(floor + 1)>"
      let start = floor == 39 ? "true" : floor % 2 == 0 ? "{}" : "null"
      let fields = ["a", "b"].map { "\($0): { description: d, type: \(type), default: \(start) }" }
      return "  O\(floor): { description: d, fields: { \(fields.joined(separator: ", ")) } }\n"
    }
    let text = """
      channels: [release]
      features:
        high:
          description: d
          variables: { tower: { description: d, type: Option<O0>, default: null } }
        low:
          description: d
          variables: { on: { description: d, type: Boolean, default: true } }
      objects:

      """ + floors.joined()
    let catalogue = FlagCatalogue.joined(manifest: try Sample.load(text))
    #expect(catalogue.problems.map(\.code.description) == ["too-many-flags"])
    #expect(catalogue.problems.first?.path == "features/high")
    #expect(catalogue.problems.first?.location?.range.start.line == 3)
    // The flags of the tower, and the one of the other feature.
    #expect((500...2_001).contains(catalogue.flags.count))
    #expect(catalogue["lowOn"]?.kind == .bool)
  }

  @Test(
    "a map of exactly as many values as are visited has no more of them",
    arguments: [(2_000, 0), (2_001, 1)])
  func exactLimit(_ count: Int, _ problems: Int) throws {
    let entries = (0..<count).map { "k\($0): true" }.joined(separator: ", ")
    let text = """
      channels: [release]
      features:
        wide:
          description: d
          variables:
            map: { description: d, type: 'Map<String, Boolean>', default: { \(entries) } }
            last: { description: d, type: Boolean, default: true }
      """
    let catalogue = FlagCatalogue.joined(manifest: try Sample.load(text))
    #expect(catalogue.problems.count == problems)
    #expect(catalogue.flags.count == 2_001)
    #expect(catalogue["wideLast"] != nil)
  }

  @Test("flags with the same name are prefixed with their source")
  func clash() throws {
    let configured = [
      ConfiguredFlag(name: "appMenuEnabled", kind: .ab), ConfiguredFlag(name: "Cup"),
    ]
    let catalogue = FlagCatalogue.joined(manifest: Sample.manifest, configured: configured)
    #expect(catalogue.problems.map(\.code.description) == ["flag-clash"])
    #expect(catalogue["appMenuEnabled"] == nil)
    #expect(catalogue["manifest:appMenuEnabled"]?.kind == .bool)
    #expect(catalogue["configuration:appMenuEnabled"]?.storedName == "appMenuEnabled")
    #expect(catalogue["Cup"]?.storedName == "Cup")
  }

  @Test("a file can give a configured flag a preference")
  func configuredPreference() throws {
    let catalogue = try Self.joined(
      MarkedText("flags:\n- {id: Dark roast, kind: flag, preference-key: roast}\n"),
      configured: [ConfiguredFlag(name: "Dark roast")])
    #expect(catalogue["Dark roast"]?.preferenceKey == "roast")
    #expect(catalogue.problems == [])
  }

  @Test("a stored value without a flag is an orphan")
  func orphans() throws {
    let catalogue = FlagCatalogue.joined(manifest: Sample.manifest)
    var session = Session()
    for key in [
      EntryKey(.preference, "appMenuEnabledUserPrefsKey"),
      EntryKey(.debug, "appMenuEnabledDebugKey"),
    ] {
      session.set(key, to: true)
    }
    let gone = [EntryKey(.preference, "old"), EntryKey(.debug, "gone")]
    for key in gone { session.set(key, to: true) }
    #expect(session.flagOrphans(in: catalogue, manifest: nil) == gone)
    #expect(
      gone.map(\.problemOfOrphan.code.description) == [
        "preference-without-flag", "debug-key-without-flag",
      ])
  }

  @Test("a build value is read at its path")
  func buildValues() throws {
    let manifest = Sample.manifest
    func build(_ reading: BuildValueSource, _ channel: String) -> FlagBuildValue {
      reading.buildValue { id, name in
        manifest.feature(id).flatMap { manifest.merged($0, channel: channel)[name] }
      }
    }
    let enabled = build(.boolean(FeaturePath("app-menu", ["sections", "bookmarks"])), "nightly")
    #expect(enabled.value == .on)
    #expect(enabled.layer == .manifestDefault(channels: ["nightly"]))
    #expect(enabled.location?.range.start.line == 14)
    #expect(
      build(.boolean(FeaturePath("app-menu", ["sections", "bookmarks"])), "release").value == .off)
    #expect(build(.boolean(FeaturePath("share", ["item", "bold"])), "release").value == .on)
    #expect(build(.boolean(FeaturePath("share", ["extra", "more"])), "nightly").value == .off)
    #expect(
      build(.boolean(FeaturePath("share", ["extra", "more"])), "nightly").layer == .variableDefault)
    #expect(build(.boolean(FeaturePath("app-menu", ["rows"])), "release") == .missing)
    #expect(build(.boolean(FeaturePath("share", ["is_treatment-a"])), "release") == .missing)
    #expect(build(.boolean(FeaturePath("nowhere", ["enabled"])), "release") == .missing)
    #expect(build(.option(FeaturePath("share", ["start"])), "release").value == .option("always"))
    #expect(build(.notOff(FeaturePath("share", ["start"]), off: "always"), "release").value == .off)
    let both: [FeaturePath] = [
      FeaturePath("app-menu", ["sections", "bookmarks"]), FeaturePath("share", ["item", "bold"]),
    ]
    #expect(build(.all(both), "nightly").value == .on)
    #expect(build(.all(both), "release").value == .off)
  }

  static func joined(
    _ text: MarkedText, configured: [ConfiguredFlag] = []
  ) throws(Problems) -> FlagCatalogue {
    let file = FlagCatalogue.read(SourceText(name: "flags.yaml", text: text.text))
    return FlagCatalogue.joined(files: [file], manifest: Sample.manifest, configured: configured)
  }
}
