import Testing
import VirgaManifest
import VirgaSource

@Suite struct LargeIntegerTests {
  @Test(arguments: ["18446744073709551616", "-9223372036854775809", "0xFFFFFFFFFFFFFFFFFF"])
  func anIntegerBeyond64BitsIsAProblem(_ literal: String) throws {
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
