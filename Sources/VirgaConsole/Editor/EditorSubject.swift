import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaWorkbench

struct EditorSubject: Sendable {
  /// What determines the result of a text.
  struct Key: Equatable, Sendable {
    let feature: String
    let manifest: Workspace.Identity
    let channel: Name?
    let enrolled: EffectiveFeature?
    let preferences: [Name: JSONValue]
  }

  let manifest: Manifest
  let base: MergedFeature
  private let enrolled: EffectiveFeature?
  private let preferences: [Name: JSONValue]

  init(
    manifest: Manifest, feature: FeatureDefinition, channel: String?, enrolled: EffectiveFeature? = nil,
    preferences: [Name: JSONValue] = [:]
  ) {
    self.manifest = manifest
    self.enrolled = enrolled
    self.preferences = preferences
    base = manifest.merged(feature, channel: channel, under: FeatureLayers(enrolled))
  }

  /// The feature as the app gets it with a config as its edit; without one, as it gets it now.
  func merged(under config: LocatedValue?) -> MergedFeature {
    let layers = FeatureLayers(enrolled, edit: config, preferences: preferences)
    return manifest.merged(base.feature, channel: base.channel, under: layers)
  }

  static let textName = "edit.json"
}

/// A check of one version of a text; it can run on any thread.
package struct EditorCheck: Sendable {
  var feature: String { subject.base.feature.id }
  let revision: ConfigEditor.Revision
  let buffer: TextBuffer
  let subject: EditorSubject

  /// Checks the text.
  package func run() -> Finding {
    let source = buffer.source
    if source.bytes.allSatisfy({ $0 <= 0x20 }) {
      return Finding(findings: [], merged: MergedRows(subject.merged(under: nil)))
    }
    let check = subject.manifest.check(config: source, over: subject.base)
    let findings = check.findings.map { ConfigEditor.Finding($0, in: buffer) }
    return Finding(findings: findings, merged: check.isValid ? MergedRows(subject.merged(under: check.config)) : nil)
  }

  /// The result of a check.
  package struct Finding: Sendable {
    let findings: [ConfigEditor.Finding]
    /// Nil if the text has errors.
    let merged: MergedRows?
  }
}

extension Background.Job where Request == EditorCheck, Answer == EditorCheck.Finding {
  /// Checks the text.
  package func run() -> Background.Reply { reply(request.run()) }
}
