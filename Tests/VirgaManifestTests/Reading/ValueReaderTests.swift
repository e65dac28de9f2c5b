import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Reading") struct ValueReaderTests {
  private static let manifest = """
    variables:
      rows: { description: d, type: Int, default: 5 }
      list: { description: d, type: List<Int>, default: [9] }
      cards: { description: d, type: List<Card>, default: [] }
      counts: { description: d, type: "Map<String, Int>", default: { a: 1 } }
      maybes: { description: d, type: "Map<String, Option<Int>>", default: { a: 1 } }
      levels: { description: d, type: "Map<Tone, Int>", default: { loud: 1, quiet: 0 } }
      note: { description: d, type: Option<String>, default: hi }
      card: { description: d, type: Option<Card>, default: null }
      own: { description: d, type: Card, default: { size: 2 }  }
      on: { description: d, type: Boolean, default: true, pref-key: is-on }
    """

  private static let types = """
    enums:
      Tone: { description: d, variants: { loud: { description: d }, quiet: { description: d } } }
    objects:
      Card:
        description: d
        fields:
          title: { description: d, type: String, default: none }
          size: { description: d, type: Int, default: 1 }
    """

  private func read(
    _ layers: FeatureLayers, _ text: String = Self.manifest, rest: String = Self.types,
    channel: String = "dev"
  ) throws -> MergedFeature {
    let manifest = try Sample.load(Sample.feature(text, rest: rest))
    return manifest.reading(
      of: try #require(manifest.feature("f")), channel: channel, under: layers)
  }

  private func read(_ edit: JSONValue) throws -> MergedFeature {
    try read(FeatureLayers(edit: LocatedValue(edit)))
  }

  private func layers(
    rollout: JSONObject, experiment: JSONObject, edit: JSONValue? = nil
  ) -> FeatureLayers {
    let recipes = [("slow", rollout, true), ("test", experiment, false)].map {
      slug, config, isRollout in
      Sample.recipe(
        slug, isRollout: isRollout,
        branches: [Branch(slug: "on", features: [FeatureConfig(featureID: "f", value: config)])])
    }
    let records = recipes.map { ($0.slug, EnrollmentStatus.enrolled(.qualified, branch: "on")) }
    let state = EnrollmentState(recipes: recipes, records: Dictionary(naming: records) { $1 })
    return FeatureLayers(state.effectiveFeatures()["f"], edit: edit.map { LocatedValue($0) })
  }

  @Test(
    "a value that is not of its type is the default of that place",
    arguments: [
      TestRow("a decimal is not an Int", ("rows", "7.5", "5")),
      TestRow("a decimal of a whole number is an Int", ("rows", "3.0", "3")),
      TestRow("a number beyond Int", ("rows", "1e30", "5")),
      TestRow("null is not an Int", ("rows", "null", "5")),
      TestRow("a Boolean is not an Int", ("rows", "true", "5")),
      TestRow("elements of another type are dropped", ("list", #"[1, "x", 3, null]"#, "[1,3]")),
      TestRow("an empty list stays", ("list", "[]", "[]")),
      TestRow("an object is not a list", ("list", "{}", "[9]")),
      TestRow(
        "an object of a list is completed", ("cards", "[{}, 4]", #"[{"title":"none","size":1}]"#)),
      TestRow(
        "entries of another type are dropped",
        ("counts", #"{"a": "x", "b": 2, "c": true}"#, #"{"a":1,"b":2}"#)),
      TestRow("a list is not a map", ("counts", "[]", #"{"a":1}"#)),
      TestRow(
        "a null is an entry of a map of options",
        ("maybes", #"{"a": null, "b": "x"}"#, #"{"a":null}"#)),
      TestRow(
        "a key that is not a variant is dropped",
        ("levels", #"{"loud": 3, "none such": 4}"#, #"{"loud":3,"quiet":0}"#)),
      TestRow("the null of an option with a default", ("note", "null", #""hi""#)),
      TestRow("a number is not a text", ("note", "4", #""hi""#)),
      TestRow(
        "a field of another type is its default",
        ("card", #"{"size": "big"}"#, #"{"title":"none","size":1}"#)),
      TestRow("a list is not an object", ("card", "[]", "null")),
      TestRow(
        "an unknown field is dropped",
        ("own", #"{"title": "t", "size": null, "colour": 1}"#, #"{"title":"t","size":2}"#)),
    ])
  func values(_ row: TestRow<(String, String, String)>) throws {
    let (name, sent, wanted) = row.values
    let value = try #require(try read([name: try JSONValue.parse(sent)])[name])
    #expect(value.json == (try JSONValue.parse(wanted)))
  }

  @Test(
    "an experiment's value of the wrong type selects the manifest's default, not the rollout's value"
  )
  func wrongTypeOverRollout() throws {
    let reading = try read(layers(rollout: ["rows": 6], experiment: ["rows": JSONValue(7.5)]))
    let rows = try #require(reading["rows"])
    #expect(rows.json == 5)
    #expect(rows.layer == .variableDefault)
    #expect(rows.history.map(\.state) == [.effective, .overridden, .ignored("7.5 is not an Int")])
    #expect(rows.history.overridden.isEmpty)
    #expect(
      rows.history.map(\.layer.title) == [
        "variable default", "rollout slow/on", "experiment test/on",
      ])
    #expect(
      rows.history.sentence(ignoring: "7.5 is not an Int")
        == "7.5 is not an Int; apps use the default 5")
  }

  /// The rows of an edit over an experiment of the wrong type.
  private func rowsOverWrongType() throws -> MergedValue {
    let layers = layers(
      rollout: ["rows": 6], experiment: ["rows": JSONValue(7.5)], edit: ["rows": 9])
    return try #require(try read(layers)["rows"])
  }

  @Test("a layer of the wrong type below an edit is ignored") func wrongTypeBelowEdit() throws {
    let rows = try rowsOverWrongType()
    #expect(rows.json == 9)
    #expect(rows.history.ignored.map(\.entry.layer.title) == ["experiment test/on"])
  }

  @Test("apps read the default before an edit over a layer of the wrong type")
  func valueBeforeEdit() throws {
    #expect(try rowsOverWrongType().history.highestLowerValue(differingFrom: 9)?.value == 5)
  }

  @Test("a value that replaces an object of the default is ignored by each of its fields")
  func scalarOverObject() throws {
    let own = try #require(try read(["own": 4])["own"])
    #expect(own.json == ["title": "none", "size": 2])
    #expect(own["size"]?.history.ignored.map(\.reason) == ["4 is not an object"])
    #expect(own["title"]?.layer == .objectDefault)
  }

  @Test("a null without a value below it is ignored")
  func idleNull() throws {
    #expect(
      try read(["note": .null])["note"]?.history.ignored.map(\.reason) == ["a null has no effect"])
  }

  @Test("a null removes the value below it")
  func hidingNull() throws {
    let hidden = try read(layers(rollout: ["note": "r"], experiment: ["note": .null]))["note"]
    #expect(hidden?.json == "hi")
    #expect(hidden?.history.removed.map(\.value) == ["r", .null])
  }

  @Test("objects of a list know which fields come from the definition")
  func listElements() throws {
    let cards = try #require(try read(["cards": [["size": 3]]])["cards"])
    let first = try #require(cards.readElements?.first)
    #expect(first["size"]?.layer == .edit)
    #expect(first["title"]?.layer == .objectDefault)
  }

  @Test("an app setting of another kind is ignored")
  func setting() throws {
    let on = try #require(try read(FeatureLayers(preferences: ["is-on": "no"]))["on"])
    #expect(on.json == true)
    #expect(on.history.ignored.map(\.reason) == ["\"no\" is not a Boolean"])
    #expect(try read(FeatureLayers(preferences: ["is-on": false]))["on"]?.json == false)
  }

  @Test("a default that does not fit gives way to the one below it")
  func brokenDefault() throws {
    let text = """
      variables:
        on: { description: d, type: Boolean, default: true }
        tone: { description: d, type: Tone, default: none such }
      defaults:
        - { channel: dev, value: { on: bogus } }
      """
    let reading = try read(FeatureLayers(), text)
    #expect(reading["on"]?.json == true)
    #expect(reading["on"]?.history.ignored.map(\.reason) == ["\"bogus\" is not a Boolean"])
    #expect(reading["tone"]?.isEffective == false)
    let prod = try read(FeatureLayers(), text, channel: "prod")
    #expect(prod["on"]?.history.ignored.isEmpty == true)
  }

  @Test("defaults that contain themselves without end are left as they are written")
  func endless() throws {
    let text = """
      variables:
        limb: { description: d, type: Option<Limb>, default: {} }
        many: { description: d, type: List<Wide0>, default: [{}] }
      """
    let wide = (0..<20).map { level in
      let fields = ["a", "b"].map {
        "\($0): { description: d, type: List<Wide\(level + 1)>, default: [{}, {}] }"
      }
      return "  Wide\(level): { description: d, fields: { \(fields.joined(separator: ", ")) } }"
    }
    let rest = """
      objects:
        Limb: { description: d, fields: { next: { description: d, type: Option<Limb>, default: {} } } }
        Wide20: { description: d, fields: { end: { description: d, type: Int, default: 1 } } }
      \(wide.joined(separator: "\n"))
      """
    let reading = try read(FeatureLayers(), text, rest: rest)
    #expect(reading["limb"]?.json == [:] || reading["limb"]?.json == ["next": [:]])
    #expect(JSONValue.object(reading.json).compact.utf8.count < 1_000_000)
    let manifest = try Sample.load(Sample.feature(text, rest: rest))
    let endless = manifest.problems.filter { $0.code == "endless-default" }
    #expect(endless.contains { $0.path == "objects/Limb" && $0.severity == .warning })
    #expect(endless.contains { $0.path.hasPrefix("objects/Wide") })
    #expect(!endless.contains { $0.path == "objects/Wide20" })
  }

  @Test("what is sent has nulls and values of any type, over completed defaults")
  func sent() throws {
    let manifest = try Sample.load(Sample.feature(Self.manifest, rest: Self.types))
    let layers = FeatureLayers(edit: LocatedValue(["rows": "x", "note": .null, "cards": [[:]]]))
    let sent = manifest.sent(try #require(manifest.feature("f")), channel: "dev", under: layers)
    #expect(sent["rows"] == "x")
    #expect(sent["note"] == .null)
    #expect(sent["cards"] == [[:]])
    #expect(sent["own"] == ["title": "none", "size": 2])
  }
}
