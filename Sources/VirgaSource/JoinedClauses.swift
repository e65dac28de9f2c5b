extension String {
  /// This clause and then another: separated by a semicolon, or only by a space if this one ends
  /// with a question mark.
  package func followed(byClause next: String) -> String {
    let isQuestion = utf8.last == UInt8(ascii: "?")
    return self + (isQuestion ? " " : "; ") + next
  }
}

extension Sequence<String> {
  /// The clauses as one text, with a semicolon between two, or only a space after a question.
  package var joinedAsClauses: String {
    reduce(into: "") { text, clause in
      text = text.isEmpty ? clause : text.followed(byClause: clause)
    }
  }
}
