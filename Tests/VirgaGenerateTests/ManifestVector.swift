import Testing
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaTestSupport

/// The valid manifests of the language's vectors, which belong to the tests of VirgaManifest.
struct ManifestVector: CustomTestStringConvertible, Sendable {
  let vector: VectorCase

  var testDescription: String { vector.id }
  var channel: String? { vector["channel"]?.stringValue }

  /// The folder of the vectors.
  static let folder = VectorCase.folder(of: "VirgaManifestTests") + "/fml"

  static func all(_ lists: String...) -> [ManifestVector] {
    lists.flatMap { VectorCase.all(in: "fml/cases.json", list: $0, of: "VirgaManifestTests").map(ManifestVector.init) }
  }

  func manifest() throws -> Manifest {
    try ManifestLoader(files: .disk(), workingFolder: Self.folder).load(vector["file"]?.stringValue ?? "")
  }
}
