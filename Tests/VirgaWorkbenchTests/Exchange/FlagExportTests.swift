import Testing
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@Suite("Flags exported for OpenFeature")
struct FlagExportTests {
  private static let menu = FlagDefinition(
    "menu", .bool, reading: .boolean(FeaturePath("app-menu", ["enabled"]))
  ) {
    $0.description = "Is there a menu?"
    $0.preferenceKey = "MenuUserPrefsKey"
  }
  private static let start = FlagDefinition(
    "start", .options, reading: .option(FeaturePath("share", ["start"]))
  ) {
    $0.options = ["always", "disabled"]
    $0.offOption = "disabled"
  }
  private static let mock = FlagDefinition("mock", .core) { $0.channels = ["nightly"] }

  private static func test(
    _ name: String, _ kind: FlagKind, _ variations: [Variation], weights: [Double]? = nil
  ) -> ConfiguredFlag {
    var test = ConfiguredFlag(name: name, kind: kind, isEnabled: true)
    test.variations = variations
    test.weights = VariationWeights(weights, count: variations.count)
    return test
  }

  private static let colour = test("Colour", .ab, ["Red", "Green"], weights: [80, 20])
  private static let milk = test("Milk", .featureAB, ["Off", "On"], weights: [87.5, 12.5])
  private static let size = test("Size", .mvt, ["S", "M", "L"])

  static let splits: [TestRow<(ConfiguredFlag, JSONValue)>] = [
    TestRow("whole percentages", (colour, [["Red", 80], ["Green", 20]])),
    TestRow("eighths, of a test of a feature", (milk, [["off", 7], ["on", 1]])),
    TestRow("equal shares", (size, [["S", 1], ["M", 1], ["L", 1]])),
  ]

  /// The flags of the sample in the channel nightly, together with configured ones.
  private static func flags(
    _ definitions: [FlagDefinition] = [], configured: [ConfiguredFlag] = [],
    entries: [EntryKey: JSONValue] = [:]
  ) -> SessionFlags {
    SessionFlags(
      FlagCatalogue(definitions + configured.map { FlagDefinition($0) }), configured: configured,
      manifest: Sample.manifest, session: Session(entries: entries), channel: "nightly")
  }

  /// What a session changes: the user switches the menu off, an edit sets the start, a developer
  /// chooses a color.
  private static let changes: [EntryKey: JSONValue] = [
    EntryKey(.preference, "MenuUserPrefsKey"): false,
    EntryKey(.edit, "share"): ["start": "disabled"],
    EntryKey(.debug, "Colour"): "Green",
  ]

  private static let changed = flags(
    [menu, start, mock], configured: [colour, milk], entries: changes)

  @Test("the flag manifest has types, descriptions and the defaults of the build")
  func manifest() {
    let export = FlagExport(Self.changed, as: .openFeature)
    #expect(export.omissions == [])
    let expected: JSONValue = [
      "menu": [
        "flagType": "boolean", "defaultValue": true, "description": "Is there a menu?",
      ],
      "start": ["flagType": "string", "defaultValue": "always"],
      "mock": ["flagType": "boolean", "defaultValue": true],
      "Colour": ["flagType": "string", "defaultValue": "Disabled"],
      "Milk": ["flagType": "boolean", "defaultValue": false],
    ]
    #expect(export.json["flags"] == expected)
  }

  @Test("flagd serves what the session has")
  func session() {
    let export = FlagExport(Self.changed, as: .flagd)
    #expect(export.omissions == [])
    let flags = export.json["flags"]
    let menu: JSONValue = [
      "state": "ENABLED", "variants": ["on": true, "off": false], "defaultVariant": "off",
      "metadata": ["description": "Is there a menu?"],
    ]
    #expect(flags?["menu"] == menu)
    let start: JSONValue = [
      "state": "ENABLED", "variants": ["always": "always", "disabled": "disabled"],
      "defaultVariant": "disabled",
    ]
    #expect(flags?["start"] == start)
    #expect(flags?["mock"]?["defaultVariant"] == "on")
    let colour: JSONValue = [
      "state": "ENABLED", "variants": ["Red": "Red", "Green": "Green"], "defaultVariant": "Green",
    ]
    #expect(flags?["Colour"] == colour)
  }

  @Test(
    "flagd splits a test by its weights, as whole numbers in their proportion",
    arguments: FlagExportTests.splits)
  func split(_ row: TestRow<(ConfiguredFlag, JSONValue)>) {
    let (test, shares) = row.values
    let export = FlagExport(Self.flags(configured: [test]), as: .flagd)
    #expect(export.json["flags"]?[test.name]?["targeting"] == ["fractional": shares])
  }

  @Test("flagd splits a test by the weights of the session")
  func weightsOfSession() {
    let flags = Self.flags(
      configured: [Self.colour], entries: [EntryKey(.weights, "Colour"): [50, 50]])
    let shares: JSONValue = [["Red", 50], ["Green", 50]]
    let export = FlagExport(flags, as: .flagd)
    #expect(export.json["flags"]?["Colour"]?["targeting"]?["fractional"] == shares)
  }

