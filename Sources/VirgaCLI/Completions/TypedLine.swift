/// A command line that a shell completes: its words without the program and without the shell's
/// quotes.
struct TypedLine {
  /// The words before the one to complete.
  var before: [String]
  /// The word to complete, up to the cursor.
  var prefix: String
  /// The words after it.
  var after: [String] = []
}

extension String {
  /// The parts of a word up to its first `separator`, which is in the lead, and after it; nil
  /// without one.
  ///
  /// `a=b=c` gives `a=` and `b=c`.
  func cut(afterFirst separator: Unicode.Scalar) -> (lead: String, rest: String)? {
    unicodeScalars.firstIndex(of: separator).map(cut)
  }

  /// The parts of a word up to its last `separator`, which is in the lead, and after it; nil
  /// without one.
  ///
  /// `a/b/c` gives `a/b/` and `c`.
  func cut(afterLast separator: Unicode.Scalar) -> (lead: String, rest: String)? {
    unicodeScalars.lastIndex(of: separator).map(cut)
  }

  /// The parts of the word up to the scalar at `index`, and after it.
  ///
  /// Cuts between scalars, because an accent that combines with the separator would make one
  /// character of both.
  private func cut(after index: String.Index) -> (lead: String, rest: String) {
    let start = unicodeScalars.index(after: index)
    return (String(unicodeScalars[..<start]), String(unicodeScalars[start...]))
  }
}
