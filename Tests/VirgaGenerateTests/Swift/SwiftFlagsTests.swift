import Testing
import VirgaFiles
import VirgaFlags
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@Suite("Generated Swift of a flag catalogue")
struct SwiftFlagsTests {
  /// The flags of the demo's catalogue, with the options of its manifest.
  private static func catalogue() throws -> FlagCatalogue {
    let manifest = try ManifestLoader(files: .disk(), workingFolder: Repository.root).load(
      "manifests/cirrus.fml.yaml")
    let path = "manifests/flags/cirrus-catalogue.yaml"
    let file = FlagCatalogue.read(
      SourceText(name: path, bytes: try FileReading.disk().read("\(Repository.root)/\(path)")))
    let all = FlagCatalogue.joined(files: [file], manifest: manifest)
    var rows = all.flags.filter { $0.source == .file }
    var reader = FlagDefinition("Dark reader", .flag)
    reader.preferenceKey = "DarkReaderUserPrefsKey"
    rows.append(reader)
    return FlagCatalogue(
      rows, debugChannels: all.debugChannels, developmentChannels: all.developmentChannels)
  }

  @Test("matches the golden file that other tests compile")
  func keptCode() throws {
    let code = try SwiftFlags.file(for: try Self.catalogue())
    GoldenText.expect(
      code, equals: "Cirrus/CirrusFlags.swift", in: "\(Repository.root)/Tests/GeneratedCode")
  }

  @Test("says which Boolean flags have no debug key")
  func debugKeys() throws {
    let rows = [
      FlagDefinition("a", .bool), FlagDefinition("b", .bool) { $0.debugKey = nil },
      FlagDefinition("c", .core),
    ]
    let code = try SwiftFlags.file(for: FlagCatalogue(rows))
    #expect(code.contains("$0.debugKey = FlagKeys.Debug.a\n"))
    #expect(code.contains("$0.debugKey = nil\n"))
    #expect(code.matches(of: /debugKey/).count == 2)
  }

  @Test("has the options of a flag in the order of the manifest")
  func optionOrder() throws {
    let manifest = try Sample.load(
      """
      features:
        menu:
          description: The menu.
          variables:
            version: {type: Version, description: Which one., default: morning}
          defaults: []
      enums:
        Version:
          description: A version.
          variants:
            morning: {description: Early.}
            afternoon: {description: Later.}
            evening: {description: Late.}
      """)
    let code = try SwiftFlags.file(for: FlagCatalogue.joined(manifest: manifest))
    #expect(code.contains("    case morning\n    case afternoon\n    case evening\n"))
  }

  @Test("is refused for names that Swift cannot express")
  func names() {
    func problems(_ rows: [FlagDefinition]) -> [String] {
      do throws(Problems) {
        _ = try SwiftFlags.file(for: FlagCatalogue(rows))
        return []
      } catch { return error.all.map { "\($0.code) \($0.path)" } }
    }
    let start = FlagDefinition("start", .options) { $0.options = ["a-b", "aB", "--", "all-cases"] }
    #expect(
      problems([
        FlagDefinition("new-menu", .bool), FlagDefinition("newMenu", .bool),
        FlagDefinition("--", .core), start,
      ]) == [
        "identifier-clash flags/newMenu", "no-identifier flags/--",
        "identifier-clash flags/start/aB",
        "no-identifier flags/start/--", "identifier-clash flags/start/all-cases",
      ])
    #expect(problems([FlagDefinition("default", .bool), FlagDefinition("2023", .bool)]) == [])
  }

  @Test("is refused if the enum of a flag's options would hide a type or be a keyword")
  func optionTypes() {
    func problems(_ id: String, _ kind: FlagKind) -> [String] {
      let flag = FlagDefinition(id, kind) { if kind == .options { $0.options = ["a"] } }
      do throws(Problems) {
        _ = try SwiftFlags.file(for: FlagCatalogue([flag]))
        return []
      } catch { return error.all.map { "\($0.code) \($0.path)" } }
    }
    for id in ["any", "self", "string", "flaggable-feature-options"] {
      #expect(problems(id, .options) == ["identifier-clash flags/\(id)"])
      #expect(problems(id, .bool) == [])
    }
    #expect(problems("type", .options) == [])
  }
}
