import VirgaJSON

/// A manifest that uses words as names, with variables that refer to them.
struct WordManifest {
  /// What the words name.
  enum Place: String, CaseIterable { case features, variables, enums, variants, objects, fields }

  let place: Place
  let words: [String]

  /// The manifest's text.
  var text: String {
    """
    about: {description: d, kotlin: {package: org.example.\(place), class: .WordsNimbus}}
    channels: [a]
    features: {\(list(features))}
    enums: {\(list(enums))}
    objects: {\(list(objects))}

    """
  }

  /// The text of a manifest that imports this one, `name`, and sets a variable of each feature.
  func importing(_ name: String, setting variable: (_ word: String) -> String) -> String {
    let blocks = words.map { "\(quoted($0)): [{value: {\(quoted(variable($0))): 2}}]" }
    return """
      about: {description: d, kotlin: {package: org.example.importing, class: .ImportingNimbus}}
      channels: [a]
      import: [{path: \(name), channel: a, features: {\(list(blocks))}}]
      features: {}

      """
  }

  private var features: [String] {
    switch place {
    case .features: words.map { feature($0, [member($0, "Int", "1")]) }
    case .variables:
      kinds.flatMap { features("with", $0.type, $0.value) }
        + features("stored", "Boolean", "true", ", pref-key: key")
    case .enums:
      uses("Enum<*>") { quoted($0) } + uses("List<Enum<*>>") { "[\(quoted($0))]" }
        + uses("Map<Enum<*>, Int>") { "{\(quoted($0)): 1}" }
        + uses("Option<Enum<*>>") { _ in "null" }
    case .variants: uses("Kind") { quoted($0) }
    case .objects:
      uses("Object<*>") { _ in "{}" } + uses("List<Object<*>>") { _ in "[{}]" }
        + uses("Map<String, Object<*>>") { _ in "{}" } + uses("Option<Object<*>>") { _ in "null" }
    case .fields: []
    }
  }

  private var enums: [String] {
    switch place {
    case .enums:
      words.map { "\(quoted($0)): {description: d, variants: {\(quoted($0)): {description: d}}}" }
    case .variants:
      [
        "Kind: {description: d, variants: {\(list(words.map { "\(quoted($0)): {description: d}" }))}}"
      ]
    default: []
    }
  }

  private var objects: [String] {
    switch place {
    case .objects:
      words.map { "\(quoted($0)): {description: d, fields: {\(member("of", "Int", "1"))}}" }
    case .fields:
      kinds.enumerated().flatMap { index, kind in
        pieces.enumerated().map { piece, words in
          let fields = words.map { member($0, kind.type, kind.value) }
          return "Kind\(index)Piece\(piece): {description: d, fields: {\(list(fields))}}"
        }
      }
    default: []
    }
  }

  /// Types that generated code treats differently, with defaults.
  private let kinds: [(type: String, value: String)] = [
    ("Boolean", "true"), ("String", "text"), ("Text", "object"), ("Image", "fun"),
    ("Option<Int>", "null"),
    ("List<Option<Int>>", "[1]"), ("Map<String, List<String>>", "{}"),
  ]

  /// The words in groups small enough for a constructor's parameters.
  private var pieces: [[String]] {
    stride(from: 0, to: words.count, by: 50).map { Array(words[$0..<min($0 + 50, words.count)]) }
  }

  /// Features with the words as variables.
  private func features(
    _ prefix: String, _ type: String, _ value: String, _ more: String = ""
  ) -> [String] {
    pieces.enumerated().map { piece, words in
      feature("\(prefix) \(type) \(piece)", words.map { member($0, type, value, more) })
    }
  }

  /// Features with a variable for each word; its type is `type` with `*` replaced by the word.
  private func uses(_ type: String, _ value: (_ word: String) -> String) -> [String] {
    pieces.enumerated().map { piece, words in
      let variables = words.enumerated().map { index, word in
        let name = type.split(separator: "*", omittingEmptySubsequences: false).joined(
          separator: word)
        return member("v\(index)", name, value(word))
      }
      return feature("\(type) \(piece)", variables)
    }
  }

  private func feature(_ name: String, _ variables: [String]) -> String {
    "\(quoted(name)): {description: d, variables: {\(list(variables))}}"
  }

  private func member(
    _ name: String, _ type: String, _ value: String, _ more: String = ""
  ) -> String {
    "\(quoted(name)): {description: d, type: \(quoted(type)), default: \(value)\(more)}"
  }

  private func list(_ items: [String]) -> String { items.joined(separator: ",\n  ") }

  private func quoted(_ text: String) -> String { JSONValue.string(text).compact }
}
