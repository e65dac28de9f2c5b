import VirgaJSON
import VirgaSource
import VirgaYAML

// Operations on the whole text: pasting, formatting, taking a text written by another editor.
extension ConfigEditor {
  /// Pastes a text over the selection: YAML as JSON where a whole config, members or a value can be
  /// typed, anything else as it is.
  ///
  /// A whole config replaces a text that is empty without its selection.
  mutating func paste(_ pasted: String) {
    completion = nil
    lastTyped = nil
    let pasted = TextBuffer.normalised(pasted)
    let yaml = Self.yaml(in: pasted)
    let isBlank = isBlankWithoutSelection
    let expected = isBlank ? nil : expectation
    if let json = yaml.json,
      let converted = converted(json, replacesAll: isBlank, expected: expected)
    {
      replace(isBlank ? .start..<buffer.end : selection.range, with: converted)
      let dropsComments = Self.dropsComments(of: pasted, in: json)
      message = .convertedYAML(isPasted: true, dropsComments: dropsComments)
      return
    }
    if isBlank || expected == .key || expected == .value {
      message = yaml.problem.map { .unreadableYAML($0) }
    }
    let isWholeConfig = isBlank && pasted.utf8.first { $0 > 0x20 } == UInt8(ascii: "{")
    replace(isWholeConfig ? .start..<buffer.end : selection.range, with: pasted)
  }

  /// What to paste for a value: a whole config, the members of an object where a key is expected,
  /// or the value where one is expected; nil if nothing of that can be typed.
  private func converted(
    _ json: JSONValue, replacesAll: Bool, expected: JSONCursorContext.Expectation?
  ) -> String? {
    if replacesAll { return json.objectValue == nil ? nil : json.pretty() + "\n" }
    let lineBreak = "\n" + buffer.blanks(before: selection.range.lowerBound)
    if expected == .key, let object = json.objectValue {
      let members = SnippetText.members(of: object) + separatorAfterMembers
      return members.replacing(bytesOf: "\n", with: lineBreak)
    }
    guard expected == .value else { return nil }
    return json.pretty().replacing(bytesOf: "\n", with: lineBreak)
  }

  /// The comma that members before another member need, with a line break unless there is one.
  private var separatorAfterMembers: String {
    let rest = buffer.text(in: selection.range.upperBound..<buffer.end)
    let isBeforeMember = rest.utf8.first { $0 > 0x20 } == UInt8(ascii: "\"")
    guard isBeforeMember else { return "" }
    return rest.hasPrefix("\n") ? "," : ",\n"
  }

  /// Whether nothing but blanks or an empty object remains without the selection.
  private var isBlankWithoutSelection: Bool {
    // A long text is not blank; reading all of it would take long.
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
  ///
  /// `shownVersion` remembers the version with that value, which ``dropShown()`` removes again.
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

  /// Formats the text, one value per line; YAML becomes JSON.
  ///
  /// Goes to the error and reports it if the text can be read as neither.
  mutating func format() {
    completion = nil
    let first = buffer.text.utf8.first { $0 > 0x20 }
    let opensContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let written =
      opensContainer ? edited.located : LocatedText(SourceText(name: "edit", text: buffer.text))
    let error = written.problems.first { $0.severity == .error }
    guard let json = written.json, error == nil else { return refuseFormatting(error) }
    let isJSON = first == UInt8(ascii: "{")
    let dropsComments = Self.dropsComments(of: buffer.text, in: json)
    let pathAtCursor = isJSON ? path : nil
    replaceAll(with: json.pretty() + "\n")
    if let pathAtCursor, !pathAtCursor.isRoot { go(to: pathAtCursor) }
    message = isJSON ? .formatted : .convertedYAML(dropsComments: dropsComments)
  }

  /// Goes to the error that prevents formatting and reports it; without one, there is nothing to
  /// format.
  private mutating func refuseFormatting(_ error: Problem?) {
    guard let error else { return message = .nothingToFormat }
    // If the text is not meant as YAML, report the JSON problem shown under it.
    if Self.yaml(in: buffer.text).problem == nil, let found = firstError {
      go(to: found.position)
      message = found.refusal
      return
    }
    if let start = error.location?.range.start { go(to: buffer.textPosition(of: start)) }
    message = .fixFirst(error, at: buffer.sourcePosition(of: cursor))
  }

  /// Replaces the text with one written elsewhere; YAML becomes JSON, unreadable text is kept.
  mutating func adopt(written text: String) {
    let json = Self.yaml(in: text).json
    guard let json, json.objectValue != nil else { return replaceAll(with: text) }
    replaceAll(with: json.pretty() + "\n")
    message = .convertedYAML(dropsComments: Self.dropsComments(of: text, in: json))
  }

  /// Whether a YAML text has comments, which its JSON has lost: more `#` than are in its strings.
  private static func dropsComments(of yaml: String, in json: JSONValue) -> Bool {
    func signs(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "#") } }
    return signs(yaml) > signs(json.compact)
  }

  /// The mapping or list of a YAML text, or why it cannot be read; neither for JSON and for text
  /// not meant as YAML.
  private static func yaml(in text: String) -> (json: JSONValue?, problem: Problem?) {
    let firstBytesOfJSON = #"{["}],:/"#.utf8
    guard let first = text.utf8.first(where: { $0 > 0x20 }), !firstBytesOfJSON.contains(first)
    else {
      return (nil, nil)
    }
    let written = LocatedText(SourceText(name: "pasted.yaml", text: text))
    if let error = written.problems.first(where: { $0.severity == .error }) {
      let start = text.drop { $0.isWhitespace }.prefix { !$0.isNewline && !"{[\"".contains($0) }
      let isMeantAsYAML = start.contains(":") || start.hasPrefix("- ") || start.hasPrefix("#")
      return (nil, isMeantAsYAML ? error : nil)
    }
    guard let json = written.json else { return (nil, nil) }
    // Any text is a YAML string.
    let isContainer = json.objectValue != nil || json.arrayValue != nil
    return (isContainer ? json : nil, nil)
  }
}

/// Text to be inserted into a config, one value per line.
enum SnippetText {
  /// A value or member in compact JSON, over several lines if it has several values.
  static func laidOut(_ text: String) -> String {
    if let value = try? JSONValue.parse(text) { return value.pretty() }
    guard let object = (try? JSONValue.parse("{\(text)}"))?.objectValue, object.count > 0 else {
      return text
    }
    return members(of: object)
  }

  /// The members of an object, one per line, without its braces.
  static func members(of object: JSONObject) -> String {
    object.map { "\(JSONValue.string($0.key).compact): \($0.value.pretty())" }.joined(
      separator: ",\n")
  }
}
