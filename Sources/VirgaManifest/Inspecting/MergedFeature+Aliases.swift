extension MergedFeature {
  /// The strings of the string alias `name` as the merged values make them, sorted.
  ///
  /// Source of the rule: FML: String aliases.
  public func strings(ofAlias name: String) -> [String] { AliasSets(self).sorted(name) }
}
