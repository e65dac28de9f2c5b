import Testing
import VirgaManifest
import VirgaSource

@Suite struct ChannelTests {
  private let text = Sample.feature(
    """
    variables:
      v: { description: d, type: Int, default: 1 }
    defaults:
      - { channel: prod, value: { v: wrong } }
    """)

  @Test func aWrongValueIsReportedInItsChannelOnly() throws {
    let manifest = try Sample.load(text)
    #expect(manifest.problems(in: "dev") == [])
    #expect(manifest.problems(in: nil) == [])
    #expect(manifest.problems(in: "prod").map(\.path) == ["features/f.v"])
  }

  @Test func aChannelThatIsNotDeclaredIsAProblem() throws {
    let problem = try #require(try Sample.load(text).problems(in: "prodd").first)
    #expect(problem.code == "unknown-channel")
    #expect(problem.message.contains(#"["dev", "prod"]"#))
    #expect(problem.hint == "did you mean `prod`?")
  }

  @Test func aFileWithOneChannelAlwaysUsesIt() throws {
    let manifest = try Sample.load(text.replacing("[dev, prod]", with: "[prod]"))
    #expect(manifest.problems(in: "anything").map(\.path) == ["features/f.v"])
  }

  @Test func whatIsWrongWithAnObjectIsNotRepeatedForEveryUse() throws {
    let manifest = try Sample.load(
      Sample.feature(
        "variables:\n  a: { description: d, type: O, default: {} }\n  b: { description: d, type: O, default: {} }",
        rest: "objects: {O: {description: d, fields: {o: {description: d, type: Int, default: one}}}}"))
    #expect(manifest.problems.filter { $0.severity == .error }.map(\.path) == ["objects/O.o"])
    #expect(manifest.problems(in: "dev") == [])
  }

  @Test func laxPreferencesMayHavePlainTypesAndDefaults() throws {
    let text = Sample.feature(
      "variables:\n  v: { description: d, type: Int, default: 1, gecko-pref: {pref: p, branch: user} }")
    let lax = try Sample.load(text, options: LoadingOptions(allowsLaxPreferences: true))
    #expect((lax.problems + lax.problems(in: "dev")).filter { $0.severity == .error } == [])
    let strict = try Sample.load(text)
    #expect(strict.problems.contains { $0.code == "gecko-pref-type" })
  }
}
