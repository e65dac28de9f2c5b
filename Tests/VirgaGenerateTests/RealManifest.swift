import Testing
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport
import VirgaYAML

/// A manifest that an app published as a single file, from the folder `VIRGA_MANIFESTS`.
struct RealManifest: CustomTestStringConvertible, Sendable {
  let folder: String
  let file: String

  var testDescription: String { "\(FilePath.name(of: folder))/\(file)" }

  /// Its channel, from the file name.
  var channel: String { String(file.prefix { $0 != "." }) }

  static let all: [RealManifest] = {
    guard let root = Repository.realManifests else {
      print("skipped: VIRGA_MANIFESTS names no folder of real manifests")
      return []
    }
    return FileTree.files(below: "\(root)/experimenter").filter { $0.hasSuffix(".fml.yaml") }.map {
      RealManifest(folder: FilePath.folder(of: $0), file: FilePath.name(of: $0))
    }
  }()

  func text() throws -> String {
    String(decoding: try FileReading.disk().read("\(folder)/\(file)"), as: UTF8.self)
  }

  func json() throws -> JSONValue? {
    LocatedValue.read(SourceText(name: file, text: try text())).value?.json
  }

  func manifest() throws -> Manifest {
    try ManifestLoader(files: .disk(), workingFolder: folder).load(file)
  }

  /// The document that was published with the manifest.
  func experimenter() throws -> JSONValue {
    let bytes = try FileReading.disk().read("\(folder)/experimenter.yaml")
    let read = LocatedValue.read(SourceText(name: "experimenter.yaml", bytes: bytes))
    return try #require(read.value).json
  }
}
