import Testing
import VirgaSource
import VirgaTestSupport

@testable import VirgaManifest

@Suite("Hostile manifests") struct ManifestLoaderHostileInputTests {
  private func codes(_ text: String) -> [String] {
    do {
      let manifest = try Sample.load(text)
      return (manifest.problems + manifest.problems(in: nil)).map(\.code.description)
    } catch {
      return error.all.map(\.code.description)
    }
  }

  @Test("deep nesting is refused")
  func deepNesting() {
    #expect(codes(String(repeating: "[", count: 100_000)) == ["too-deep"])
    #expect(codes(String(repeating: "- ", count: 100_000)) == ["too-deep"])
    #expect(codes(String(repeating: "{a: ", count: 500)) == ["too-deep"])
  }

  @Test("nested YAML aliases count towards the depth limit")
  func nestedAliases() {
    var text = "a0: &a0 [1]\n"
    for level in 1..<200 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    #expect(codes(text) == ["too-deep"])
  }

  @Test("exponential YAML aliases are refused")
  func exponentialAliases() {
    var text = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
    for level in 1..<30 {
      text +=
        "a\(level): &a\(level) ["
        + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
    }
    #expect(codes(text) == ["alias-budget"])
  }

  @Test("objects that grow exponentially are refused")
  func exponentialObjects() throws {
    var text =
      "channels: [a]\nobjects:\n  O0: {description: d, fields: {v: {description: d, type: Int, default: 1}}}\n"
    for level in 1..<30 {
      let fields = (0..<10).map { "f\($0): {description: d, type: O\(level - 1), default: {}}" }
        .joined(separator: ", ")
      text += "  O\(level): {description: d, fields: {\(fields)}}\n"
    }
    text +=
      "features: {f: {description: d, variables: {v: {description: d, type: O29, default: {}}}}}\n"
    let manifest = try Sample.load(text)
    #expect(manifest.problems.contains { $0.code == "object-too-large" })
    #expect(manifest.problems(in: "a").isEmpty)
  }

  @Test(
    "no text crashes the loader",
    arguments: [
      "", "null", "5", "text", "[]", "[a, b]", "{", "}", ":", "- -", "? ", "&a", "*a", "!!x",
      "%YAML 9.9", "\u{FEFF}",
      "features: 5", "features: [1]", "features: {a: 5}", "features: {a: {variables: 5}}",
      "features: {a: {variables: {b: 5}}}",
      "features: {a: {variables: {b: {type: [1], default: }}}}", "features: {? [x] : 1}",
      "channels: {a: 1}",
      "channels: [{a: 1}, [], null]", "include: [[a]]", "imports: 5", "imports: [5]",
      "imports: [{path: 1, channel: [2]}]",
      "enums: {E: {variants: [a]}}", "enums: {E: 5}", "objects: {O: {fields: {a: {type: O}}}}",
      "types: 5", "about: 5",
      "about: {swift: 5}",
      "features: {a: {variables: {}, defaults: [5, {value: 5}, {value: {}, channel: {}}]}}",
      "features: {a: {variables: {}, examples: [5, [], {}, {path: x, value: {}}, {path: '@x'}]}}",
      "features: {a: {variables: {b: {type: 'Map<', default: 5}}}}",
      "features: {a: {variables: {b: {type: '<<>>,?'}}}}",
    ])
  func crashes(_ text: String) {
    _ = codes(text)
  }

  @Test("2,000 unknown types are each reported")
  func manyUnknownTypes() throws {
    let enums = (0..<300).map { "E\($0): {description: d, variants: {a: {description: d}}}" }
      .joined(separator: ", ")
    let variables = (0..<2000).map { "v\($0): {description: d, type: Wrong\($0), default: 1}" }
      .joined(separator: ", ")
    let text =
      "channels: [a]\nenums: {\(enums)}\nfeatures: {f: {description: d, variables: {\(variables)}}}\n"
    #expect(try Sample.load(text).problems.filter { $0.code == "unknown-type" }.count == 2000)
  }

  @Test("a message lists only the first 50 channels")
  func manyChannels() throws {
    let channels = (0..<70).map { "c\($0)" }.joined(separator: ", ")
    let text =
      "channels: [\(channels)]\nfeatures: {f: {description: d, defaults: [{channel: x, value: {}}]}}\n"
    let problem = try #require(
      try Sample.load(text).problems.first { $0.code == "unknown-block-channel" })
    #expect(problem.message.hasSuffix(#""c49", and 20 more]"#))
  }
}
