import VirgaFiles
package import VirgaJSON
package import VirgaManifest
package import VirgaSource

/// A case of a vector file: test data that can be used with several programs.
package struct VectorCase: Sendable, CustomStringConvertible {
  /// The name of the case in test results.
  package let id: String
  /// The whole case.
  package let body: JSONObject
  /// The file's description of its cases.
  package let format: JSONValue

  /// The member `key` of the case.
  package subscript(key: String) -> JSONValue? { body[key] }

  /// The name of the case.
  package var description: String { id }

  /// The cases of a file such as `sdk/jexl.json`.
  ///
  /// The file is in `Vectors` next to the test's source, or in the folder of the environment
  /// variable `VIRGA_VECTORS`. If it is missing there it is skipped with a message; if it is not
  /// JSON the run ends. The list may also be an object, with each case under its name.
  package static func all(
    in file: String, list: String = "cases", of target: String? = nil,
    from source: String = #filePath
  )
    -> [VectorCase]
  {
    let document = document(file, of: target, from: source)
    let named = document[list]?.objectValue?.map { ($0.key, $0.value) }
    let cases = document[list]?.arrayValue?.map {
      ($0["id"]?.stringValue ?? "a case without id in \(file)", $0)
    }
    return (named ?? cases ?? []).map { id, body in
      VectorCase(id: id, body: body.objectValue ?? [:], format: document["format"] ?? .null)
    }
  }

  /// The content of a vector file; null if it is missing.
  private static func document(_ file: String, of target: String?, from source: String) -> JSONValue
  {
    let path = folder(of: target, from: source) + "/" + file
    guard let bytes = try? FileReading.disk().read(path) else {
      precondition(replacement != nil, "there are no vectors in \(path)")
      print("skipped: no readable vectors in \(path)")
      return .null
    }
    do {
      return try JSONValue.parse(bytes, name: path)
    } catch {
      fatalError("the vectors in \(path) are no JSON: \(error)")
    }
  }

  /// Whether `VIRGA_VECTORS` replaces the vectors of this repository.
  package static var areReplaced: Bool { replacement != nil }

  private static let replacement = Repository.environment("VIRGA_VECTORS")

  /// The folder with the vectors: of a test target, else of the test's source, or the replacement.
  private static func folder(of target: String?, from source: String = #filePath) -> String {
    if let replacement { return replacement }
    guard let tests = source.ranges(of: "/Tests/").last else { return "Vectors" }
    let target = target ?? String(source[tests.upperBound...].prefix { $0 != "/" })
    return source[..<tests.upperBound] + target + "/Vectors"
  }
}

/// Cases about manifests, which belong to the tests of VirgaManifest.
extension VectorCase {
  /// The cases in lists of `fml/cases.json`.
  package static func manifests(_ lists: String...) -> [VectorCase] {
    lists.flatMap { all(in: "fml/cases.json", list: $0, of: "VirgaManifestTests") }
  }

  /// The cases about configs that are typed in an editor.
  package static let configs = all(in: "fml/editor.json", of: "VirgaManifestTests")

  private static let manifestFolder = folder(of: "VirgaManifestTests") + "/fml"
  private var file: String { body["file"]?.stringValue ?? "" }

  /// The path of the manifest.
  package var path: String { "\(Self.manifestFolder)/\(file)" }

  /// The channel of the manifest.
  package var channel: String? { body["channel"]?.stringValue }

  /// Loads the manifest.
  package func manifest() throws(Problems) -> Manifest {
    try ManifestLoader(files: .disk(), workingFolder: Self.manifestFolder).load(file)
  }
}
