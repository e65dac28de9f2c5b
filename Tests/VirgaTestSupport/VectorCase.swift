import VirgaFiles
package import VirgaJSON

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
  /// The file is in `Vectors` next to the test's source, or in the folder of the environment variable `VIRGA_VECTORS`.
  /// If it is missing there it is skipped with a message; if it is not JSON the run ends.
  package static func all(
    in file: String, list: String = "cases", of target: String? = nil, from source: String = #filePath
  )
    -> [VectorCase]
  {
    let document = document(file, of: target, from: source)
    return (document[list]?.arrayValue ?? []).map { body in
      VectorCase(
        id: body["id"]?.stringValue ?? "a case without id in \(file)", body: body.objectValue ?? [:],
        format: document["format"] ?? .null)
    }
  }

  /// The content of a vector file; null if it is missing.
  package static func document(
    _ file: String, of target: String? = nil, from source: String = #filePath
  ) -> JSONValue {
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
  package static func folder(of target: String? = nil, from source: String = #filePath) -> String {
    if let replacement { return replacement }
    guard let tests = source.ranges(of: "/Tests/").last else { return "Vectors" }
    let target = target ?? String(source[tests.upperBound...].prefix { $0 != "/" })
    return source[..<tests.upperBound] + target + "/Vectors"
  }
}
