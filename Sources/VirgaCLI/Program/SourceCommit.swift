enum SourceCommit {
  /// Its hash; in a checkout, where `git archive` has not replaced it, a placeholder.
  static let hash = "$Format:%H$"
}
