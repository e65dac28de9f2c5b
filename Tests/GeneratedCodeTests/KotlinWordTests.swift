import Testing
import VirgaGenerate
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Kotlin keywords and SDK names", .timeLimit(.minutes(20)))
struct KotlinWordTests {
  /// The words that cannot be names of types, because generated code uses types with these names.
  private static let usedTypes: Set<String> = [
    "any", "Boolean", "companion", "Defaults", "Double", "Drawable", "FeatureHolder",
    "FeatureManifestInterface",
    "FeaturesInterface", "Features", "GeckoPref", "Int", "List", "Map", "NullVariables",
    "PrefBranch", "R", "Res",
    "SharedPreferences", "String", "StringHolder", "Variables", "WordsNimbus",
  ]

  @Test("every word is a valid name or is refused", arguments: WordManifest.Place.allCases)
  func eachWordIsANameOrIsRefused(_ place: WordManifest.Place) throws {
    let refused = try Self.refused(in: place)
    let wanted = [.features, .enums, .objects].contains(place) ? Self.usedTypes : []
    #expect(Set(refused).symmetricDifference(wanted) == [])
    let names = KotlinWords.all.filter { !refused.contains($0) }
    let manifest = try Sample.load(WordManifest(place: place, words: names).text)
    _ = try KotlinCode.file(for: manifest, channel: "a")
  }

  @Test(
    "code with all these names compiles without a warning",
    .enabled(if: KotlinProgram.compiler != nil, "kotlinc is not installed"))
  func everyNameCompiles() throws {
    var kotlin = try KotlinProgram()
    for place in WordManifest.Place.allCases {
      try kotlin.add(try Self.manifest(in: place), channel: "a")
    }
    let imported = WordManifest(place: .features, words: try Self.names(in: .features))
    let importing = try Sample.load(
      imported.importing("features.fml.yaml") { $0 }, files: ["features.fml.yaml": imported.text])
    try kotlin.add(importing, channel: "a")
    try kotlin.compile()
  }

  /// The words that can be names in `place`.
  private static func names(in place: WordManifest.Place) throws -> [String] {
    let refused = try refused(in: place)
    return KotlinWords.all.filter { !refused.contains($0) }
  }

  /// The manifest with all words that can be names in `place`.
  private static func manifest(in place: WordManifest.Place) throws -> Manifest {
    let text = WordManifest(place: place, words: try names(in: place)).text
    return try Sample.load(text)
  }

  /// The words that cannot be names in `place`, from the problems, each of which names its word.
  private static func refused(in place: WordManifest.Place) throws -> [String] {
    let text = WordManifest(place: place, words: KotlinWords.all).text
    let manifest = try Sample.load(text)
    do {
      _ = try KotlinCode.file(for: manifest, channel: "a")
      return []
    } catch {
      return error.all.map { problem in
        let word = String(problem.path.split(separator: "/").last ?? "")
        #expect(problem.message.contains("`\(word)`") && problem.location != nil, "\(problem)")
        return word
      }
    }
  }
}
