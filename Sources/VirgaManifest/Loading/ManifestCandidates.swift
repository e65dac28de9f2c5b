package import VirgaFiles

/// Finds files that look like manifests, to learn which of them include another file.
///
/// The texts are not parsed, so that a manifest with a syntax error is found too, and is reported
/// when it is checked.
package struct ManifestCandidates: Sendable {
  private let files: FileReading
  /// Returns the names of the files in a folder, in any order.
  private let names: @Sendable (_ folder: String) -> [String]

  package init(
    files: FileReading, names: @escaping @Sendable (_ folder: String) -> [String]
  ) {
    self.files = files
    self.names = names
  }

  /// The paths of the manifests in a folder, sorted.
  package func manifests(in folder: String) -> [String] {
    let yaml = names(folder).filter(Self.isYAML).sorted()
    return yaml.map { FilePath.joined(folder, $0) }.filter(isManifest)
  }

  /// Whether a file looks like a manifest: a line begins with `channels:`, and another one with a
  /// second key of manifests, such as `features:`.
  package func isManifest(_ path: String) -> Bool {
    hasLines(path, with: Self.joiningKeys + ["features"])
  }

  /// Whether a manifest includes or imports others.
  package func joinsFiles(_ path: String) -> Bool { hasLines(path, with: Self.joiningKeys) }

  /// The keys with which a manifest has other files.
  private static let joiningKeys = ["includes", "include", "imports", "import"]

  private static func isYAML(_ name: String) -> Bool {
    name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }

  /// Whether a line of a file begins with `channels:`, and another one with one of the keys.
  private func hasLines(_ path: String, with keys: [String]) -> Bool {
    guard let bytes = try? files.read(path) else { return false }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    func hasLine(with keys: [String]) -> Bool {
      lines.contains { line in keys.contains { line.starts(with: "\($0):".utf8) } }
    }
    return hasLine(with: ["channels"]) && hasLine(with: keys)
  }
}
