import Foundation
import Testing
import VirgaBundle
import VirgaFlags
import VirgaSDK
import VirgaTestSupport

@Suite("A flag catalogue in an app's file")
struct URLSourcesTests {
  @Test("is read with its problems")
  func reading() throws {
    let folder = try TemporaryDirectory()
    folder.write(
      #"{"flags": [{"id": "useMocks", "channels": ["beta"]}, {"id": 3}]}"#, to: "flags.json")
    let catalogue = try FlagCatalogue.read(
      contentsOf: URL(fileURLWithPath: folder.path("flags.json")))
    #expect(catalogue["useMocks"]?.channels == ["beta"])
    #expect(catalogue.problems.map(\.location?.file) == ["flags.json"])
  }

  @Test("throws if it cannot be read")
  func missing() throws {
    let folder = try TemporaryDirectory()
    #expect(throws: (any Error).self) {
      try FlagCatalogue.read(contentsOf: URL(fileURLWithPath: folder.path("none.json")))
    }
  }
}
