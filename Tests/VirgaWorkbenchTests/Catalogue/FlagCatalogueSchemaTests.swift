import Testing
import VirgaFlags
import VirgaJSON
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench
import VirgaYAML

@Suite("JSON Schema of a flag catalogue") struct FlagCatalogueSchemaTests {
  private static let folder = Repository.root + "/manifests/"

  private static func text(_ name: String) throws -> String {
    try #require(GoldenText.read(folder + name))
  }

  private static func validator() throws -> SchemaValidator {
    SchemaValidator(root: try JSONValue.parse(try text("flags/flag-catalogue.schema.json")))
  }

  @Test("accepts the demo's catalogue") func demo() throws {
    let demo = LocatedText(
      SourceText(name: "flags.yaml", text: try Self.text("flags/cirrus-catalogue.yaml")))
    #expect(try Self.validator().accepts(try #require(demo.json)))
  }

  @Test("accepts a derived catalogue") func derived() throws {
    let derived = FlagCatalogue.joined(manifest: Sample.manifest)
    #expect(try Self.validator().accepts(.object(derived.json)))
  }

  static let structural: Set<String> = [
    "no-flags", "flag-type", "missing-flag-id", "unknown-flag-kind", "unknown-flag-key",
  ]

  @Test(
    "rejects what the reader rejects, as far as a schema can tell",
    arguments: FlagFilesTests.mistakes)
  func bad(_ row: TestRow<(code: String, text: MarkedText)>) throws {
    let (code, marked) = row.values
    let value = try #require(LocatedText(SourceText(name: "flags.yaml", text: marked.text)).json)
    #expect(try Self.validator().accepts(value) == !Self.structural.contains(code))
  }

  @Test("lists exactly the keys of a flag that the reader knows")
  func keys() throws {
    let schema = try JSONValue.parse(try Self.text("flags/flag-catalogue.schema.json"))
    let properties = try #require(schema["$defs"]?["Flag"]?["properties"]?.objectValue)
    for key in properties.keys {
      let text = "flags:\n- {id: a, channels: [], \(key): null}\n"
      let problems = FlagFilesTests.read(text).problems
      #expect(!problems.contains { $0.code == "unknown-flag-key" }, "\(key)")
    }
    #expect(properties.count == 12)
  }
}
