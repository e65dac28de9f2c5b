import VirgaJSON
import VirgaSource
import VirgaYAML

// Operations on the whole text: pasting, formatting, taking a text written by another editor.
extension ConfigEditor {
  /// Pastes a text over the selection; YAML becomes JSON, and a whole config replaces an empty one.
  mutating func paste(_ pasted: String) {
    completion = nil
    lastTyped = nil
    let pasted = TextBuffer.normalised(pasted)
    let (json, problem) = Self.yaml(in: pasted)
    let isBlank = isBlankWithoutSelection
    let expected = isBlank ? nil : expectation
    let lineBreak = "\n" + buffer.blanks(before: selection.range.lowerBound)
    switch (json, json?.objectValue) {
    case (let json?, _?) where isBlank: replace(.start..<buffer.end, with: json.pretty() + "\n")
    case (_, let object?) where expected == .key:
      // Another member may follow.
      let rest = buffer.text(in: selection.range.upperBound..<buffer.end)
      let isLast = rest.utf8.first { $0 > 0x20 } != UInt8(ascii: "\"")
      let members =
        SnippetText.members(of: object) + (isLast ? "" : rest.hasPrefix("\n") ? "," : ",\n")
      replace(selection.range, with: members.replacing(bytesOf: "\n", with: lineBreak))
    case (let json?, _) where expected == .value:
      replace(selection.range, with: json.pretty().replacing(bytesOf: "\n", with: lineBreak))
    default:
      if isBlank || expected == .key || expected == .value {
        message = problem.map { .unreadableYAML($0) }
      }
      let isWhole = isBlank && pasted.utf8.first { $0 > 0x20 } == UInt8(ascii: "{")
      return replace(isWhole ? .start..<buffer.end : selection.range, with: pasted)
    }
    message = json.map {
      .convertedYAML(isPasted: true, dropsComments: Self.dropsComments(of: pasted, in: $0))
    }
  }

  private var isBlankWithoutSelection: Bool {
    guard !selection.isEmpty || buffer.byteCount < 4096 else { return false }
    let range = selection.range
    let rest =
      buffer.marks(in: .start..<range.lowerBound) + buffer.marks(in: range.upperBound..<buffer.end)
    return rest.isEmpty || rest == "{}"
  }

  /// What can be typed at the cursor; nil within a key or value.
  var expectation: JSONCursorContext.Expectation? {
    guard isCompleted else { return nil }
    let context = edited.context(at: selection.range.lowerBound)
    return context.range.isEmpty ? context.expects : nil
  }

  /// Goes to the value at a path; if the text does not set it, inserts the given value to change.
  mutating func show(_ path: JSONPath, holding value: JSONValue) {
    if var config = json, config[path] == nil, config.set(value, at: path) {
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
  var isLaidOut: Bool { isSmall && edited.isLaidOut }

  /// Formats the text, one value per line, or reports why it cannot.
  mutating func format() {
    completion = nil
    let first = buffer.text.utf8.first { $0 > 0x20 }
    let opensContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let written =
      opensContainer ? edited.located : LocatedText(SourceText(name: "edit", text: buffer.text))
    let error = written.problems.first { $0.severity == .error }
    guard let json = written.json, error == nil else {
      // If the text is not YAML either, report the JSON problem shown under it.
      if error != nil, Self.yaml(in: buffer.text).problem == nil, let found = firstError {
        go(to: found.position)
        message = found.refusal
        return
      }
      if let position = error?.location?.range.start { go(to: buffer.textPosition(of: position)) }
      let position = buffer.sourcePosition(of: cursor)
      message = error.map { .fixFirst($0, at: position) } ?? .nothingToFormat
      return
    }
    let isJSON = first == UInt8(ascii: "{")
    let dropsComments = Self.dropsComments(of: buffer.text, in: json)
    let there = isJSON ? path : nil
    replaceAll(with: json.pretty() + "\n")
    if let there, !there.isRoot { go(to: there) }
    message = isJSON ? .formatted : .convertedYAML(dropsComments: dropsComments)
  }

  /// Replaces the text with one written elsewhere; YAML becomes JSON, unreadable text is kept.
  mutating func adopt(written text: String) {
    let json = Self.yaml(in: text).json
    guard let json, json.objectValue != nil else { return replaceAll(with: text) }
    replaceAll(with: json.pretty() + "\n")
    message = .convertedYAML(dropsComments: Self.dropsComments(of: text, in: json))
  }

  private static func dropsComments(of yaml: String, in json: JSONValue) -> Bool {
    func signs(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "#") } }
    return signs(yaml) > signs(json.compact)
  }

  /// The mapping or list of a YAML text, or why it cannot be read; nothing for JSON and for text
  /// not meant as YAML.
  private static func yaml(in text: String) -> (json: JSONValue?, problem: Problem?) {
    guard let first = text.utf8.first(where: { $0 > 0x20 }), !#"{["}],:/"#.utf8.contains(first)
    else {
      return (nil, nil)
    }
    let written = LocatedText(SourceText(name: "pasted.yaml", text: text))
    if let error = written.problems.first(where: { $0.severity == .error }) {
      let start = text.drop { $0.isWhitespace }.prefix { !$0.isNewline && !"{[\"".contains($0) }
      return (
        nil, start.contains(":") || start.hasPrefix("- ") || start.hasPrefix("#") ? error : nil
      )
    }
    return (written.json.flatMap { $0.objectValue == nil && $0.arrayValue == nil ? nil : $0 }, nil)
  }
}

enum SnippetText {
  /// A value or member in compact JSON, over several lines if it has several values.
  static func laidOut(_ text: String) -> String {
    if let value = try? JSONValue.parse(text) { return value.pretty() }
    guard let object = (try? JSONValue.parse("{\(text)}"))?.objectValue, object.count > 0 else {
      return text
    }
    return members(of: object)
  }

  static func members(of object: JSONObject) -> String {
    object.map { "\(JSONValue.string($0.key).compact): \($0.value.pretty())" }.joined(
      separator: ",\n")
  }
}
