import VirgaExperiments
import VirgaJSON
package import VirgaSource

extension Manifest {
  /// What may stand at a place of a config, a partial one, for a feature in `channel`; the text may be unfinished.
  ///
  /// For a key: names that the object lacks, each with the value that counts now. For a value: variants, strings of
  /// an alias, truth values, null, the value that counts now. What does not begin as the typed text does is left out.
  package func completions(
    in config: SourceText, at place: SourcePosition, feature: FeatureDefinition, channel: String?
  ) -> [Completion] {
    completionList(in: config, at: place, over: merged(feature, channel: channel)).items
  }

  /// The same over values that count already, with the stretch that a chosen one replaces.
  ///
  /// - Parameter narrows: leaves out what does not begin as the typed text does.
  package func completionList(
    in config: SourceText, at place: SourcePosition, over base: MergedFeature, narrows: Bool = true
  ) -> CompletionList {
    let document = JSONDocument.parse(config)
    let context = document.cursorContext(at: config.offset(of: place))
    let current = JSONValue.object(base.json)
    var laid = base
    // Nothing but the sets of aliases depends on what is typed elsewhere in the config.
    if base.types.hasAliases, let value = document.value { laid.lay(value, layer: .edit) }
    let finder = CompletionFinder(merged: laid, current: current, context: context, document: document)
    let all = finder.find()
    return CompletionList(
      range: config.range(of: context.range), items: narrows ? all.filter { $0.begins(with: context.prefix) } : all)
  }
}

/// What may be typed at a place of a config, and the stretch that it replaces.
package struct CompletionList: Sendable {
  /// The key or value that is typed at the place; empty where none has been begun.
  package let range: SourceRange
  /// What may stand there.
  package let items: [Completion]
}

extension Completion {
  fileprivate func begins(with prefix: String) -> Bool {
    prefix.isEmpty || label.lowercased().hasPrefix(prefix.lowercased())
  }
}
