import Testing
import VirgaFiles
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaTestSupport

@Suite("Feature information") struct FeatureInformationTests {
  @Test("the types of a map include an enum key") func typesOfMaps() throws {
    let text = """
      channels: [a]
      features:
        f:
          description: d
          variables:
            numbers: {description: d, type: "Map<String, Int>", default: {}}
            marks: {description: d, type: "Map<E, Boolean>", default: {x: true}}
      enums:
        E: {description: d, variants: {x: {description: d}}}
      """
    let manifest = try Sample.load(text)
    let document = FeatureInformation.json(of: manifest.merged(channel: "a"), in: manifest)
    #expect(
      document["features"]?["f"]?["types"] == [
        "Boolean", "E", "Int", "Map<E, Boolean>", "Map<String, Int>",
      ])
  }

  @Test("the file's URL is masked")
  func credentials() throws {
    var options = LoadingOptions()
    options.fetch = { _ throws(FileFailure) in Array("channels: [a]\nfeatures: {}\n".utf8) }
    let manifest = try ManifestLoader(files: .memory([:]), workingFolder: "/", options: options)
      .load("https://user:secret@example.com/m.yaml")
    #expect(
      FeatureInformation.json(of: [], in: manifest)["file"] == "https://***@example.com/m.yaml")
  }
}
