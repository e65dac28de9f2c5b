import Testing
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

/// Manifests of real apps, from the folder `VIRGA_MANIFESTS`.
@Suite("Manifests of real apps") struct ManifestLoaderRealAppTests {
  private static let folder = Repository.realManifests

  private static let roots: [String] = {
    guard let folder else {
      print("skipped: VIRGA_MANIFESTS names no folder with manifests of real apps")
      return []
    }
    let apps = [
      "firefox-ios-2024-06/firefox-ios", "firefox-ios-2024-06/focus-ios",
      "firefox-android-2024-06/fenix/app",
      "firefox-android-2024-06/focus-android/app", "fenix-2023-02", "freespoke-browser-ios-2024-06",
      "qwant-junior-ios-2022-08",
    ]
    return apps.map { "\(folder)/\($0)/nimbus.fml.yaml" } + merged
  }()

  /// Files that the real tool wrote for one channel, with all defaults merged.
  private static let merged = (folder.map { FileTree.files(below: "\($0)/experimenter") } ?? [])
    .filter { $0.hasSuffix(".fml.yaml") }

  /// A file that no YAML reader accepts, although its app once shipped it.
  private static let broken = "contextualHintFeature.yaml"

  private func load(_ file: String) throws -> Manifest {
    try ManifestLoader(files: .disk(), workingFolder: FilePath.folder(of: file)).load(file)
  }

  @Test("load without errors in every channel", arguments: roots)
  func channels(_ file: String) throws {
    let manifest = try load(file)
    let found = manifest.channels.reduce(manifest.problems) { $0 + manifest.problems(in: $1) }
    let errors = found.filter {
      $0.severity == .error && $0.location?.file.hasSuffix(Self.broken) != true
    }
    #expect(errors.map { $0.rendered() } == [])
    #expect(!manifest.features.isEmpty)
  }

  @Test(
    "load except for a broken file, which is reported with its position",
    arguments: roots.filter { $0.contains("freespoke") })
  func brokenFile(_ file: String) throws {
    let manifest = try load(file)
    let errors = manifest.problems.filter { $0.severity == .error }
    #expect(errors.map(\.code) == ["malformed-yaml"])
    #expect(errors.first?.location?.range.start.line == 12)
    #expect(!manifest.isComplete)
    #expect(manifest.features.count == 12)
  }

  @Test("merge to the same defaults as nimbus-fml", arguments: merged)
  func defaults(_ file: String) throws {
    let manifest = try load(file)
    for feature in manifest.features {
      let merged = manifest.merged(feature, channel: manifest.channels.first)
      for each in merged.variables {
        let written = each.variable.defaultValue?.json ?? .null
        let name = "\(feature.id).\(each.variable.name)"
        #expect(fills(each.value.json, written, each.variable.type, manifest.modules[0]), "\(name)")
      }
    }
  }

  /// Whether a value equals the written one, except for added fields of objects.
  ///
  /// The real tool does not complete objects that a block adds to a map; readers of its output do.
  private func fills(
    _ value: JSONValue, _ written: JSONValue, _ type: VariableType, _ module: Module
  ) -> Bool {
    guard case .object(let members) = written, case .object(let filled) = value else {
      return value == written
    }
    switch type {
    case .map(_, let item):
      return members.count == filled.count
        && members.allSatisfy { member in
          filled[member.key].map { fills($0, member.value, item, module) } ?? false
        }
    case .object(let name):
      guard let definition = module.object(name) else { return false }
      return filled.allSatisfy { member in
        guard let field = definition.field(member.key) else { return false }
        return members[member.key].map { fills(member.value, $0, field.type, module) } ?? true
      }
    default: return value == written
    }
  }
}
