import Testing
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

/// Input on which other readers of manifests crash, or which they hide or get wrong.
@Suite("Manifests that other readers get wrong") struct StumblingBlockTests {
  private func errors(_ manifest: Manifest) -> [String] {
    (manifest.problems + manifest.problems(in: "dev")).filter { $0.severity == .error }.map {
      "\($0.code)"
    }
  }

  @Test("null counts as an empty list or map")
  func nullIsEmpty() throws {
    let keys = ["documentation", "contacts", "events", "defaults", "examples"].map { "    \($0):" }
    let tops = ["imports", "includes", "enums", "objects", "types"].map { "\($0):" }
    let text =
      "channels: [dev]\nfeatures:\n  f:\n    variables:\n" + (keys + tops).joined(separator: "\n")
    let manifest = try Sample.load(text)
    #expect(errors(manifest) == [])
    #expect(manifest.feature("f")?.variables.isEmpty == true)
  }

  @Test("types can be declared at the top and under types, but not under the same name in both")
  func typesInBothPlaces() throws {
    let manifest = try Sample.load(
      Sample.feature(
        "variables:\n  a: {description: d, type: E, default: x}\n  b: {description: d, type: F, default: y}",
        rest: "enums: {E: {description: d, variants: {x: d}}}\n"
          + "types: {enums: {F: {description: d, variants: {y: d}}}}"))
    #expect(errors(manifest) == [])
    let definition = "{description: d, variants: {}}"
    let twice = try Sample.load(
      "channels: [dev]\nenums: {E: \(definition)}\ntypes: {enums: {E: \(definition)}}")
    #expect(errors(twice) == ["defined-twice"])
  }

  @Test(
    "a type or an alias cannot share its name with another type",
    arguments: ["Text", "Option", "Drawable", "E", "O"])
  func namesOfTypes(_ name: String) throws {
    let alias = try Sample.load(
      Sample.feature(
        "variables: {v: {description: d, type: 'List<\(name)>', default: [], string-alias: \(name)}}",
        rest:
          "enums: {E: {description: d, variants: {}}}\nobjects: {O: {description: d, fields: {}}}"))
    #expect(errors(alias).contains("type-name-clash"))
    for kind in [
      "enums: {\(name): {description: d, variants: {}}}",
      "objects: {\(name): {description: d, fields: {}}}",
    ]
    where name.count > 1 {
      #expect(errors(try Sample.load("channels: [dev]\n\(kind)")) == ["type-name-clash"])
    }
  }

  @Test("an imported file must declare the channel of the import, even without features")
  func theChannelOfAnEmptyModule() throws {
    let manifest = try Sample.load(
      "channels: [dev]\nimports: [{path: b.yaml, channel: z}]",
      files: ["b.yaml": "channels: [x, y]"])
    #expect(errors(manifest) == ["unknown-import-channel"])
  }

  @Test("two import blocks for the same file both apply, in file order")
  func twoBlocksForOneImport() throws {
    let imported = """
      channels: [x]
      features:
        g:
          description: d
          variables: {m: {description: d, type: Int, default: 1}, n: {description: d, type: Int, default: 1}}
      """
    let manifest = try Sample.load(
      """
      channels: [dev]
      imports:
        - {path: b.yaml, channel: x, features: {g: [{value: {m: 2, n: 2}}]}}
        - {path: b.yaml, channel: x, features: {g: [{value: {n: 3}}]}}
      """, files: ["b.yaml": imported])
    let merged = manifest.merged(try #require(manifest.feature("g")), channel: "dev")
    #expect(merged.json == ["m": 2, "n": 3])
  }

  @Test("an object can contain itself in a list, and its aliases are checked at every level")
  func aTree() throws {
    let text = Sample.feature(
      """
      variables:
        names: {description: d, type: List<N>, default: [a], string-alias: N}
        tree: {description: d, type: Tree, default: {kids: [{kids: [{name: b}]}]}}
      """,
      rest: """
        objects:
          Tree:
            description: d
            fields:
              name: {description: d, type: N, default: a}
              kids: {description: d, type: List<Tree>, default: []}
        """)
    let found = try Sample.load(text).problems(in: "dev").filter { $0.severity == .error }
    #expect(found.map(\.path) == ["features/f.tree#Tree.kids[0]#Tree.kids[0]#Tree.name"])
  }

  @Test("each error in an enum map is reported once")
  func mistakesOfAnEnumMap() throws {
    let text = Sample.feature(
      "variables: {v: {description: d, type: 'Map<E, Int>', default: {a: x, b: y}}}",
      rest: "enums: {E: {description: d, variants: {a: d}}}")
    let found = try Sample.load(text).problems(in: "dev").filter { $0.severity == .error }
    #expect(
      found.map { "\($0.code) \($0.path)" } == [
        "wrong-type features/f.v[E#a]", "unknown-enum-key features/f.v['b']",
        "wrong-type features/f.v['b']",
      ])
  }

