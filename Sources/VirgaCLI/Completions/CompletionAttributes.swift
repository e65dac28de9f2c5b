import VirgaJSON
import VirgaRuntime
import VirgaSource
import VirgaTargeting

/// The targeting attributes that clients of the line's app have.
struct CompletionAttributes {
  /// The attributes of the file given with `--context`.
  var context: JSONObject = [:]
  /// The attributes that the line's session sets.
  var session: JSONObject = [:]
  /// The attributes that the configuration names.
  var configured: Set<Name> = []

  /// The name of the client's app in recipes; nil if neither the context nor the session has one.
  private var app: String? { (context["app_name"] ?? session["app_name"])?.stringValue }

  /// The attributes of every client and of its app, or of any app if it is unknown; after them the
  /// attributes that only a file, the session or the configuration has.
  var candidates: [CompletionCandidate] {
    let known = KnownAttribute.all(of: app)
    let given = Set(naming: context.keys + session.keys).union(configured)
    let others = given.subtracting(Set(naming: known.map(\.name)))
    return known.map { CompletionCandidate(text: $0.name, note: $0.summary) }
      + others.sortedTexts().map { CompletionCandidate(text: $0) }
  }

  /// The attributes that can continue an expression after its last operator, or the transforms
  /// after a `|`; each with the expression before it, as the whole word.
  ///
  /// For `locale == 'de' && reg` it is `locale == 'de' && region`. Nothing is offered in a string,
  /// after a `.`, or in a number.
  func candidates(inExpression typed: String) -> [CompletionCandidate] {
    let typedName = Self.name(atEndOf: typed)
    let lead = String(typed.unicodeScalars.dropLast(typedName.count))
    if Self.endsInString(lead) { return [] }
    let isNumber = typedName.first.map { Character($0).isNumber } ?? false
    if isNumber { return [] }
    // The expression can go on after a name, so the word does not end there.
    return names(after: lead).map {
      CompletionCandidate(text: lead + $0.text, note: $0.note, isComplete: false)
    }
  }

  /// The letters, digits and underscores at the end of an expression.
  private static func name(atEndOf typed: String) -> Substring.UnicodeScalarView {
    let scalars = typed.unicodeScalars
    guard let lastOther = scalars.lastIndex(where: { !continuesName($0) }) else {
      return scalars[...]
    }
    return scalars[scalars.index(after: lastOther)...]
  }

  /// The names that can follow `lead`: transforms after a single `|`, nothing after a `.`, which
  /// leads to a member of a value, and else attributes.
  private func names(after lead: String) -> [CompletionCandidate] {
    let backwards = String(lead.reversed().drop { $0 == " " })
    if backwards.hasPrefix(".") { return [] }
    let isAfterPipe = backwards.hasPrefix("|") && !backwards.hasPrefix("||")
    if isAfterPipe { return Transform.allCases.map { CompletionCandidate(text: $0.rawValue) } }
    return candidates
  }

  /// Whether a scalar can be part of an attribute's name.
  private static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  /// Whether a string literal is open at the end of an expression.
  private static func endsInString(_ text: String) -> Bool {
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        quote = scalar
      }
    }
    return quote != nil
  }
}
