import Foundation
import Testing
import VirgaRuntime
import VirgaTestSupport

@Suite("The machine") struct MachineTests {
  @Test("has each environment variable that a source reads") func variables() throws {
    let folder = "\(Repository.root)/Sources"
    let files = try #require(FileManager.default.enumerator(atPath: folder))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    let reads = /(?:environment\[|machine\.folder\()"(?<name>[A-Z_]+)"/
    let names = try Set(
      files.flatMap { file in
        try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).matches(of: reads)
          .map { String($0.name) }
      })
    #expect(names.isSuperset(of: ["COLORFGBG", "TERM", "XDG_CACHE_HOME"]))
    #expect(names.subtracting(Machine.variables) == [])
  }
}
