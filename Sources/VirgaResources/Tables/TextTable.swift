import VirgaJSON
public import VirgaSource

/// A text in an app's resources, with its location.
public struct ResourceText: Hashable, Sendable {
  /// The text, with escapes and entities resolved.
  public let text: String
  /// Where it was written.
  public let location: SourceLocation

  /// Creates a text at `location`.
  public init(_ text: String, at location: SourceLocation) {
    self.text = text
    self.location = location
  }
}

/// The texts of one file by key, and the file's problems.
public struct TextTable: Sendable {
  /// The texts; the last one of a repeated key wins.
  public private(set) var texts: [String: ResourceText] = [:]
  /// The problems in file order; `texts` contains what could be read nevertheless.
  public private(set) var problems: [Problem] = []

  private static let maxProblems = 100

  mutating func add(_ key: String, _ text: ResourceText, writtenAt location: SourceLocation) {
    if texts.updateValue(text, forKey: key) != nil {
      report(
        .warning, "repeated-text", "Give each text its own key; the last `\(key)` is used",
        at: location)
    }
  }

  mutating func report(
    _ severity: Problem.Severity, _ code: Problem.Code, _ message: String,
    at location: SourceLocation,
    hint: String? = nil
  ) {
    guard problems.count < Self.maxProblems else { return }
    problems.append(Problem(severity, code, message, at: location).with(hint: hint))
  }

  mutating func replace(_ key: String, _ text: ResourceText) { texts[key] = text }

  /// Decodes a file: UTF-8, or UTF-16 with a byte-order mark, as older tools write it; anything
  /// else is a problem.
  mutating func decoded(_ bytes: [UInt8], name: String) -> SourceText? {
    let text: String? =
      switch (bytes.first, bytes.dropFirst().first) {
      case (0xFF, 0xFE): Self.utf16(bytes) { UInt16($0) | UInt16($1) << 8 }
      case (0xFE, 0xFF): Self.utf16(bytes) { UInt16($0) << 8 | UInt16($1) }
      default:
        String(
          valid: bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0), as: UTF8.self)
      }
    if text == nil {
      report(.error, "unreadable-text", "Save the file as UTF-8", at: SourceLocation(startOf: name))
    }
    return text.map { SourceText(name: name, text: $0) }
  }

  private static func utf16(_ bytes: [UInt8], unit: (UInt8, UInt8) -> UInt16) -> String? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    return String(
      valid: stride(from: 2, to: bytes.count, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) },
      as: UTF16.self)
  }
}

extension TextTable {
  /// Reads a string catalogue (`.xcstrings`).
  ///
  /// Texts are in one language, else in the source language.
  ///
  /// A key without a text in either is its own text. Of texts that vary by count or device, the
  /// general one is used.
  public init(catalogue bytes: [UInt8], name: String, language: LanguageTag) {
    self.init()
    let text = LocatedText.json(SourceText(name: name, bytes: bytes), limits: JSONLimits())
    problems = Array(text.problems.prefix(Self.maxProblems))
    guard let root = text.written, let strings = root["strings"], strings.kind == .object else {
      let location = text.written?.location ?? SourceLocation(startOf: name)
      if problems.isEmpty {
        report(.error, "no-strings", "Put the texts in an object `strings`", at: location)
      }
      return
    }
    let source = root["sourceLanguage"]?.string
    for member in strings.members {
      let text =
        Self.text(of: member.value, language, source)
        ?? ResourceText(member.key, at: member.value.sourceLocation)
      replace(member.key, text)
    }
  }

  private static func text(
    of entry: LocatedValue, _ language: LanguageTag, _ source: String?
  ) -> ResourceText? {
    guard let localizations = entry["localizations"] else { return nil }
    let ranked = localizations.members.compactMap { member in
      rank(of: member.key, language, source).map { (rank: $0, node: member.value) }
    }
    return ranked.max { $0.rank < $1.rank }.flatMap { unit(in: $0.node, depth: 0) }
  }

  private static func rank(of name: String, _ language: LanguageTag, _ source: String?) -> Int? {
    language.rank(of: name) ?? (name == source ? 0 : nil)
  }

  /// The text of a localization, or of its general variation.
  private static func unit(in node: LocatedValue, depth: Int) -> ResourceText? {
    if let value = node["stringUnit"]?["value"], let text = value.string {
      return ResourceText(text, at: value.sourceLocation)
    }
    guard depth < maxVariationDepth, let variations = node["variations"] else { return nil }
    let general = variations.members.lazy.compactMap { $0.value["other"] }.first
    return general.flatMap { unit(in: $0, depth: depth + 1) }
  }

  /// Device, width and count can be nested in each other, each once.
  private static var maxVariationDepth: Int { 3 }
}
