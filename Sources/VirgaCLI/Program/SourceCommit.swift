/// The commit that the source was archived from.
enum SourceCommit {
  /// The hash; in a checkout, where `git archive` has not replaced it, a placeholder.
  static let hash = "$Format:%H$"
}
