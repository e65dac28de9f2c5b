import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@Suite("Default blocks made from edits") struct EditDefaultsTests {
  /// The blocks for an edit of `menu`, in the channel `beta`.
  private func defaults(
    _ text: String, _ edit: JSONValue = ["size": 7], files: [String: String] = [:]
  ) throws -> EditDefaults {
    var context = SessionDriver().operationContext
    context.manifest = try Sample.load(text, files: files)
    let session = Session(entries: [EntryKey(.edit, "menu"): edit])
    let defaults = try session.operations(in: context).defaultsOfEdits(in: "beta")
    return try #require(defaults.first)
  }

  /// The file with the block pasted into it.
  private func pasted(_ defaults: EditDefaults, into text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let added = defaults.text.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
    switch defaults.place.insertion {
    case .after: lines.insert(contentsOf: added, at: defaults.place.line)
    case .replacing:
      lines.replaceSubrange(defaults.place.line - 1..<defaults.place.line, with: added)
    case .byHand: Issue.record("nothing can be pasted at \(defaults.place)")
    }
    return lines.joined(separator: "\n")
  }

  /// The values of `menu` that an app reads, with an edit.
  private func values(
    _ text: String, _ edit: JSONValue? = nil, files: [String: String] = [:]
  ) throws -> JSONObject {
    let manifest = try Sample.load(text, files: files)
    #expect(manifest.problems.filter { $0.severity == .error } == [])
    let layers = FeatureLayers(nil, edit: edit.map { LocatedValue($0) })
    return manifest.reading(of: manifest.known("menu"), channel: "beta", under: layers).json
  }

  /// A manifest with a feature `menu` that has these lines below its variables.
  private static func manifest(_ lines: String, after: String = "") -> String {
    """
    channels: [beta, release]
    features:
      menu:
        description: The menu
        variables:
          size: {type: Int, default: 1, description: d}
          title: {type: String, default: hi, description: d}
          note: {type: Option<String>, default: none, description: d}
          rows: {type: "Map<String, Option<Int>>", default: {}, description: d}
    \(lines)
    # About the next one.
      other: {description: d, variables: {}}
    \(after)
    """
  }

  /// Lines below the variables of a feature, and the place and text of its block.
  private static let places: [TestRow<(String, String)>] = [
    .init(
      "a list that is indented below its key",
      (
        "    defaults:\n      - channel: beta\n        value: {size: 3}",
        "app.fml.yaml:12 after\n      - channel: beta\n        value:\n          size: 7\n"
      )),
    .init(
      "a list in the column of its key",
      (
        "    defaults:\n    - value: {size: 3}\n    examples: []",
        "app.fml.yaml:11 after\n    - channel: beta\n      value:\n        size: 7\n"
      )),
    .init(
      "elements in brackets",
      (
        "    default:\n      - {channel: beta, value: {size: 3}}\n",
        "app.fml.yaml:11 after\n      - channel: beta\n        value:\n          size: 7\n"
      )),
    .init(
      "a block whose last line looks like a comment",
      (
        "    defaults:\n      - value:\n          title: |\n            a\n            # b",
        "app.fml.yaml:14 after\n      - channel: beta\n        value:\n          size: 7\n"
      )),
    .init(
      "a feature without defaults",
      (
        "    examples: []",
        "app.fml.yaml:10 after\n    defaults:\n      - channel: beta\n        value:\n          size: 7\n"
      )),
    .init(
      "an empty list",
      (
        "    defaults: []\n    examples: []",
        "app.fml.yaml:10 replacing\n    defaults:\n      - channel: beta\n        value:\n          size: 7\n"
      )),
    .init(
      "a key without a list",
      (
        "    defaults:\n    examples: []",
        "app.fml.yaml:10 replacing\n    defaults:\n      - channel: beta\n        value:\n          size: 7\n"
      )),
  ]

  @Test("are indented for their place", arguments: places)
  func indented(_ row: TestRow<(String, String)>) throws {
    let (lines, expected) = row.values
    let defaults = try defaults(Self.manifest(lines))
    let place = defaults.place
    #expect("\(place.file):\(place.line) \(place.insertion.rawValue)\n\(defaults.text)" == expected)
  }

  @Test("give the edited values at their place", arguments: places)
  func pastedBlocks(_ row: TestRow<(String, String)>) throws {
    let text = Self.manifest(row.values.0)
    #expect(try values(pasted(defaults(text), into: text)) == values(text, ["size": 7]))
  }

  @Test("a comment above the block says where it belongs")
  func comment() throws {
    let text = try defaults(Self.manifest("    defaults:\n      - value: {size: 3}")).textWithPlace
    #expect(text.hasPrefix("# app.fml.yaml:11: after this line, for menu\n      - channel: beta\n"))
  }

  @Test("a list in brackets gets JSON, for a person to add")
  func brackets() throws {
    for lines in [
      "    defaults: [{value: {size: 3}}]", "    defaults: [\n      {value: {}}\n    ]",
    ] {
      let defaults = try defaults(Self.manifest(lines))
      #expect(defaults.place.insertion == .byHand && defaults.place.line == 10)
      #expect(try JSONValue.parse(defaults.text) == ["channel": "beta", "value": ["size": 7]])
    }
    let whole = """
      {"channels": ["beta"], "features": {"menu": {"description": "d", "variables":
      {"size": {"type": "Int", "default": 1, "description": "d"}}}}}
      """
    #expect(try defaults(whole).place.insertion == .byHand)
  }

  @Test("an included feature gets its block in the included file")
  func included() throws {
    let text = "channels: [beta, release]\nincludes: [part.yaml]\nfeatures: {}\n"
    let part = Self.manifest("").replacing("channels: [beta, release]\n", with: "")
    let defaults = try defaults(text, files: ["part.yaml": part])
    #expect(defaults.place.file == "part.yaml" && defaults.place.line == 8)
    let changed = ["part.yaml": pasted(defaults, into: part)]
    #expect(
      try values(text, files: changed) == values(text, ["size": 7], files: ["part.yaml": part]))
  }

  @Test(
    "an imported feature gets its block in the import",
    arguments: [
      .init(
        "an import without features",
        (
          "",
          "app.fml.yaml:4 after\n    features:\n      menu:\n        - channel: beta\n          value:\n            size: 7\n"
        )),
      .init(
        "an import with another feature",
        (
          "    features:\n      other:\n        - value: {}",
          "app.fml.yaml:7 after\n      menu:\n        - channel: beta\n          value:\n            size: 7\n"
        )),
      .init(
        "an import with blocks",
        (
          "    features:\n      menu:\n        - {value: {size: 4}}\n        - example: {name: e, value: {}}",
          "app.fml.yaml:8 after\n        - channel: beta\n          value:\n            size: 7\n"
        )),
      .init(
        "an import with defaults under a key",
        (
          "    features:\n      menu:\n        defaults:\n          - {value: {size: 4}}",
          "app.fml.yaml:8 after\n          - channel: beta\n            value:\n              size: 7\n"
        )),
      .init(
        "an import with examples only",
        (
          "    features:\n      menu:\n        examples: []",
          "app.fml.yaml:7 after\n        defaults:\n          - channel: beta\n            value:\n              size: 7\n"
        )),
      .init(
        "the second of two imports",
        (
          "    features:\n      menu:\n        - {value: {size: 4}}\n  - path: lib.yaml\n    channel: release\n    features:\n      menu:\n        - {value: {size: 5}}",
          "app.fml.yaml:12 after\n        - channel: beta\n          value:\n            size: 7\n"
        )),
    ] as [TestRow<(String, String)>])
  func imported(_ row: TestRow<(String, String)>) throws {
    let (lines, expected) = row.values
    for key in ["imports", "import"] {
      let text = """
        channels: [beta, release]
        \(key):
          - path: lib.yaml
            channel: release
        \(lines)
        features: {}
        """
      let defaults = try defaults(text, files: Self.library)
      let place = defaults.place
      let start = "\(place.file):\(place.line) \(place.insertion.rawValue)"
      #expect("\(start)\n\(defaults.text)" == expected)
      let changed = pasted(defaults, into: text)
      #expect(
        try values(changed, files: Self.library)
          == values(text, ["size": 7], files: Self.library))
    }
  }

  /// A manifest with the feature `menu`, which others import.
  private static let library = [
    "lib.yaml": manifest("    defaults:\n      - value: {size: 2}")
      .replacing(
        "channels:", with: "about: {description: d, swift: {module: M, class: C}}\nchannels:")
  ]

  @Test("have only the nulls that are values") func nulls() throws {
    let text = Self.manifest("    defaults:\n      - value: {title: hey, rows: {b: 2}}")
    let edit: JSONValue = ["note": .null, "size": 7, "rows": ["a": .null, "c": 1]]
    let defaults = try defaults(text, edit)
    #expect(defaults.block["value"] == ["size": 7, "rows": ["a": .null, "c": 1]])
    #expect(try values(pasted(defaults, into: text)) == values(text, edit))
  }

  @Test("hostile texts are the same after pasting")
  func hostileTexts() throws {
    let text = Self.manifest("    defaults:\n      - value: {size: 3}\n\n")
    for hostile in HostileText.all + ["a\n\n", "\n", " a\nb", "no", "1_0", "12:30", "# a", "- a"] {
      let edit: JSONValue = ["title": .string(hostile), "rows": [hostile: 1]]
      let changed = try pasted(defaults(text, edit), into: text)
      #expect(try values(changed) == values(text, edit), "\(hostile.debugDescription)")
    }
  }

  /// Why no block can be made from an edit of `menu`.
  private func refusal(_ edit: JSONValue) -> String? {
    do {
      _ = try defaults(Self.manifest(""), edit)
      return nil
    } catch {
      return (error as? Refusal)?.description
    }
  }

  @Test("are refused for an invalid edit") func invalidEdit() {
    #expect(refusal(["size": "x"])?.hasPrefix("an edit does not match the manifest: ") == true)
  }

  @Test("are refused for an edit of nothing but nulls") func onlyNulls() {
    #expect(
      refusal(["note": .null])
        == "the edits only select the manifest's defaults, which need no block")
  }

  @Test("are refused without edits") func noEdits() {
    #expect(throws: Refusal("there are no edits to make defaults from")) {
      try Session().operations(in: SessionDriver().operationContext).defaultsOfEdits()
    }
  }
}
