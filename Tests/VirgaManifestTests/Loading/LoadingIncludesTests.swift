import Testing
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Includes that add to the same imported feature") struct LoadingIncludesTests {
  private static let library = """
    about: {description: d, kotlin: {package: p, class: .L}}
    channels: [a]
    features:
      f:
        description: d
        variables:
          text: {description: d, type: String, default: none}
          map: {description: d, type: "Map<String, Int>", default: {}}
    """

  private static func adding(_ name: String, text: String? = nil, includes: String = "[]") -> String
  {
    let value = "{map: {\(name): 1}" + (text.map { ", text: \($0)" } ?? "") + "}"
    return """
      includes: \(includes)
      imports:
        - path: lib.yaml
          channel: a
          features:
            f: {defaults: [{value: \(value)}], examples: [{name: \(name), value: {map: {\(name): 2}}}]}
      """
  }

  private func feature(
    _ top: String, _ files: [String: String]
  ) throws -> (config: JSONObject, examples: [String]) {
    let manifest = try Sample.load(
      "channels: [a]\n" + top, files: files.merging(["lib.yaml": Self.library]) { $1 })
    #expect(manifest.problems.filter { $0.severity == .error } == [])
    let feature = try #require(manifest.feature("f"))
    return (manifest.merged(feature, channel: "a").json, feature.examples.map(\.name))
  }

  @Test("the first include overrides the second, the including file both")
  func order() throws {
    let files = [
      "one.yaml": Self.adding("one", text: "first"), "two.yaml": Self.adding("two", text: "second"),
    ]
    let (config, examples) = try feature(
      Self.adding("own", includes: "[one.yaml, two.yaml]"), files)
    #expect(config["text"] == "first")
    #expect(config["map"]?.objectValue?.keys == ["two", "one", "own"])
    #expect(examples == ["two", "one", "own"])
    let (own, _) = try feature(
      Self.adding("own", text: "mine", includes: "[one.yaml, two.yaml]"), files)
    #expect(own["text"] == "mine")
  }

  @Test("nested includes apply before the file that includes them")
  func nested() throws {
    let (config, _) = try feature(
      Self.adding("own", includes: "[one.yaml, two.yaml]"),
      [
        "one.yaml": Self.adding("one", includes: "[inner.yaml]"),
        "inner.yaml": Self.adding("inner"),
        "two.yaml": Self.adding("two"),
      ])
    #expect(config["map"]?.objectValue?.keys == ["two", "inner", "one", "own"])
  }
}
