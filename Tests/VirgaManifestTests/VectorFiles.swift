import Glibc
import Testing
import VirgaJSON
import VirgaSource

/// The test vectors of the language: in this folder, or where `VIRGA_VECTORS` says.
enum VectorFiles {
  static let folder: String = {
    if let named = getenv("VIRGA_VECTORS") { return String(cString: named) + "/fml" }
    return FilePath.folder(of: #filePath) + "/Vectors/fml"
  }()

  /// A JSON file of the vectors; nil, and said, where it is missing.
  static func json(_ name: String) -> JSONValue? {
    guard let bytes = try? FileReading.disk().read("\(folder)/\(name)") else {
      print("skipped: there is no \(folder)/\(name)")
      return nil
    }
    return try? JSONValue.parse(bytes, name: name)
  }
}

/// One case of a vector file; a failure names it.
struct VectorCase: CustomTestStringConvertible, Sendable {
  let body: JSONValue
  var id: String { body["id"]?.stringValue ?? "" }
  var file: String { "\(VectorFiles.folder)/\(body["file"]?.stringValue ?? "")" }
  var channel: String? { body["channel"]?.stringValue }
  var testDescription: String { id }

  static func all(_ list: String, of file: String = "cases.json") -> [VectorCase] {
    (VectorFiles.json(file)?[list]?.arrayValue ?? []).map(VectorCase.init)
  }
}
