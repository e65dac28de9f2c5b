import Testing
import VirgaExperiments
import VirgaFiles
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

extension EndToEnd {
  /// The Swift of every manifest in the vectors compiles strictly and agrees with the manifest.
  ///
  /// Disabled for replaced vectors, because it is unknown which of them Swift cannot express.
  @Suite(
    "Swift of the test vectors",
    .enabled(
      if: VectorProgram.tools != nil, "the modules of the SDK or the compiler are not there"),
    .disabled(if: VectorCase.areReplaced, "the vectors are others"))
  struct VectorCodeTests {
    /// The output of one program compiled from all of them.
    private static let answers = Task {
      try await VectorProgram.answers(
        to: VectorManifest.all.flatMap { try $0.questions() }, of: VectorManifest.all)
    }

    @Test(
      "its values equal the manifest's", .timeLimit(.minutes(20)), arguments: VectorManifest.all)
    func values(_ each: VectorManifest) async throws {
      guard try each.code() != nil else { return }
      let manifest = try each.vector.manifest()
      let answers = try await Self.answers.value
      for question in try each.questions() {
        let feature = try #require(manifest.feature(question.feature))
        let layers = FeatureLayers(edit: LocatedValue(try JSONValue.parse(question.config)))
        let wanted = manifest.reading(of: feature, channel: each.channel, under: layers).json
        let found = try JSONValue.parse(try #require(answers[question]))
        #expect(found == .object(wanted), "\(question.feature) \(question.config)")
      }
    }

    @Test("only manifests that Swift cannot express are left out") func leftOut() throws {
      let unsaid = try VectorManifest.all.filter { try $0.code() == nil }.map(\.name)
      #expect(unsaid == VectorManifest.unsayable.keys.sorted())
    }
  }
}

/// A manifest of the vectors in a channel, with its configs.
struct VectorManifest: CustomTestStringConvertible, Sendable {
  let vector: VectorCase
  /// Configs that the vectors declare valid, with their features' ids.
  var configs: [(feature: String, text: String)] = []

  /// The name of its case.
  var name: String { vector.id }
  var channel: String? { vector.channel }
  var testDescription: String { name }

  /// Manifests that Swift cannot express, with the code of the problem.
  static let unsayable = [
    // An Int with a fraction.
    "int-takes-float": "no-code-for-value",
    // A feature `badge` and an object `Badge`.
    "object-defaults-fill": "identifier-clash",
  ]

  static let all: [VectorManifest] = {
    var all = VectorCase.manifests("valid", "extensions").map { VectorManifest(vector: $0) }
    for each in VectorCase.configs where each["errors"] == [] {
      var one = VectorManifest(vector: each)
      let place = all.firstIndex { $0.vector.path == each.path && $0.channel == each.channel }
      one.configs =
        (place.map { all[$0].configs } ?? [])
        + [(each["feature"]?.stringValue ?? "", each["text"]?.stringValue ?? "")]
      if let place { all[place].configs = one.configs } else { all.append(one) }
    }
    return all
  }()

  /// The code of each, generated once.
  private static let codes = Locked<[String: String?]>([:])

  /// Its code with all imports in one file; nil if it cannot be expressed.
  func code() throws -> String? {
    if let known = Self.codes.withLock({ $0[name] }) { return known }
    let code = try generated()
    Self.codes.withLock { $0[name] = .some(code) }
    return code
  }

  private func generated() throws -> String? {
    var file = SingleFile.json(of: try vector.manifest(), channel: channel).objectValue ?? [:]
    file["about"] = ["swift": ["module": "Vector", "class": "VectorNimbus"]]
    if file["channels"] == nil { file["channels"] = ["only"] }
    let whole = try ManifestLoader(files: .memory([:]), workingFolder: "/")
      .load(text: Array(JSONValue.object(file).pretty().utf8), name: "vector.json")
    do {
      return try SwiftCode.file(for: whole, channel: whole.channels.first)
    } catch {
      #expect(
        error.all.map(\.code.description).allSatisfy { $0 == Self.unsayable[name] }, "\(name)")
      return nil
    }
  }

  /// The configs for each feature: empty, its defaults, its examples, changed values, and those of
  /// the vectors.
  func questions() throws -> [VectorQuestion] {
    let manifest = try vector.manifest()
    return manifest.features.flatMap { feature in
      let defaults = manifest.merged(feature, channel: channel).json
      let changed = ChangedConfig(manifest: manifest, module: feature.module).config(
        of: feature, unlike: defaults)
      let configs =
        [[:], .object(defaults), changed] + feature.examples.map(\.value.json)
        + self.configs.filter { $0.feature == feature.id }.compactMap {
          try? JSONValue.parse($0.text)
        }
      return configs.map { VectorQuestion(manifest: name, feature: feature.id, config: $0.compact) }
    }
  }
}
