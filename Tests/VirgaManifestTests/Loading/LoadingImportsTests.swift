import Testing
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Two imports of one path") struct LoadingImportsTests {
  private static let library = """
    about: {description: d, kotlin: {package: p, class: .L}}
    channels: [a, b]
    features:
      f:
        description: d
        variables:
          text: {description: d, type: String, default: none}
          map: {description: d, type: "Map<String, Sign>", default: {}}
    objects:
      Sign:
        description: d
        fields:
          size: {description: d, type: Int, default: 1}
          title: {description: d, type: String, default: untitled}
    """

  private static func adding(
    _ value: String, channel: String = "a", examples: String = "[]"
  ) -> String {
    "  - {path: lib.yaml, channel: \(channel), features: {f: {defaults: [{value: \(value)}], examples: \(examples)}}}\n"
  }

  private func manifest(
    _ imports: String, _ files: [String: String] = [:], includes: String = "[]"
  ) throws -> Manifest {
    let text = "channels: [a]\nincludes: \(includes)\nimports:\n\(imports)"
    return try Sample.load(text, files: files.merging(["lib.yaml": Self.library]) { $1 })
  }

  private func config(_ manifest: Manifest) throws -> JSONValue {
    #expect(manifest.problems.filter { $0.severity == .error } == [])
    return .object(manifest.merged(manifest.known("f"), channel: "a").json)
  }

  @Test("the second one completes the map entries that the first one added")
  func completedEntries() throws {
    let first = Self.adding("{map: {exit: {size: 2}}}")
    let both = try manifest(first + Self.adding("{text: two}"))
    #expect(
      try config(both) == ["text": "two", "map": ["exit": ["size": 2, "title": "untitled"]]])
    let alone = try manifest(first)
    #expect(try config(alone) == ["text": "none", "map": ["exit": ["size": 2]]])
    let reversed = try manifest(Self.adding("{text: two}") + first)
    #expect(try config(reversed) == ["text": "two", "map": ["exit": ["size": 2]]])
  }

  @Test("each one patches the values of those before it") func order() throws {
    let imports = [
      "{map: {exit: {size: 2}}, text: one}", "{map: {exit: {title: Out}, bar: {}}}",
      "{text: three}",
    ].map { Self.adding($0) }
    let all = try manifest(imports.joined())
    let exit: JSONValue = ["size": 2, "title": "Out"]
    #expect(
      try config(all) == [
        "text": "three", "map": ["exit": exit, "bar": ["size": 1, "title": "untitled"]],
      ])
  }

  @Test("examples of both are kept in file order")
  func examples() throws {
    let one = Self.adding("{}", examples: "[{name: One, value: {text: one}}]")
    let two = Self.adding("{}", examples: "[{name: Two, value: {text: two}}]")
    #expect(try manifest(one + two).known("f").examples.map(\.name) == ["One", "Two"])
  }

  @Test(
    "an included file's import is one with the first of the including file, not with the second")
  func includes() throws {
    let files = ["part.yaml": "imports:\n" + Self.adding("{map: {exit: {size: 2}}}")]
    let once = try manifest(Self.adding("{text: own}"), files, includes: "[part.yaml]")
    #expect(try config(once) == ["text": "own", "map": ["exit": ["size": 2]]])
    let twice = try manifest(
      Self.adding("{text: own}") + Self.adding("{text: more}"), files, includes: "[part.yaml]")
    #expect(
      try config(twice) == ["text": "more", "map": ["exit": ["size": 2, "title": "untitled"]]])
  }

  @Test("another channel in the second one is still an error")
  func channels() throws {
    let clash = try manifest(Self.adding("{}") + Self.adding("{}", channel: "b"))
    #expect(clash.problems.filter { $0.severity == .error }.map(\.code) == ["import-channel-clash"])
  }

  @Test("an imported file must declare the channel of the import, even without features")
  func theChannelOfAnEmptyModule() throws {
    let manifest = try Sample.load(
      "channels: [dev]\nimports: [{path: b.yaml, channel: z}]",
      files: [
        "b.yaml": "about: {description: d, swift: {module: B, class: B}}\nchannels: [x, y]"
      ])
    let errors = manifest.problems.filter { $0.severity == .error }
    #expect((errors + manifest.problems(in: "dev")).map(\.code) == ["unknown-import-channel"])
  }

  @Test("an imported file must name the code to generate")
  func withoutNames() throws {
    for about in ["", "about: {description: d}\n"] {
      let manifest = try Sample.load(
        "channels: [dev]\nimports: [{path: b.yaml, channel: x}]",
        files: ["b.yaml": about + "channels: [x]"])
      let errors = manifest.problems.filter { $0.severity == .error }
      #expect(errors.map(\.code) == ["import-without-about"])
      #expect(errors.first?.location?.range.start == SourcePosition(line: 2, column: 18))
    }
  }

  @Test("values of both apply in file order")
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
}