  @Test(
    "an unknown variable in a block is a warning, and a hidden one is accepted but not suggested")
  func droppedAndHiddenNames() throws {
    let manifest = try Sample.load(
      Sample.feature(
        """
        variables: {a: {description: d, type: Int, default: 1}, _a: {description: d, type: Int, default: 1}}
        defaults: [{value: {b: 1, _a: 2}}]
        """))
    let dropped = (manifest.problems + manifest.problems(in: "dev")).filter {
      $0.code == "dropped-name"
    }
    #expect(dropped.map(\.severity) == [.warning])
    let feature = try #require(manifest.feature("f"))
    let check = manifest.check(
      config: SourceText(name: "-", text: #"{"_a": 3, "aa": 1}"#), feature: feature, channel: "dev")
    #expect(check.findings.map { $0.corrections.map(\.insert) } == [[#""a""#]])
  }

  @Test("a missing alias field is never fixed by replacing the object")
  func noPlaceholderForAnObject() throws {
    let manifest = try Sample.load(
      Sample.feature(
        """
        variables:
          names: {description: d, type: List<N>, default: [a], string-alias: N}
          rows: {description: d, type: List<Row>, default: []}
        """,
        rest:
          "objects: {Row: {description: d, fields: {name: {description: d, type: N, default: a}}}}")
    )
    let text = SourceText(name: "-", text: #"{"names": ["b"], "rows": [{}]}"#)
    let check = manifest.check(
      config: text, feature: try #require(manifest.feature("f")), channel: "dev")
    #expect(check.findings.map(\.problem.code) == ["missing-alias-field"])
    #expect(check.findings.allSatisfy { !$0.corrections.contains { $0.insert == "\"\"" } })
  }

  @Test(
    "a key that some documents promise is a warning, which says so if nimbus-fml rejects it",
    arguments: [
      ("required: true, type: Int, default: 1", "objects.O.fields.x.required"),
      ("failable: true, type: Int, default: 1", "objects.O.fields.x.failable"),
    ])
  func promisedKeys(_ field: String, _ path: String) throws {
    let manifest = try Sample.load(
      Sample.feature(
        "variables: {v: {description: d, type: O, default: {}}}\ndefaults: [{value: {}, required: true}]",
        rest: "objects: {O: {description: d, fields: {x: {description: d, \(field)}}}}"))
    let found = manifest.problems.filter { $0.code == "unsupported-key" }
    #expect(found.allSatisfy { $0.severity == .warning })
    #expect(found.map(\.path) == ["features.f.defaults[0].required", path])
    #expect(found.map { $0.message.contains("nimbus-fml rejects it: remove it") } == [false, true])
  }

  @Test(
    "a JSON syntax error is explained",
    arguments: [
      (#"{"a": 1,}"#, "json-trailing-comma"), (#"{"a": "x}"#, "json-unclosed-string"),
      (#"{"a" 1}"#, "json-missing-colon"),
      (#"{"a": tru}"#, "json-bare-word"), ("{'a': 1}", "json-single-quotes"),
      (#"{"a": 1"#, "json-unclosed"),
    ])
  func causesOfSyntaxErrors(_ text: String, _ code: String) throws {
    let manifest = try Sample.load(
      Sample.feature("variables: {a: {description: d, type: Int, default: 1}}"))
    let check = manifest.check(
      config: SourceText(name: "-", text: text), feature: try #require(manifest.feature("f")),
      channel: "dev")
    #expect(check.problems.first?.code.description == code)
  }
}
