import VirgaJSON
import VirgaSource

/// Parses a type as manifests write it: `Map<Section, List<Int>>`.
///
/// Generics nest freely, and `T?` means `Option<T>`. Rule: VirgaManifest/WritingTypes.
struct TypeParser {
  /// The names that a module declares.
  struct Names {
    var enums: Set<Name> = []
    var objects: Set<Name> = []
    var aliases: Set<Name> = []
  }

  /// Why a text is not a type.
  struct Failure: Error {
    var code: Problem.Code
    var message: String
    var hint: String?
    /// The wrong part of the text, in Unicode scalars.
    var part: Range<Int>
  }

  /// The maximum number of types inside each other.
  private static let maximumDepth = 32
  /// The types that have no other type inside, by their names.
  private static let simpleTypes: [String: VariableType] = [
    "String": .string, "Int": .int, "Double": .double, "Boolean": .boolean, "Text": .text,
    "BundleText": .text,
    "Image": .image, "BundleImage": .image, "Drawable": .image,
  ]
  private static let generics = ["Option", "List", "Map", "Enum", "Object"]

  /// Whether the language itself uses the name, so that no type may be called so.
  static func isReserved(_ name: String) -> Bool {
    simpleTypes[name] != nil || generics.contains(name)
  }

  private let text: [Unicode.Scalar]
  private let names: Names
  private let givesHints: Bool
  /// The index of the next scalar of `text`.
  private var index = 0
  /// The number of `?` read so far: each nests the type once more.
  private var questionMarks = 0

  /// The type that the whole text means.
  ///
  /// - Parameters:
  ///   - names: The types that the text may name besides the language's own.
  ///   - givesHints: Whether to look for names similar to an unknown one, which takes time.
  static func parse(
    _ text: String, names: Names, givesHints: Bool = true
  ) throws(Failure) -> VariableType {
    var parser = TypeParser(text: Array(text.unicodeScalars), names: names, givesHints: givesHints)
    let type = try parser.readType(depth: 0)
    guard parser.isAtEnd else {
      throw parser.malformed(
        "`\(parser.unreadText)` does not belong after the type `\(type)`",
        parser.index..<parser.text.count)
    }
    return type
  }

  /// The text that is not read yet.
  private var unreadText: String { String(String.UnicodeScalarView(text[index...])) }

