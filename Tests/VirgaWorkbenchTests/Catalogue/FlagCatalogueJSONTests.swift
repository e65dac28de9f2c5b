import Testing
import VirgaFiles
import VirgaFlags
import VirgaJSON
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@Suite("Flag catalogue as JSON")
struct FlagCatalogueJSONTests {
  @Test("is equal to the file that it was made from")
  func sameRows() throws {
    let path = "\(Repository.root)/manifests/flags/cirrus-catalogue.yaml"
    let file = FlagCatalogue.read(SourceText(name: path, bytes: try FileReading.disk().read(path)))
    let json = FlagCatalogue.read(json: JSONValue.object(file.json).pretty())
    #expect(json.problems.isEmpty && !json.flags.isEmpty)
    func plain(_ catalogue: FlagCatalogue) -> JSONValue { .object(catalogue.json) }
    #expect(plain(json).isIdentical(to: plain(file)))
    #expect(
      json.debugChannels == file.debugChannels
        && json.developmentChannels == file.developmentChannels)
  }

  @Test("reports problems with their position")
  func problems() throws {
    let catalogue = FlagCatalogue.read(
      json: """
        {"flags": [
          {"id": "a", "feature": "f", "path": "p"},
          {"id": "b", "kind": "bol"}
        ]}
        """)
    #expect(catalogue.flags.map(\.id) == ["a"])
    let problem = try #require(catalogue.problems.first)
    #expect(problem.code == "unknown-flag-kind")
    #expect(problem.location?.range.start == SourcePosition(line: 3, column: 23))
    let broken = FlagCatalogue.read(json: "{", name: "broken.json")
    #expect(
      broken.flags.isEmpty && broken.problems.allSatisfy { $0.location?.file == "broken.json" })
    #expect(broken.problems.first?.message == "the object is not closed; add `}`")
  }
}
