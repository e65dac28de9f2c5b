import VirgaJSON
package import VirgaSource

/// A text in an app's resources, with its location.
package struct ResourceText: Hashable, Sendable {
  /// The text, with escapes and entities resolved.
  package let text: String
  /// Where it was written.
  package let location: SourceLocation

  /// Creates a text at `location`.
  package init(_ text: String, at location: SourceLocation) {
    self.text = text
    self.location = location
  }
}

/// The texts of one file by key, and the file's problems.
package struct TextTable: Sendable {
  /// The texts; the last one of a repeated key wins.
  package private(set) var texts: [String: ResourceText] = [:]
  /// The problems in file order; `texts` contains what could be read nevertheless.
  package private(set) var problems: [Problem] = []

  /// How many problems of a file are reported.
  private static let maxProblems = 100

  /// Adds a text; reports a repeated key, whose last text is used.
  mutating func add(_ key: String, _ text: ResourceText, writtenAt location: SourceLocation) {
    if texts.updateValue(text, forKey: key) != nil {
      report(
        .warning, "repeated-text", "Give each text its own key; the last `\(key)` is used",
        at: location)
    }
  }

  /// Reports a problem, unless the file has too many already.
  mutating func report(
    _ severity: Problem.Severity, _ code: Problem.Code, _ message: String,
    at location: SourceLocation,
    hint: String? = nil
  ) {
    guard problems.count < Self.maxProblems else { return }
    problems.append(Problem(severity, code, message, at: location).with(hint: hint))
  }

  /// Sets a text without reporting a repeated key.
  mutating func setText(of key: String, to text: ResourceText) { texts[key] = text }

  /// Decodes a file: UTF-8, or UTF-16 with a byte-order mark, as older tools write it; nil for
  /// anything else, which is reported.
  mutating func decoded(_ bytes: [UInt8], name: String) -> SourceText? {
    let text = Self.unicodeText(bytes)
    if text == nil {
      report(.error, "unreadable-text", "Save the file as UTF-8", at: SourceLocation(startOf: name))
    }
    return text.map { SourceText(name: name, text: $0) }
  }

  /// The text in an encoding that its byte-order mark names, else in UTF-8; nil if it is invalid.
  private static func unicodeText(_ bytes: [UInt8]) -> String? {
    let littleEndianMark: [UInt8] = [0xFF, 0xFE]
    let bigEndianMark: [UInt8] = [0xFE, 0xFF]
    let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if bytes.starts(with: littleEndianMark) {
      return utf16(bytes) { first, second in UInt16(second) << 8 | UInt16(first) }
    }
    if bytes.starts(with: bigEndianMark) {
      return utf16(bytes) { first, second in UInt16(first) << 8 | UInt16(second) }
    }
    let startsWithUTF8Mark = bytes.starts(with: utf8Mark)
    return String(valid: bytes.dropFirst(startsWithUTF8Mark ? utf8Mark.count : 0), as: UTF8.self)
  }

  /// Decodes UTF-16 after its byte-order mark; `unit` combines two bytes.
  ///
  /// Nil if it is invalid.
  private static func utf16(
    _ bytes: [UInt8], unit: (_ first: UInt8, _ second: UInt8) -> UInt16
  ) -> String? {
    let unitSize = 2
    guard bytes.count.isMultiple(of: unitSize) else { return nil }
    // The first unit is the byte-order mark.
    let units = stride(from: unitSize, to: bytes.count, by: unitSize).map { offset in
      unit(bytes[offset], bytes[offset + 1])
    }
    return String(valid: units, as: UTF16.self)
  }
}

extension TextTable {
  /// Reads a string catalogue (`.xcstrings`).
  ///
  /// Texts are in one language, else in the source language.
  ///
  /// A key without a text in either is its own text. Of texts that vary by count or device, the
  /// general one is used.
  package init(catalogue bytes: [UInt8], name: String, language: LanguageTag) {
    self.init()
    // A catalogue is never YAML, so the limits of JSON apply.
    let file = LocatedText.json(SourceText(name: name, bytes: bytes), limits: JSONLimits())
    problems = Array(file.problems.prefix(Self.maxProblems))
    guard let root = file.written, let strings = root["strings"], strings.kind == .object else {
      reportMissingStrings(at: file.written?.location ?? SourceLocation(startOf: name))
      return
    }
    let sourceLanguage = root["sourceLanguage"]?.string
    for member in strings.members {
      let text =
        Self.text(of: member.value, in: language, or: sourceLanguage)
        ?? ResourceText(member.key, at: member.value.sourceLocation)
      setText(of: member.key, to: text)
    }
  }

  /// Reports a catalogue without an object `strings`, unless another problem, such as invalid JSON,
  /// may be the reason.
  private mutating func reportMissingStrings(at location: SourceLocation) {
    guard problems.isEmpty else { return }
    report(.error, "no-strings", "Put the texts in an object `strings`", at: location)
  }

  /// The text of an entry in the language that matches `language` best, else in the source
  /// language; nil if it has neither.
  ///
  /// Of a text that varies, for example by count, it is the variation `other`.
  private static func text(
    of entry: LocatedValue, in language: LanguageTag, or sourceLanguage: String?
  ) -> ResourceText? {
    guard let localizations = entry["localizations"] else { return nil }
    var best: (priority: Int, localization: LocatedValue)?
    for member in localizations.members {
      // The source language is used only if no other matches: any match has a higher priority.
      let sourcePriority = member.key == sourceLanguage ? 0 : nil
      let matchPriority = language.match(with: member.key)?.rawValue
      guard let priority = matchPriority ?? sourcePriority else { continue }
      if let best, priority <= best.priority { continue }
      best = (priority, member.value)
    }
    return best.flatMap { generalText(of: $0.localization, insideVariations: 0) }
  }

  /// The text of a localization; if it varies, for example by count, that of the variation `other`.
  ///
  /// `depth` is the number of variations that contain the localization.
  private static func generalText(
    of localization: LocatedValue, insideVariations depth: Int
  ) -> ResourceText? {
    if let value = localization["stringUnit"]?["value"], let text = value.string {
      return ResourceText(text, at: value.sourceLocation)
    }
    guard depth < maxVariationDepth else { return nil }
    guard let variations = localization["variations"] else { return nil }
    // `{"plural": {"one": …, "other": …}}` has its general text below `other`.
    let general = variations.members.lazy.compactMap { $0.value["other"] }.first
    return general.flatMap { generalText(of: $0, insideVariations: depth + 1) }
  }

  /// Variations by device, width and count can be nested in each other, each once.
  private static var maxVariationDepth: Int { 3 }
}
