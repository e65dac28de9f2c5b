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
    let pasted = TextBuffer.withLineFeeds(pasted)
    // Both are nil for a text that is not meant as YAML.
    let (yaml, problem) = Self.yamlUnlessJSON(in: pasted)
    let replacesAll = isBlankWithoutSelection
    let expected = replacesAll ? nil : expectationAtCursor
    if let yaml, let text = textToPaste(for: yaml, replacesAll: replacesAll, expected: expected) {
      replaceSelection(orAll: replacesAll, with: text)
      let dropsComments = Self.dropsComments(of: pasted, in: yaml)
      message = .convertedYAML(isPasted: true, dropsComments: dropsComments)
      return
    }
    // In a string, a text that looks like YAML is only text, so its errors are not reported.
    let reportsErrors = replacesAll || expected == .key || expected == .value
    if reportsErrors { message = problem.map { .unreadableYAML($0) } }
    // Only an object can be a whole config; any other text replaces just the selection.
    let isObject = pasted.firstNonBlankByte == UInt8(ascii: "{")
    replaceSelection(orAll: replacesAll && isObject, with: pasted)
  }

  /// Replaces the selection or, if `replacesAll` is true, the whole text, by a pasted text.
  private mutating func replaceSelection(orAll replacesAll: Bool, with text: String) {
    let wholeText = TextPosition.start..<buffer.end
    replace(replacesAll ? wholeText : selection.range, with: text)
  }

  /// The text to paste for a value that was read from YAML: a whole config, the members of an
  /// object if a key is expected, or the value if one is expected; nil if none of these can be
  /// typed.
  ///
  /// - Parameters:
  ///   - json: The value.
  ///   - replacesAll: Whether it replaces the whole text, so that it must be a config.
  ///   - expected: What can be typed at the cursor otherwise; nil within a key or a value.
  private func textToPaste(
    for json: JSONValue, replacesAll: Bool, expected: JSONCursorContext.Expectation?
  ) -> String? {
    if replacesAll { return json.objectValue == nil ? nil : json.pretty() + "\n" }
    // The lines of the value get the indentation of the line that it is pasted into.
    let lineBreak = "\n" + buffer.leadingBlanks(before: selection.range.lowerBound)
    if expected == .key, let object = json.objectValue {
      let members = SnippetText.members(of: object) + separatorAfterMembers
      return members.replacing(bytesOf: "\n", with: lineBreak)
    }
    guard expected == .value else { return nil }
    return json.pretty().replacing(bytesOf: "\n", with: lineBreak)
  }

  /// What separates pasted members from the member after them: a comma, and a line break unless
  /// the text has one there; empty if no member comes after them.
  private var separatorAfterMembers: String {
    let textAfter = buffer.text(in: selection.range.upperBound..<buffer.end)
    // The next member begins with the quote of its key.
    let isBeforeMember = textAfter.firstNonBlankByte == UInt8(ascii: "\"")
    guard isBeforeMember else { return "" }
    return textAfter.hasPrefix("\n") ? "," : ",\n"
  }

  /// Whether nothing but blanks or an empty object remains without the selection.
  private var isBlankWithoutSelection: Bool {
    let range = selection.range
    // A long text without a selection is taken for not blank, because reading it takes time. With a
    // selection it is read, because all of it may be selected.
    let mostBytesOfBlankText = 4096
    let isLongWithoutSelection = selection.isEmpty && buffer.byteCount >= mostBytesOfBlankText
    guard !isLongWithoutSelection else { return false }
    let before = buffer.nonBlanks(in: .start..<range.lowerBound)
    let after = buffer.nonBlanks(in: range.upperBound..<buffer.end)
    let rest = before + after
    return rest.isEmpty || rest == "{}"
  }

  /// What can be typed at the cursor; nil within a key or value, and in a text that is too large
  /// for completions.
  var expectationAtCursor: JSONCursorContext.Expectation? {
    guard allowsCompletions else { return nil }
    let context = edited.context(at: selection.range.lowerBound)
    let isWithinKeyOrValue = !context.typedRange.isEmpty
    return isWithinKeyOrValue ? nil : context.expects
  }

  /// Goes to the value at a path; if the text does not set it, inserts `value` there.
  ///
  /// A text that is not JSON, whose `json` is nil, stays as it is.
  ///
  /// `insertedVersion` remembers the version with that value: if nobody changes it,
  /// ``removeUnchangedInsertion()`` takes the value back.
  mutating func show(_ path: JSONPath, orInserting value: JSONValue) {
    if var config = json, config[path] == nil {
      // False if a value on the way to the path is not a container.
      let isSet = config.set(value, at: path)
      if isSet {
        replaceAll(with: config.pretty() + "\n")
        insertedVersion = version
      }
    }
    go(to: path)
  }

  /// Removes the value that ``show(_:orInserting:)`` inserted if nobody changed it.
  mutating func removeUnchangedInsertion() {
    // Without a later change, inserting the value is the last undo step.
    if insertedVersion == version { undo() }
    insertedVersion = nil
  }

  /// Whether formatting would leave a small text as it is; false for a large one, which is not read
  /// for this.
  var isLaidOut: Bool { isSmall && edited.isLaidOut }

  /// Formats the text, one value per line; YAML becomes JSON.
  ///
  /// If the text is neither valid JSON nor valid YAML, goes to the error and reports it.
  mutating func format() {
    completion = nil
    let text = buffer.text
    let parsed = parsedAsJSONOrYAML(text)
    let error = parsed.problems.first { $0.severity == .error }
    guard let json = parsed.json, error == nil else { return refuseFormatting(error) }
    // Only an object can be a config: a list, although it was parsed as JSON, counts as YAML here.
    let isJSONObject = text.firstNonBlankByte == UInt8(ascii: "{")
    let dropsComments = Self.dropsComments(of: text, in: json)
    // The paths of a YAML text are not known.
    let keptPath = isJSONObject ? pathAtCursor : nil
    replaceAll(with: json.pretty() + "\n")
    // The cursor stays at its value, which formatting may move.
    if let keptPath, !keptPath.isRoot { go(to: keptPath) }
    message = isJSONObject ? .formatted : .convertedYAML(dropsComments: dropsComments)
  }

  /// The text of the editor, parsed: as JSON if it begins with a bracket, and as YAML otherwise.
  ///
  /// - Parameter text: The text of the editor, which is that of `buffer`.
  private func parsedAsJSONOrYAML(_ text: String) -> LocatedText {
    let opensContainer = text.firstNonBlankByte?.isOpeningBracket == true
    // `parsedText` is the same text, parsed as JSON already. The initializer reads a text that does
    // not begin with a bracket as YAML.
    return opensContainer
      ? edited.parsedText : LocatedText(SourceText(name: "edit", text: text))
  }

  /// Goes to the error that prevents formatting and reports it.
  ///
  /// - Parameter error: The first error as JSON or YAML; nil if the text has no value to format.
  private mutating func refuseFormatting(_ error: Problem?) {
    guard let error else { return message = .nothingToFormat }
    // Only a text that looks like YAML has a problem as YAML.
    let isMeantAsYAML = Self.yamlUnlessJSON(in: buffer.text).problem != nil
    // The problems of a text that is meant as JSON are shown below it: report the first of these. A
    // large text may not be checked yet, and then has none.
    if !isMeantAsYAML, let jsonError = firstError {
      go(to: jsonError.position)
      message = jsonError.refusal
      return
    }
    if let start = error.location?.range.start { go(to: buffer.textPosition(of: start)) }
    message = .fixFirst(error, at: buffer.sourcePosition(of: cursor))
  }

  /// Replaces the text with one written elsewhere: a YAML mapping as JSON, any other text, such as
  /// JSON, as it is.
  mutating func replaceAllConvertingYAML(with text: String) {
    // Nil if the text begins like JSON, or if it is not YAML of a mapping or a list.
    let json = Self.yamlUnlessJSON(in: text).json
    guard let json, json.objectValue != nil else { return replaceAll(with: text) }
    replaceAll(with: json.pretty() + "\n")
    message = .convertedYAML(dropsComments: Self.dropsComments(of: text, in: json))
  }

  /// Whether a YAML text has comments, which its JSON has lost: more `#` than are in its strings.
  private static func dropsComments(of yaml: String, in json: JSONValue) -> Bool {
    func hashSigns(in text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "#") } }
    return hashSigns(in: yaml) > hashSigns(in: json.compact)
  }

  /// The mapping or list of a YAML text, or why it cannot be read; neither for JSON and for text
  /// not meant as YAML.
  private static func yamlUnlessJSON(in text: String) -> (json: JSONValue?, problem: Problem?) {
    let neither: (json: JSONValue?, problem: Problem?) = (json: nil, problem: nil)
    guard !isBlankOrBeginsLikeJSON(text) else { return neither }
    let parsed = LocatedText(SourceText(name: "pasted.yaml", text: text))
    if let error = parsed.problems.first(where: { $0.severity == .error }) {
      return (json: nil, problem: isMeantAsYAML(text) ? error : nil)
    }
    guard let json = parsed.json else { return neither }
    // Any text is a YAML string, so a scalar does not show that YAML was meant.
    let isContainer = json.objectValue != nil || json.arrayValue != nil
    guard isContainer else { return neither }
    return (json: json, problem: nil)
  }

  /// Whether a text is blank, or begins like JSON or a part of it.
  private static func isBlankOrBeginsLikeJSON(_ text: String) -> Bool {
    guard let first = text.firstNonBlankByte else { return true }
    // A part of a JSON text can begin with a comma or a closing bracket, and a comment with `/`.
    return #"{["}],:/"#.utf8.contains(first)
  }

  /// Whether a text that YAML cannot read looks like YAML: its first line has a key or begins a
  /// list or a comment, before any bracket or quote.
  private static func isMeantAsYAML(_ text: String) -> Bool {
    let withoutIndentation = text.drop { $0.isWhitespace }
    let start = withoutIndentation.prefix { !$0.isNewline && !"{[\"".contains($0) }
    return start.contains(":") || start.hasPrefix("- ") || start.hasPrefix("#")
  }
}

extension String {
  /// The first byte that is not blank, which tells JSON from YAML; nil for a blank text.
  fileprivate var firstNonBlankByte: UInt8? { utf8.first { !$0.isBlank } }
}

/// Text to be inserted into a config, one value per line.
enum SnippetText {
  /// A value or member in compact JSON, over several lines if it has several values; any other text
  /// stays as it is.
  static func laidOut(_ text: String) -> String {
    if let value = try? JSONValue.parse(text) { return value.pretty() }
    // A member such as `"enabled": true` is only JSON inside of braces.
    let object = (try? JSONValue.parse("{\(text)}"))?.objectValue
    guard let object, object.count > 0 else { return text }
    return members(of: object)
  }

  /// The members of an object, each on lines of its own, without the braces of the object.
  static func members(of object: JSONObject) -> String {
    let members = object.map { member in
      let key = JSONValue.string(member.key).compact
      return "\(key): \(member.value.pretty())"
    }
    return members.joined(separator: ",\n")
  }
}
