import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource

/// Problems in the Static Analysis Results Interchange Format 2.1.0 (OASIS).
struct SARIF {
  private let files: ReportedFiles

  init(_ files: ReportedFiles) { self.files = files }

  /// A page about the language that virga checks; virga has no page of its own on the web.
  private static let informationPage = "https://experimenter.info/fml/fml-spec"

  /// The name of the folder that relative paths start at.
  private static let baseName = "SRCROOT"

  /// A report with a result for each problem, and a rule for each code among them.
  func report(_ problems: [Problem]) -> JSONValue {
    var codes: [String] = []
    for problem in problems where !codes.contains(problem.code.description) {
      codes.append(problem.code.description)
    }
    let rules = codes.map { code -> JSONValue in
      let meaning = ProblemCodes.meanings(of: code).joined(separator: "; ")
      return [
        "id": .string(code), "shortDescription": ["text": .string(meaning)],
        "help": ["text": .string("virga help problems \(code)")],
        "helpUri": .string(Self.informationPage),
      ]
    }
    let driver: JSONValue = [
      "name": "virga", "version": .string(ProgramVersion.number),
      "informationUri": .string(Self.informationPage), "rules": .array(rules),
    ]
    let run: JSONValue = [
      "tool": ["driver": driver],
      "originalUriBaseIds": base,
      "columnKind": "unicodeCodePoints",
      "results": .array(problems.map(result)),
    ]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": .array([run]),
    ]
  }

  /// The folder that relative paths start at, by its name.
  private var base: JSONValue {
    // The URI of a folder ends with a slash.
    let folder = files.base.hasSuffix("/") ? files.base : files.base + "/"
    return .object([Self.baseName: ["uri": .string(Self.uri(folder))]])
  }

  /// The result of a problem, with its place in a file and its path in the manifest if it has them.
  ///
  /// A hint is a `note` in SARIF.
  private func result(_ problem: Problem) -> JSONValue {
    var result: JSONObject = [
      "ruleId": .string(problem.code.description),
      "level": problem.severity == .hint ? "note" : .string(problem.severity.rawValue),
      "message": ["text": .string(problem.sentence)],
    ]
    var locationObject = JSONObject()
    if let location = problem.location {
      locationObject["physicalLocation"] = [
        "artifactLocation": artifact(location.file), "region": Self.region(location.range),
      ]
    }
    if !problem.path.isEmpty {
      let name = ProblemPath(problem.path).text
      locationObject["logicalLocations"] = [["fullyQualifiedName": .string(name)]]
    }
    if !locationObject.isEmpty { result["locations"] = [.object(locationObject)] }
    return .object(result)
  }

  /// The lines and columns of a range; without an end if the range is empty.
  private static func region(_ range: SourceRange) -> JSONValue {
    var region: JSONObject = [
      "startLine": .integer(Int64(range.start.line)),
      "startColumn": .integer(Int64(range.start.column)),
    ]
    if range.end > range.start {
      region["endLine"] = .integer(Int64(range.end.line))
      region["endColumn"] = .integer(Int64(range.end.column))
    }
    return .object(region)
  }

  /// Where a file is: relative to the folder ``baseName`` if it is in that, else as it is named.
  private func artifact(_ file: String) -> JSONValue {
    guard let name = files.name(of: file) else { return ["uri": .string(Self.uri(file))] }
    return ["uri": .string(Self.uri(name)), "uriBaseId": .string(Self.baseName)]
  }

  /// The URI of a file: `file:///folder/a%20b.yaml`, or `a%20b.yaml` for a relative path.
  private static func uri(_ file: String) -> String {
    guard !file.contains("://") else { return file }
    let path = (file.hasPrefix("/") ? "file://" : "") + file
    return PercentEncoding.encoded(bytes(of: path)) {
      $0.isLetter || $0.isDigit || "-._~/:@+".utf8.contains($0)
    }
  }

  /// The bytes of a path as the system has them, without the zero at their end.
  private static func bytes(of path: String) -> [UInt8] {
    guard let systemBytes = try? SystemPath.bytes(of: path) else { return Array(path.utf8) }
    return systemBytes.dropLast().map(UInt8.init(bitPattern:))
  }
}
