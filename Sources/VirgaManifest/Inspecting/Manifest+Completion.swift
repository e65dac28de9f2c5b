import VirgaJSON
public import VirgaSource

extension Manifest {
  /// What may stand at a place of a config, a partial one, for a feature in `channel`; the text may be unfinished.
  ///
  /// For a key: names that the object lacks, each with the value that counts now. For a value: variants, strings of
  /// an alias, truth values, null, the value that counts now. What does not begin as the typed text does is left out.
  public func completions(
    in config: SourceText, at place: SourcePosition, feature: Feature, channel: String?
  ) -> [Completion] {
    let document = JSONDocument.parse(config)
    let context = document.cursorContext(at: config.offset(of: place))
    var laid = merged(feature, channel: channel)
    let current = JSONValue.object(laid.json)
    if let value = document.value { laid.lay(value, layer: .edit) }
    let finder = CompletionFinder(merged: laid, current: current, context: context, document: document)
    return finder.find().filter { $0.begins(with: context.prefix) }
  }
}

extension Completion {
  fileprivate func begins(with prefix: String) -> Bool {
    prefix.isEmpty || label.lowercased().hasPrefix(prefix.lowercased())
  }
}
