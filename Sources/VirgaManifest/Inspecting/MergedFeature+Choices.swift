package import VirgaJSON

extension MergedFeature {
  /// The strings of the string alias `name` as the merged values make them, sorted.
  ///
  /// Source of the rule: FML: String aliases.
  package func strings(ofAlias name: String) -> [String] { AliasSets(self).sorted(name) }

  /// The values that a type leaves to choose from, each with a word about it; nil where anything may be typed.
  package func choices(of type: VariableType) -> [(value: JSONValue, description: String)]? {
    switch type {
    case .boolean: [(true, ""), (false, "")]
    case .enumeration(let name):
      (types.enumeration(name)?.variants ?? []).map { (.string($0.name), $0.description) }
    case .alias(let name): strings(ofAlias: name).map { (.string($0), "") }
    case .option(let inner): choices(of: inner).map { $0 + [(.null, "no value")] }
    case .list, .map, .object, .string, .int, .double, .text, .image: nil
    }
  }
}
