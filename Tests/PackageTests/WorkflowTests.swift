import Testing
import VirgaTestSupport

@Suite("Workflows")
struct WorkflowTests {
  @Test("pin every action of others by its commit")
  func pins() throws {
    let files = FileTree.files(below: "\(Repository.root)/.github/workflows")
    try #require(!files.isEmpty)
    for file in files {
      let text = try #require(GoldenText.read(file))
      for use in text.matches(of: /uses: (\S+)/) {
        #expect(use.1.wholeMatch(of: /[^@]+@[0-9a-f]{40}/) != nil, "\(file) uses \(use.1)")
      }
    }
  }

  @Test("build the libraries for every simulator, and for watches with integers of 32 bits")
  func destinations() throws {
    let text = try #require(
      GoldenText.read("\(Repository.root)/.github/workflows/ci.yml"), "there is no workflow")
    let destinations = try #require(text.firstMatch(of: /destination: \[(.+)\]/)).1
    #expect(
      destinations.split(separator: ", ") == [
        "iOS Simulator", "tvOS Simulator", "watchOS Simulator", "visionOS Simulator", "watchOS",
      ])
    #expect(text.contains("for library in VirgaSDK VirgaBundle VirgaFeatureFlags; do"))
  }
}
