import Testing
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Channels") struct ChannelProblemTests {
  private let text = Sample.feature(
    """
    variables:
      v: { description: d, type: Int, default: 1 }
    defaults:
      - { channel: prod, value: { v: wrong } }
    """)

  @Test("a wrong value is reported only in its channel")
  func wrongValue() throws {
    let manifest = try Sample.load(text)
    #expect(manifest.problems(in: "dev") == [])
    #expect(manifest.problems(in: nil) == [])
    #expect(manifest.problems(in: "prod").map(\.path) == ["features/f.v"])
  }

  /// A manifest with wrong defaults, of which a block overrides two in `prod`.
  private func overridden() throws -> Manifest {
    try Sample.load(
      Sample.feature(
        """
        variables:
          v: { description: d, type: Int, default: wrong }
          o: { description: d, type: "Map<String, Int>", default: { a: wrong, b: 1 } }
          m: { description: d, type: "Map<Side, Int>", default: { left: 1 } }
        defaults:
          - { channel: prod, value: { v: 2, o: { a: 2 }, m: { right: 2 } } }
        """,
        rest:
          "enums: {Side: {description: d, variants: {left: {description: d}, right: {description: d}}}}"
      ))
  }

  @Test("a wrong default is an error in a channel that uses it") func usedDefault() throws {
    #expect(
      try overridden().problems(in: "dev").map(\.severity) == [.error, .error, .error])
  }

  @Test("a wrong default is a warning in a channel that overrides it")
  func overriddenDefault() throws {
    let manifest = try overridden()
    let inDev = manifest.problems(in: "dev")
    let inProd = manifest.problems(in: "prod")
    #expect(inProd.map(\.severity) == [.warning, .warning])
    #expect(inProd.map(\.path) == ["features/f.v", "features/f.o['a']"])
    #expect(inProd.map(\.location) == inDev.prefix(2).map(\.location))
    #expect(inProd.allSatisfy { $0.message.hasSuffix("; a default block overrides it") })
  }

  @Test("an undeclared channel is a problem")
  func undeclaredChannel() throws {
    let problem = try #require(try Sample.load(text).problems(in: "prodd").first)
    #expect(problem.code == "unknown-channel")
    #expect(problem.message.contains(#"["dev", "prod"]"#))
    #expect(problem.hint == "did you mean `prod`?")
  }

  @Test("a file with one channel always uses it")
  func onlyChannel() throws {
    let manifest = try Sample.load(text.replacing("[dev, prod]", with: "[prod]"))
    #expect(manifest.problems(in: "anything").map(\.path) == ["features/f.v"])
  }

  @Test("a problem in an object is not repeated for each use")
  func objectProblem() throws {
    let manifest = try Sample.load(
      Sample.feature(
        "variables:\n  a: { description: d, type: O, default: {} }\n  b: { description: d, type: O, default: {} }",
        rest:
          "objects: {O: {description: d, fields: {o: {description: d, type: Int, default: one}}}}"))
    #expect(manifest.problems.filter { $0.severity == .error }.map(\.path) == ["objects/O.o"])
    #expect(manifest.problems(in: "dev") == [])
  }

  @Test("lax preferences can have plain types and defaults")
  func laxPreferences() throws {
    let text = Sample.feature(
      "variables:\n  v: { description: d, type: Int, default: 1, gecko-pref: {pref: p, branch: user} }"
    )
    let lax = try Sample.load(text, options: LoadingOptions(allowsLaxPreferences: true))
    #expect((lax.problems + lax.problems(in: "dev")).filter { $0.severity == .error } == [])
    let strict = try Sample.load(text)
    #expect(strict.problems.contains { $0.code == "gecko-pref-type" })
  }

  private static let library = """
    about: {description: d, swift: {module: L, class: L}}
    channels: [dev]
    features: {p: {description: d, variables: {}}}
    """

  private static let part = """
    features:
      f:
        description: d
        variables: {v: {description: d, type: Int, default: 1}}
        defaults: [{channel: dev, value: {v: 2}}, {channel: beta, value: {v: wrong}}]
    imports:
      - path: lib.yaml
        channel: dev
        features: {p: [{channel: prod, value: {}}]}
    """

  @Test("a file without channels can name any channel in its blocks")
  func includeOnlyFiles() throws {
    let library = Self.library
    let manifest = try Sample.load(Self.part, files: ["lib.yaml": library])
    #expect(manifest.problems.filter { $0.severity == .error } == [])
    #expect(manifest.problems.contains { $0.code == "no-channels" && $0.severity == .warning })
    #expect(manifest.checkedChannels == ["dev", "beta", "prod"])
    #expect(manifest.problems(in: "dev") == [])
    #expect(manifest.problems(in: "beta").map(\.path) == ["features/f.v"])
    #expect(manifest.problems(in: "other").map(\.code) == ["unknown-channel"])
    #expect(try Sample.load("features: {}").checkedChannels == [nil])
  }

  @Test("an including file must declare the channels of its includes")
  func includingFiles() throws {
    let library = Self.library
    let manifest = try Sample.load(
      "channels: [dev, prod]\nincludes: [part.yaml]\n",
      files: ["lib.yaml": library, "part.yaml": Self.part])
    #expect(
      manifest.problems.filter { $0.severity == .error }.map(\.code) == ["unknown-block-channel"])
  }

  @Test(
    "a block of another channel can hold any value, with a warning",
    arguments: ["5", "[1]", "null", "x"])
  func valuesThatAreNotObjects(_ value: String) throws {
    let manifest = try Sample.load(
      Sample.feature(
        """
        variables:
          v: { description: d, type: Int, default: 1 }
        defaults:
          - { value: { v: 2 } }
          - { channel: prod, value: \(value) }
        """))
    #expect(!manifest.problems.contains { $0.code == "block-not-object" })
    let (other, own) = (manifest.problems(in: "dev"), manifest.problems(in: "prod"))
    #expect(other.map(\.severity) == [.warning])
    #expect(own.map(\.severity) == [.error])
    #expect((other + own).map(\.code) == ["block-not-object", "block-not-object"])
    #expect(own.first?.location?.description == "app.fml.yaml:9:33")
    #expect(manifest.merged(try #require(manifest.feature("f")), channel: "dev").json == ["v": 2])
  }

  @Test("an invalid block that a later one replaces is a warning")
  func replacedBlocks() throws {
    let manifest = try Sample.load(
      Sample.feature(
        """
        variables:
          v: { description: d, type: Int, default: 1 }
        defaults:
          - { channel: prod, value: 5 }
          - { value: { v: 2 } }
        """))
    #expect(manifest.problems(in: "prod").map(\.severity) == [.warning])
    #expect(manifest.merged(try #require(manifest.feature("f")), channel: "prod").json == ["v": 2])
  }
}
