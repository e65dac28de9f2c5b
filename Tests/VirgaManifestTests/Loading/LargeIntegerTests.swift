import Testing
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Large integers") struct LargeIntegerTests {
  @Test(
    "an integer beyond 64 bits is a problem",
    arguments: ["18446744073709551616", "-9223372036854775809", "0xFFFFFFFFFFFFFFFFFF"])
  func beyond64Bits(_ literal: String) throws {
    let manifest = try Sample.load(
      """
      channels: [a]
      features:
        f:
          description: d
          variables:
            v: { description: d, type: Int, default: \(literal) }
      """)
    let problem = try #require(manifest.problems.first { $0.code == "number-too-large" })
    #expect(problem.path == "features.f.variables.v.default")
    #expect(problem.location?.range.start == SourcePosition(line: 6, column: 48))
  }
}
