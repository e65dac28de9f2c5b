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
}