  /// Whether only blanks are left, which are then skipped.
  private var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return index == text.count
    }
  }

  /// Reads a type: a name, or a generic with its arguments, and the question marks after it.
  ///
  /// - Parameter depth: How many generics are around it.
  private mutating func readType(depth: Int) throws(Failure) -> VariableType {
    guard depth < Self.maximumDepth else {
      throw malformed("the type is nested too deeply", 0..<text.count)
    }
    let (name, part) = readName()
    guard !name.isEmpty else { throw malformed("a type is missing here", part) }
    let type = consume("<") ? try readGeneric(name, part, depth: depth) : try typeNamed(name, part)
    return try readQuestionMarks(after: type)
  }

  /// Reads all `?` that follow a type; returns the type inside an option for each of them.
  private mutating func readQuestionMarks(
    after inner: VariableType
  ) throws(Failure) -> VariableType {
    var type = inner
    while consume("?") {
      // All `?` of the text are limited together, because each nests the type once more.
      questionMarks += 1
      guard questionMarks < Self.maximumDepth else {
        throw malformed("the type is nested too deeply", 0..<text.count)
      }
      type = .option(type)
    }
    return type
  }

  /// Reads the arguments of the generic `name` and the `>` after them; the `<` is read already.
  ///
  /// - Parameters:
  ///   - name: The word before the `<`, such as `List`.
  ///   - part: Where `name` is in the text.
  ///   - depth: How many generics are around it; their number is limited.
  private mutating func readGeneric(
    _ name: String, _ part: Range<Int>, depth: Int
  ) throws(Failure) -> VariableType {
    let type: VariableType
    switch name {
    case "Option": type = .option(try readType(depth: depth + 1))
    case "List": type = .list(try readType(depth: depth + 1))
    case "Map":
      let key = try readType(depth: depth + 1)
      guard consume(",") else {
        throw malformed("`Map` needs two types: `Map<String, \(key)>`", part)
      }
      type = .map(key: key, value: try readType(depth: depth + 1))
    case "Enum": type = .enumeration(try readNameArgument(of: name))
    case "Object": type = .object(try readNameArgument(of: name))
    default:
      // An unknown name gets the error that `typeNamed` throws; a known one takes no arguments.
      _ = try typeNamed(name, part)
      throw malformed("`\(name)` takes no type in `<…>`", part)
    }
    try readEndOfArguments(of: name)
    return type
  }

  /// Reads the `>` after the arguments of a generic; throws if another argument or nothing follows.
  private mutating func readEndOfArguments(of name: String) throws(Failure) {
    if consume(",") {
      let comma = index - 1
      let count = name == "Map" ? "two types" : "one type"
      throw malformed("`\(name)` takes \(count) in `<…>`; drop the rest", comma..<text.count)
    }
    guard consume(">") else {
      throw malformed("the `>` that closes `\(name)<` is missing", index..<text.count)
    }
  }

  /// Reads the name in `Enum<Name>` or `Object<Name>`.
  private mutating func readNameArgument(of generic: String) throws(Failure) -> String {
    let (name, part) = readName()
    guard !name.isEmpty else {
      throw malformed("`\(generic)` needs a name: `\(generic)<Name>`", part)
    }
    return name
  }

  /// The type that a name means: one of the language, or one that the module declares; throws for
  /// other names, and for a generic, which needs a type in `<…>`.
  ///
  /// `part` is where the name is in the text, for the error.
  private func typeNamed(_ name: String, _ part: Range<Int>) throws(Failure) -> VariableType {
    if let type = Self.simpleTypes[name] { return type }
    if names.aliases.contains(name) { return .alias(name) }
    if names.objects.contains(name) { return .object(name) }
    if names.enums.contains(name) { return .enumeration(name) }
    if Self.generics.contains(name) {
      let example = name == "Map" ? "Map<String, Int>" : "\(name)<String>"
      throw malformed("`\(name)` needs a type in `<…>`, such as `\(example)`", part)
    }
    throw Failure(
      code: "unknown-type",
      message: "`\(name)` is neither a built-in type nor an enum or object of this manifest",
      hint: givesHints ? NameSuggestions.hint(for: name, among: knownNames) : nil, part: part)
  }

  /// All names of types, as suggestions.
  private var knownNames: [String] {
    let declaredSets = [names.enums, names.objects, names.aliases]
    let declaredNames = declaredSets.flatMap { names in names.sorted().map(\.text) }
    return Self.simpleTypes.keys.sorted() + Self.generics + declaredNames
  }

  /// Reads up to the next `<`, `>`, `,` or `?`; returns the name without blanks around it, which
  /// may be empty, and its place in the text.
  private mutating func readName() -> (name: String, part: Range<Int>) {
    skipSpace()
    let start = index
    while index < text.count, !"<>,?".unicodeScalars.contains(text[index]) { index += 1 }
    var end = index
    while end > start, text[end - 1].properties.isWhitespace { end -= 1 }
    let name = String(String.UnicodeScalarView(text[start..<end]))
    return (name, start..<end)
  }

  /// Reads `mark` if it is next; returns whether it is.
  private mutating func consume(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard index < text.count, text[index] == mark else { return false }
    index += 1
    return true
  }

  /// Skips blanks, which are allowed between all parts of a type.
  private mutating func skipSpace() {
    while index < text.count, text[index].properties.isWhitespace { index += 1 }
  }

  /// The failure of a text that is not spelled like a type; `part` is what is wrong in it.
  private func malformed(_ message: String, _ part: Range<Int>) -> Failure {
    Failure(code: "malformed-type", message: message, part: part)
  }
}
