import Testing
import VirgaTestSupport

@Suite struct FMLCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(Self.generating, to: "app.fml.yaml")
  }

  @Test(arguments: [
    "2 fml", "2 fml nothing", "2 fml validate", "2 fml info --colour x", "2 fml generate app.fml.yaml a.swift",
    "1 fml validate missing.yaml", "1 fml validate bad.yaml", "0 fml channels good.yaml",
    "1 fml generate-experimenter good.yaml a.txt", "1 fml single-file good.yaml a.yaml --channel none",
    "1 fml info good.yaml --feature none", "1 fml generate good.yaml a.swift --channel beta",
    "1 fml generate app.fml.yaml a.json --channel only", "1 fml fetch missing",
  ])
  func exitCodesAreThoseOfTheRealTool(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let answer = try VirgaProgram.run(Array(words.dropFirst()), in: place.directory.root)
    #expect(answer.code == Int32(words[0]), "\(answer.output)\(answer.errors)")
    #expect(answer.code != 1 || answer.errors.hasPrefix("Error: "))
  }

  @Test func channelsAreListed() throws {
    #expect(try place.virga("fml", "channels", "good.yaml").output == "beta\nrelease\n")
    #expect(try place.virga("fml", "channels", "good.yaml", "--json").output == "[\n  \"beta\",\n  \"release\"\n]\n")
  }

  @Test func everyChannelIsValidated() throws {
    let answer = try place.virga("fml", "validate", "good.yaml")
    #expect(
      answer.output == """
        ℹ️ Loaded modules:
        - good.yaml

        ✅ All features tell who owns them

        ℹ️ Validating manifest for different channels:
        ✅ beta................valid
        ✅ release.............valid

        """)
  }

  @Test func aSingleFileIsWrittenForOneChannel() throws {
    #expect(try place.virga("fml", "single-file", "good.yaml", "one.yaml").code == 0)
    let again = try place.virga("fml", "single-file", "one.yaml", "-")
    #expect(again.output == GoldenText.read(place.directory.path("one.yaml")))
    #expect(again.output.contains("        default: good day\n"))
  }

  @Test func theExperimenterDocumentTakesTheFormOfItsName() throws {
    let yaml = try place.virga("fml", "generate-experimenter", "good.yaml", "-", "--channel", "ignored")
    #expect(yaml.output.hasPrefix("alpha:\n  description: The first feature\n  hasExposure: true\n"))
    _ = try place.virga("fml", "generate-experimenter", "good.yaml", "e.json")
    let json = try #require(GoldenText.read(place.directory.path("e.json")))
    #expect(json.hasPrefix("{\n  \"alpha\": {\n    \"description\": \"The first feature\",\n"))
    #expect(json.hasSuffix("}"))
  }

  @Test func informationHasTheHashes() throws {
    let answer = try place.virga("fml", "info", "good.yaml", "--feature", "omega", "--channel", "beta")
    #expect(answer.output.hasPrefix("file: \(place.directory.path("good.yaml"))\nfeatures:\n  omega:\n"))
    #expect(answer.output.contains("    types:\n    - String\n    hashes:\n      schema: "))
    #expect(answer.output.hasSuffix("\n\n"))
  }

  @Test func codeIsCalledAfterItsClassInAFolder() throws {
    #expect(try place.virga("fml", "generate", ".", ".", "--channel", "only", "--language", "swift").code == 0)
    #expect(try place.virga("fml", "generate", "app.fml.yaml", "kotlin.kt", "--channel", "only").code == 0)
    let swift = try #require(GoldenText.read(place.directory.path("AppNimbus.swift")))
    #expect(swift.contains("public final class AppNimbus: FeatureManifestInterface {"))
    let kotlin = try #require(GoldenText.read(place.directory.path("kotlin.kt")))
    #expect(kotlin.contains("object AppNimbus : FeatureManifestInterface<AppNimbus.Features> {"))
  }

  @Test func aFileIsFetchedAsItIs() throws {
    place.directory.write("any text", to: "text")
    #expect(try place.virga("fml", "fetch", "text").output == "any text\n")
  }

  @Test func anAddressInARepositoryIsFoundInAFolder() throws {
    place.directory.write("{\"@some/app\": \"./\"}", to: "repositories.json")
    let answer = try place.virga("fml", "channels", "@some/app/good.yaml", "--repo-file", "repositories.json")
    #expect(answer.output == "beta\nrelease\n")
    let other = try place.virga("fml", "channels", "@some/app/good.yaml", "--ref", "./")
    #expect(other.output == "beta\nrelease\n")
  }

  private static let generating = """
    about:
      description: An app
      swift: {module: App, class: AppNimbus}
      kotlin: {package: org.example, class: .AppNimbus}
    channels: [only]
    features:
      menu:
        description: The menu
        variables:
          shown: {type: Boolean, default: true, description: Whether it is there}
    """
}
