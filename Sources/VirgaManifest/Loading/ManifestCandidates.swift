package import VirgaFiles
import VirgaJSON
import VirgaSource

/// Finds files that look like manifests, to learn which of them include another file.
///
/// The texts are not parsed, so that a manifest with a syntax error is found too, and is reported
/// when it is checked.
package struct ManifestCandidates: Sendable {
  private let files: FileReading
  /// Returns the names of the files in a folder, in any order.
  private let fileNames: @Sendable (_ folder: String) -> [String]

  /// A finder that reads files through `files`.
  ///
  /// - Parameter names: Returns the names of the files in a folder, in any order.
  package init(
    files: FileReading, names: @escaping @Sendable (_ folder: String) -> [String]
  ) {
    self.files = files
    fileNames = names
  }

  /// The paths of the manifests in a folder, sorted.
  package func manifests(in folder: String) -> [String] {
    let named = fileNames(folder).filter(Self.hasNameOfManifest).sorted()
    return named.map { FilePath.joined(folder, $0) }.filter(isManifest)
  }

  /// Whether a file looks like a manifest: a line begins with `channels:`, and another one with a
  /// second key of manifests, such as `features:`; a JSON file has both keys in quotes.
  package func isManifest(_ path: String) -> Bool {
    hasChannels(in: path, andOneOf: Self.keysOfOtherFiles + ["features"])
  }

  /// Whether a manifest includes or imports others.
  package func hasIncludesOrImports(_ path: String) -> Bool {
    hasChannels(in: path, andOneOf: Self.keysOfOtherFiles)
  }

  /// The keys with which a manifest has other files.
  private static let keysOfOtherFiles = ["includes", "include", "imports", "import"]

  /// Whether a file of that name can be a manifest: any YAML file, and `*.fml.json`.
  package static func hasNameOfManifest(_ name: String) -> Bool {
    name.hasSuffix(".yaml") || name.hasSuffix(".yml") || name.hasSuffix(".fml.json")
  }

  /// Whether a file has the key `channels` and one of `keys`, which together suggest a manifest.
  ///
  /// Each key is at the start of a line. In a JSON file, which may be one line, it is anywhere in
  /// quotes.
  private func hasChannels(in path: String, andOneOf keys: [String]) -> Bool {
    guard let bytes = try? files.read(path) else { return false }
    if path.hasSuffix(".json") {
      let text = String(decoding: bytes, as: UTF8.self)
      let isQuoted = { (key: String) in text.containsBytes(of: "\"\(key)\"") }
      return isQuoted("channels") && keys.contains(where: isQuoted)
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    func hasLine(beginningWithOneOf keys: [String]) -> Bool {
      lines.contains { line in keys.contains { line.starts(with: "\($0):".utf8) } }
    }
    return hasLine(beginningWithOneOf: ["channels"]) && hasLine(beginningWithOneOf: keys)
  }
}