  @Test("flagd gives everybody the variation of a draw that the session or the file chose")
  func chosenDraw() {
    var fixed = Self.colour
    fixed.drawInFile = 90
    let drawn = [EntryKey(.draw, "Colour"): JSONValue(90.0)]
    for flags in [
      Self.flags(configured: [fixed]), Self.flags(configured: [Self.colour], entries: drawn),
    ] {
      let colour = FlagExport(flags, as: .flagd).json["flags"]?["Colour"]
      #expect(colour?["defaultVariant"] == "Green")
      #expect(colour?["targeting"] == nil)
    }
  }

  @Test("a test that is off gives everybody Disabled, which is one of its variants")
  func testThatIsOff() {
    var off = Self.colour
    off.isEnabled = false
    let colour = FlagExport(Self.flags(configured: [off]), as: .flagd).json["flags"]?["Colour"]
    #expect(colour?["defaultVariant"] == "Disabled")
    #expect(colour?["variants"]?["Disabled"] == "Disabled")
    #expect(colour?["targeting"] == nil)
  }

  @Test("a flag that a format cannot have is left out with the reason")
  func omissions() {
    let unknown = FlagDefinition("unknown", .options, reading: .option(FeaturePath("no", ["a"])))
    var known = unknown
    known.id = "known"
    known.options = ["a", "b"]
    let nameless = ConfiguredFlag(name: "", isEnabled: true)
    let flags = Self.flags([unknown, known], configured: [nameless])

    let manifest = FlagExport(flags, as: .openFeature)
    #expect(manifest.json["flags"] == [:])
    #expect(
      manifest.omissions == [
        "`unknown` is left out: the build has no value for it",
        "`known` is left out: the build has no value for it",
        "`` is left out: its id is empty or has several lines",
      ])
    let flagd = FlagExport(flags, as: .flagd)
    let variants: JSONValue = ["a": "a", "b": "b"]
    let exported: JSONValue = [
      "known": ["state": "ENABLED", "variants": variants, "defaultVariant": .null]
    ]
    #expect(flagd.json["flags"] == exported)
    #expect(
      flagd.omissions == [
        "`unknown` is left out: it has no options and no value",
        "`` is left out: its id is empty or has several lines",
      ])
  }

  @Test("both documents match the published schemas, whatever kinds of flags a session has")
  func schemas() {
    let configured = FlagConfiguration(coffeeFlags).flags
    let catalogue = FlagCatalogue.joined(manifest: Sample.manifest, configured: configured)
    let all = SessionFlags(
      catalogue, configured: configured, manifest: Sample.manifest, session: Session(),
      channel: "nightly")
    let kinds = Set(catalogue.flags.map(\.kind))
    #expect(kinds.count >= 6)
    for flags in [all, Self.changed] {
      let manifest = FlagExport(flags, as: .openFeature)
      #expect(OpenFeatureSchemas.manifest.accepts(.object(manifest.json)))
      #expect(manifest.json["$schema"]?.stringValue?.hasSuffix("/v0/flag-manifest.json") == true)
      let flagd = FlagExport(flags, as: .flagd)
      #expect(OpenFeatureSchemas.flagd.accepts(.object(flagd.json)))
      #expect(flagd.json["$schema"] == "https://flagd.dev/schema/v0/flags.json")
    }
  }

  @Test(
    "the default variant of flagd is one of the variants, and each share names one")
  func variantNames() {
    let flags = FlagExport(Self.changed, as: .flagd).json["flags"]?.objectValue ?? [:]
    #expect(flags.count == 5)
    for (id, flag) in flags {
      let names = Set(flag["variants"]?.objectValue?.keys ?? [])
      let shares = flag["targeting"]?["fractional"]?.arrayValue ?? []
      #expect(names.isSuperset(of: shares.compactMap { $0[0]?.stringValue }), "\(id)")
      let defaultVariant = flag["defaultVariant"]?.stringValue
      #expect(defaultVariant.map(names.contains) == true, "\(id)")
    }
  }

  @Test(
    "our copies of the schemas refuse what the published ones refuse",
    arguments: [
      TestRow("a manifest without flags", ("{}", true)),
      TestRow(
        "a type of its own",
        (#"{"flags": {"a": {"flagType": "flag", "defaultValue": true}}}"#, true)),
      TestRow(
        "a default of another type",
        (#"{"flags": {"a": {"flagType": "boolean", "defaultValue": "on"}}}"#, true)),
      TestRow("no default", (#"{"flags": {"a": {"flagType": "boolean"}}}"#, true)),
      TestRow(
        "an empty key", (#"{"flags": {"": {"flagType": "boolean", "defaultValue": true}}}"#, true)),
      TestRow("an unknown state", (#"{"flags": {"a": {"state": "on"}}}"#, false)),
      TestRow("no state", (#"{"flags": {"a": {"variants": {"on": true}}}}"#, false)),
      TestRow(
        "variants of two types",
        (#"{"flags": {"a": {"state": "ENABLED", "variants": {"on": true, "off": "no"}}}}"#, false)),
      TestRow(
        "a share that is not whole",
        (
          #"{"flags": {"a": {"state": "ENABLED", "targeting": {"fractional": [["on", 2.5], ["off", 1]]}}}}"#,
          false
        )),
    ])
  func copies(_ row: TestRow<(String, Bool)>) throws {
    let (text, isManifest) = row.values
    let schema = isManifest ? OpenFeatureSchemas.manifest : OpenFeatureSchemas.flagd
    #expect(!schema.accepts(try JSONValue.parse(text)))
  }
}
