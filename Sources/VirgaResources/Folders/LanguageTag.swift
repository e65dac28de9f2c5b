/// A language such as `de` or `pt-BR`, by which folders of translations are told apart.
public struct LanguageTag: Hashable, Sendable, ExpressibleByStringLiteral {
  /// Language, script and region in lower case.
  private let parts: [Substring]

  /// The language called `name`: `de-DE`, `de_DE`, and as Android spells it `de-rDE` or `b+sr+Latn`.
  public init(_ name: String) {
    let pieces = name.lowercased().split { "-_+".contains($0) }
    let named = name.hasPrefix("b+") ? pieces.dropFirst() : pieces[...]
    parts = named.enumerated().map { index, piece in
      index > 0 && piece.count == 3 && piece.first == "r" ? piece.dropFirst() : piece
    }
  }

  /// The language that a literal names.
  public init(stringLiteral name: String) { self.init(name) }

  /// How well the language called `name` serves: 2 for the same, 1 for its general form, nil for another.
  func rank(of name: String) -> Int? {
    let other = LanguageTag(name)
    if other == self { return 2 }
    return other.parts.count == 1 && other.parts.first == parts.first ? 1 : nil
  }
}
