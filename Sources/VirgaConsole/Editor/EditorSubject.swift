package import VirgaManifest
import VirgaSource

/// What a config is written for: a feature of a manifest, with the values that count without the config.
package struct EditorSubject: Sendable {
  /// The manifest.
  package var manifest: Manifest
  /// The feature with every layer below the edit.
  package var base: MergedFeature

  /// A subject; see the properties.
  package init(manifest: Manifest, base: MergedFeature) {
    self.manifest = manifest
    self.base = base
  }

  /// A feature with nothing but its defaults in `channel`.
  package init(manifest: Manifest, feature: Feature, channel: String?) {
    self.init(manifest: manifest, base: manifest.merged(feature, channel: channel))
  }

  /// What problems call the text that is typed.
  package static let textName = "edit.json"
}

/// A check of one version of a text: can be run anywhere.
package struct EditorCheck: Sendable, Equatable {
  /// The version of the text.
  package let version: Int
  let buffer: TextBuffer
  let subject: EditorSubject

  /// Checks the text.
  package func run() -> Finding {
    let source = SourceText(name: EditorSubject.textName, text: buffer.text)
    let isBlank = source.bytes.allSatisfy { $0 <= 0x20 }
    guard !isBlank else {
      return Finding(version: version, findings: [], isValid: true, merged: MergedRows(subject.base))
    }
    let check = subject.manifest.check(config: source, over: subject.base)
    let findings = check.findings.compactMap { ConfigEditor.Finding($0, in: buffer) }
    let rows = check.isValid ? check.merged.map(MergedRows.init) : nil
    return Finding(version: version, findings: findings, isValid: check.isValid, merged: rows)
  }

  /// What a check found.
  package struct Finding: Sendable {
    let version: Int
    let findings: [ConfigEditor.Finding]
    let isValid: Bool
    let merged: MergedRows?
  }

  /// The check of the same version.
  package static func == (left: EditorCheck, right: EditorCheck) -> Bool { left.version == right.version }
}
