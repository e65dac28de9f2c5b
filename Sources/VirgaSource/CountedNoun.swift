extension Int {
  /// So many of what `noun` names, as in `1 recipe` and `3 recipes`.
  ///
  /// - Parameter nouns: the plural where that is not the noun with an `s`.
  package func counted(_ noun: String, _ nouns: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(self) \(nouns ?? noun + "s")"
  }
}
