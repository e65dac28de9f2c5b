import VirgaJSON
import VirgaSource
import VirgaYAML

// What concerns the text as a whole: pasting, laying out, reading what an editor outside wrote.
extension ConfigEditor {
  /// Puts a pasted text at the cursor, or over what is selected; YAML becomes JSON, and a whole config takes the place
  /// of an empty one.
  package mutating func paste(_ pasted: String) {
    completion = nil
    wantsCompletion = .none
    let pasted = TextBuffer.normalised(pasted)
    guard let converted = converted(pasted) else {
      let isDue = isBlankWithoutSelection || expectation == .key || expectation == .value
      let broken = isDue ? Self.breakOfYAML(in: pasted) : nil
      message = broken.map { .refusal("this is no JSON, and cannot be read as YAML: \($0)") }
      let isWhole = pasted.utf8.first { $0 > 0x20 } == UInt8(ascii: "{") && isBlankWithoutSelection
      return replace(isWhole ? .start..<buffer.end : selection.range, with: pasted)
    }
    if isBlankWithoutSelection {
      replace(.start..<buffer.end, with: converted.pretty() + "\n")
    } else if let object = converted.objectValue, expectsKey {
      replace(selection.range, with: SnippetText.members(of: object, indentation: blanksBeforeCursor))
    } else {
      replace(selection.range, with: SnippetText.laidOut(converted, blanksBeforeCursor))
    }
    message = .note("the pasted text was YAML and was converted to JSON\(Self.loss(of: pasted, in: converted))")
  }

  /// Goes to the value at a path; where the text does not set it, it is put there as it is now, to be changed.
  mutating func show(_ path: JSONPath, holding value: JSONValue) {
    if var config = try? JSONValue.parse(buffer.text), config[path] == nil, config.set(value, at: path) {
      replaceAll(with: config.pretty() + "\n")
      shownVersion = version
    }
    go(to: path)
  }

  /// Takes back what was put into the text only to be changed, where nobody changed it.
  mutating func dropShown() {
    if shownVersion == version { undo() }
    shownVersion = nil
  }

  /// Whether laying out a text that is not large would leave it as it is.
  var isLaidOut: Bool {
    guard isSmall, let json = try? JSONValue.parse(buffer.text) else { return isSmall }
    return json.pretty() + "\n" == buffer.text
  }

  /// Lays the text out with a line for each value; false, with what is in the way, where it cannot be read.
  package mutating func format() -> Bool {
    completion = nil
    let written = WrittenText(SourceText(name: "edit", text: buffer.text))
    let error = written.problems.first { $0.severity == .error }
    // What is no YAML either is told of as the JSON that the problems under the text are about.
    if error != nil, Self.breakOfYAML(in: buffer.text) == nil, let found = firstError {
      go(to: found.place)
      message = found.refusal
      return false
    }
    guard let json = written.json, error == nil else {
      if let place = error?.location?.range.start { go(to: buffer.place(of: place)) }
      let place = buffer.position(of: cursor)
      message = error.map { Self.refusal($0, at: place) } ?? .refusal("there is nothing to lay out")
      return false
    }
    let isJSON = buffer.text.utf8.first { $0 > 0x20 } == UInt8(ascii: "{")
    let loss = Self.loss(of: buffer.text, in: json)
    let there = isJSON ? path : nil
    replaceAll(with: json.pretty() + "\n")
    if let there, !there.components.isEmpty { go(to: there) }
    message = .note(isJSON ? "laid out" : "the text was YAML and was converted to JSON\(loss)")
    return true
  }

  /// Takes a text that was written outside; YAML becomes JSON, and what cannot be read stays as it is.
  package mutating func take(written text: String) {
    let text = TextBuffer.normalised(text)
    guard text != buffer.text else { return }
    if let json = Self.json(ofYAML: text), json.objectValue != nil {
      replaceAll(with: json.pretty() + "\n")
      message = .note("the text was YAML and was converted to JSON\(Self.loss(of: text, in: json))")
    } else {
      replaceAll(with: text)
    }
  }

  /// What of a YAML text JSON cannot hold, to be said; empty where that is nothing.
  private static func loss(of yaml: String, in json: JSONValue) -> String {
    func signs(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "#") } }
    return signs(yaml) > signs(json.compact) ? ", which has no comments: they are gone" : ""
  }

  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { $0 <= 0x20 } }

  private var isBlankWithoutSelection: Bool {
    guard buffer.byteCount < 4096 || !selection.isEmpty else { return false }
    let rest =
      buffer.text(in: .start..<selection.range.lowerBound) + buffer.text(in: selection.range.upperBound..<buffer.end)
    return rest.utf8.filter { $0 > 0x20 }.elementsEqual("{}".utf8) || Self.isBlank(rest)
  }

  private var blanksBeforeCursor: String {
    let start = selection.range.lowerBound
    return buffer.part(of: start.line, 0..<min(start.offset, buffer.indentation(of: start.line)))
  }

  /// Whether a key is due at the cursor.
  private var expectsKey: Bool { expectation == .key }

  var expectation: JSONCursorContext.Expectation? {
    guard isCompleted else { return nil }
    let source = SourceText(name: EditorSubject.textName, text: buffer.text)
    let context = JSONDocument.parse(source).cursorContext(
      at: source.offset(of: buffer.position(of: selection.range.lowerBound)))
    return context.range.isEmpty ? context.expects : nil
  }

  /// The value of a pasted text that is YAML and stands where JSON is due; nil where it stays as it is.
  private func converted(_ pasted: String) -> JSONValue? {
    guard let json = Self.json(ofYAML: pasted) else { return nil }
    if isBlankWithoutSelection { return json.objectValue == nil ? nil : json }
    switch expectation {
    case .key: return json.objectValue == nil ? nil : json
    case .value: return json
    case .colon, .separator, .nothing, nil: return nil
    }
  }

  /// Where and why a text that is meant as YAML cannot be read; nil where it can, or is meant as something else.
  private static func breakOfYAML(in text: String) -> String? {
    let start = text.drop { $0.isWhitespace }.prefix { !$0.isNewline && !"{[\"".contains($0) }
    guard start.contains(":") || start.hasPrefix("- ") || start.hasPrefix("#") else { return nil }
    let written = WrittenText(SourceText(name: "pasted.yaml", text: text))
    guard let error = written.problems.first(where: { $0.severity == .error }) else { return nil }
    return (error.location.map { "\($0.range.start) " } ?? "") + ProblemLines.words(error)
  }

  /// What a YAML text with mappings or lists means; nil for JSON, for scalars, and for what is no YAML.
  private static func json(ofYAML text: String) -> JSONValue? {
    guard let first = text.utf8.first(where: { $0 > 0x20 }), ![UInt8](#"{["}],:/"#.utf8).contains(first) else {
      return nil
    }
    let written = WrittenText(SourceText(name: "pasted.yaml", text: text))
    guard !written.problems.contains(where: { $0.severity == .error }), let json = written.json else { return nil }
    switch json {
    case .object, .array: return json
    default: return nil
    }
  }
}
