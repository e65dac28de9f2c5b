import VirgaJSON
import VirgaSource
import VirgaYAML

// Operations on the whole text: pasting, formatting, taking a text written by another editor.
extension ConfigEditor {
  /// Pastes a text over the selection; YAML becomes JSON, and a whole config replaces an empty one.
  mutating func paste(_ pasted: String) {
    completion = nil
    wantsCompletion = .none
    let pasted = TextBuffer.normalised(pasted)
    guard let converted = converted(pasted) else {
      let isDue = isBlankWithoutSelection || expectation == .key || expectation == .value
      let broken = isDue ? Self.yamlSyntaxProblem(in: pasted) : nil
      message = broken.map { .unreadableYAML($0) }
      let isWhole = pasted.utf8.first { $0 > 0x20 } == UInt8(ascii: "{") && isBlankWithoutSelection
      return replace(isWhole ? .start..<buffer.end : selection.range, with: pasted)
    }
    if isBlankWithoutSelection {
      replace(.start..<buffer.end, with: converted.pretty() + "\n")
    } else if let object = converted.objectValue, expectation == .key {
      replace(selection.range, with: SnippetText.members(of: object, indentation: blanksBeforeCursor))
    } else {
      replace(selection.range, with: SnippetText.formatted(converted, blanksBeforeCursor))
    }
    message = .pastedYAML(dropsComments: Self.dropsComments(of: pasted, in: converted))
  }

  /// Goes to the value at a path; if the text does not set it, inserts the given value to change.
  mutating func show(_ path: JSONPath, holding value: JSONValue) {
    if var config = try? JSONValue.parse(buffer.text), config[path] == nil, config.set(value, at: path) {
      replaceAll(with: config.pretty() + "\n")
      shownVersion = version
    }
    go(to: path)
  }

  /// Removes the value that ``show(_:holding:)`` inserted if nobody changed it.
  mutating func dropShown() {
    if shownVersion == version { undo() }
    shownVersion = nil
  }

  /// Whether a small text would stay the same if laid out.
  var isLaidOut: Bool {
    guard isSmall, let json = try? JSONValue.parse(buffer.text) else { return isSmall }
    return json.pretty() + "\n" == buffer.text
  }

  /// Formats the text, one value per line; returns false and reports the problem if it cannot.
  mutating func format() -> Bool {
    completion = nil
    let written = LocatedText(SourceText(name: "edit", text: buffer.text))
    let error = written.problems.first { $0.severity == .error }
    // If the text is not YAML either, report the JSON problem shown under it.
    if error != nil, Self.yamlSyntaxProblem(in: buffer.text) == nil, let found = firstError {
      go(to: found.position)
      message = found.refusal
      return false
    }
    guard let json = written.json, error == nil else {
      if let position = error?.location?.range.start { go(to: buffer.textPosition(of: position)) }
      let position = buffer.sourcePosition(of: cursor)
      message = error.map { .fixFirst($0, at: position) } ?? .nothingToFormat
      return false
    }
    let isJSON = buffer.text.utf8.first { $0 > 0x20 } == UInt8(ascii: "{")
    let dropsComments = Self.dropsComments(of: buffer.text, in: json)
    let there = isJSON ? path : nil
    replaceAll(with: json.pretty() + "\n")
    if let there, !there.components.isEmpty { go(to: there) }
    message = isJSON ? .formatted : .convertedYAML(dropsComments: dropsComments)
    return true
  }

  /// Replaces the text with one written elsewhere; YAML becomes JSON, unreadable text is kept.
  mutating func adopt(written text: String) {
    let text = TextBuffer.normalised(text)
    guard text != buffer.text else { return }
    if let json = Self.json(ofYAML: text), json.objectValue != nil {
      replaceAll(with: json.pretty() + "\n")
      message = .convertedYAML(dropsComments: Self.dropsComments(of: text, in: json))
    } else {
      replaceAll(with: text)
    }
  }

  private static func dropsComments(of yaml: String, in json: JSONValue) -> Bool {
    func signs(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "#") } }
    return signs(yaml) > signs(json.compact)
  }

  private var isBlankWithoutSelection: Bool {
    guard buffer.byteCount < 4096 || !selection.isEmpty else { return false }
    let rest =
      buffer.text(in: .start..<selection.range.lowerBound) + buffer.text(in: selection.range.upperBound..<buffer.end)
    let marks = rest.utf8.filter { $0 > 0x20 }
    return marks.isEmpty || marks.elementsEqual("{}".utf8)
  }

  private var blanksBeforeCursor: String {
    let start = selection.range.lowerBound
    return buffer.part(of: start.line, 0..<min(start.offset, buffer.indentation(of: start.line)))
  }

  var expectation: JSONCursorContext.Expectation? {
    guard isCompleted else { return nil }
    let source = buffer.source
    let context = JSONDocument.parse(source).cursorContext(
      at: source.offset(of: buffer.sourcePosition(of: selection.range.lowerBound)))
    return context.range.isEmpty ? context.expects : nil
  }

  /// The value of pasted YAML where JSON is expected; nil to paste the text unchanged.
  private func converted(_ pasted: String) -> JSONValue? {
    guard let json = Self.json(ofYAML: pasted) else { return nil }
    if !isBlankWithoutSelection, expectation == .value { return json }
    return (isBlankWithoutSelection || expectation == .key) && json.objectValue != nil ? json : nil
  }

  /// Why YAML text cannot be read; nil if it can, or if it is not meant as YAML.
  private static func yamlSyntaxProblem(in text: String) -> Problem? {
    let start = text.drop { $0.isWhitespace }.prefix { !$0.isNewline && !"{[\"".contains($0) }
    guard start.contains(":") || start.hasPrefix("- ") || start.hasPrefix("#") else { return nil }
    let written = LocatedText(SourceText(name: "pasted.yaml", text: text))
    return written.problems.first { $0.severity == .error }
  }

  /// The value of YAML with mappings or lists; nil for JSON, for scalars and for text that is not YAML.
  private static func json(ofYAML text: String) -> JSONValue? {
    guard let first = text.utf8.first(where: { $0 > 0x20 }), ![UInt8](#"{["}],:/"#.utf8).contains(first) else {
      return nil
    }
    let written = LocatedText(SourceText(name: "pasted.yaml", text: text))
    guard !written.problems.contains(where: { $0.severity == .error }), let json = written.json else { return nil }
    return json.objectValue == nil && json.arrayValue == nil ? nil : json
  }
}

enum SnippetText {
  /// A value or member in compact JSON, over several lines if it has several values.
  ///
  /// - Parameter indentation: The blanks before each line but the first.
  static func formatted(_ text: String, indentation: String) -> String {
    if let value = try? JSONValue.parse(text) { return formatted(value, indentation) }
    guard let object = (try? JSONValue.parse("{\(text)}"))?.objectValue, object.count > 0 else { return text }
    return members(of: object, indentation: indentation)
  }

  static func members(of object: JSONObject, indentation: String) -> String {
    object.map { "\(JSONValue.string($0.key).compact): \(formatted($0.value, indentation))" }
      .joined(separator: ",\n" + indentation)
  }

  /// A value; containers that are not empty have one line per member.
  static func formatted(_ value: JSONValue, _ indentation: String) -> String {
    value.pretty().split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n" + indentation)
  }
}
