import Testing
import VirgaExperiments
import VirgaSource
import VirgaTestSupport

@testable import VirgaConsole
@testable import VirgaRuntime

@Suite("Background file jobs") struct FileJobTests {
  @Test("recipes have one name, whatever path to their file was typed")
  func names() throws {
    let directory = try TemporaryDirectory()
    directory.write(#"[{"slug": "x"}]"#, to: "bad.json")
    var machine = Machine.current
    machine.workingFolder = directory.root
    for typed in ["bad.json", "./bad.json", "sub/../bad.json", directory.path("bad.json")] {
      let job = FileJob.readingRecipes(typed, knowing: [], on: machine)
      guard case .recipes(let batch, let file) = job.run() else {
        Issue.record("no recipes in \(typed)")
        continue
      }
      #expect(file == "bad.json")
      #expect(Set(batch.problems.compactMap(\.location?.file)) == ["bad.json"])
    }
  }
}
