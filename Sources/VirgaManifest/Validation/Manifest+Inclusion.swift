import VirgaJSON
package import VirgaSource

extension Manifest {
  /// Whether only other manifests can use it, by including it: it declares no channels.
  package var canOnlyBeIncluded: Bool { channels.isEmpty }

  /// Whether `other` is one of the files that it includes or imports.
  package func contains(_ other: Manifest) -> Bool {
    guard let path = other.files.first?.path else { return false }
    return files.dropFirst().contains { file in file.path.isSameName(as: path) }
  }

  /// Whether it includes the file with an identity, which is its ``ManifestFile/path``; false for a
  /// file that it imports.
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

  /// The problems among `problems` that count if no manifest that includes it is known.
  package func withoutProblemsFixedByIncluding(_ problems: [Problem]) -> [Problem] {
    withoutProblemsFixedByIncluding(problems.map { ChannelProblem($0) }).map(\.problem)
  }
}

extension Problem {
  /// Whether it may disappear when the file is included by another.
  fileprivate var isFixedByIncluding: Bool { Self.codesFixedByIncluding.contains(code) }

  /// The including file may have the channels, types, uses of types, strings of aliases and entries
  /// of maps that are missing.
  private static let codesFixedByIncluding: Set<Code> = [
    "no-channels", "unknown-type", "unknown-enum", "unknown-object", "unused-type",
    "unknown-alias-value", "unknown-alias-key", "missing-alias-field", "incomplete-enum-map",
  ]
}
