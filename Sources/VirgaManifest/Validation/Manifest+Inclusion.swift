import VirgaJSON
package import VirgaSource

extension Manifest {
  /// Whether the manifest is of no use by itself: it declares no channels, so another one must
  /// include it.
  package var canOnlyBeIncluded: Bool { channels.isEmpty }

  /// Whether the top file of `other` is one of the files that this manifest includes or imports.
  package func contains(_ other: Manifest) -> Bool {
    guard let path = other.files.first?.path else { return false }
    return files.dropFirst().contains { file in file.path.isSameName(as: path) }
  }

  /// Whether the manifest includes the file whose ``ManifestFile/path`` is `path`; false for a file
  /// that it imports, which is the top file of a module.
  package func includes(_ path: String) -> Bool {
    let isTopFileOfModule = modules.contains { $0.path.isSameName(as: path) }
    return !isTopFileOfModule && files.contains { $0.path.isSameName(as: path) }
  }

  /// The problems that count although no manifest that includes this one is known.
  ///
  /// A file without channels is meant to be included. The including file may declare its channels
  /// and types, and more strings of its aliases, so problems that this can fix do not count. All
  /// problems of a manifest with channels count. Rule: VirgaManifest/Includes.
  package func withoutProblemsFixedByIncluding(_ problems: [ChannelProblem]) -> [ChannelProblem] {
    guard canOnlyBeIncluded else { return problems }
    return problems.filter { !$0.problem.isFixedByIncluding }
  }

  /// The problems that count although no manifest that includes this one is known.
  package func withoutProblemsFixedByIncluding(_ problems: [Problem]) -> [Problem] {
    withoutProblemsFixedByIncluding(problems.map { ChannelProblem($0) }).map(\.problem)
  }
}

extension Problem {
  /// Whether the problem may disappear when another file includes this one.
  fileprivate var isFixedByIncluding: Bool { Self.codesFixedByIncluding.contains(code) }

  /// The including file may have the channels, types, uses of types, strings of aliases and entries
  /// of maps that are missing.
  private static let codesFixedByIncluding: Set<Code> = [
    "no-channels", "unknown-type", "unknown-enum", "unknown-object", "unused-type",
    "unknown-alias-value", "unknown-alias-key", "missing-alias-field", "incomplete-enum-map",
  ]
}
