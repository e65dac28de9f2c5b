import CVirgaYAML
package import VirgaJSON
package import VirgaSource

/// Reads one YAML document, from libyaml's events directly into the arena of a `LocatedDocument`.
///
/// Time and memory are linear in the text, even for hostile texts: nesting and what aliases expand
/// to are limited. Rule: VirgaYAML/Limits.
package struct YAMLReader {
  /// The maximum size that all aliases of a text may expand to, in MiB.
  private static let maximumAliasMebibytes = 1
  /// The same in bytes.
  static let maximumAliasBytes = maximumAliasMebibytes << 20
  /// The bytes that count for each value in addition to its text.
  static let valueCost = 64

  private let source: SourceText
  private let marks: YAMLMarks
  private var builder = LocatedBuilder()
  private var anchors: [String: Anchor] = [:]
  /// The sizes of the open lists and objects, outermost first.
  private var openSizes: [OpenSize] = []
  /// The bytes that the aliases so far expand to.
  private var aliasBytes = 0
  private var documentCount = 0
  private var problems: [Problem] = []

  private struct Anchor {
    /// The index of its value's node.
    var nodeIndex: Int32
    /// The bytes that an alias of it expands to.
    var size = YAMLReader.valueCost
    /// The levels of lists and objects in its value: 0 for a scalar, 1 for `[1, 2]`.
    var height = 0
  }

  /// The size of an open list or object, of what was read so far.
  private struct OpenSize {
    /// The name of its anchor; nil if it has none.
    var anchor: String?
    var size = YAMLReader.valueCost
    var height = 1
  }

  /// The document in `source`, nil if it cannot be read, and its problems.
  package static func read(
    _ source: SourceText
  ) -> (document: LocatedDocument?, problems: [Problem]) {
    var reader = YAMLReader(source: source)
    let isComplete = reader.readEvents()
    guard isComplete else { return (nil, reader.problems) }
    let isEmpty = reader.documentCount == 0
    if isEmpty {
      // An empty text is read as null.
      reader.builder.appendScalar(.null, "", .plain, at: 0..<0)
    }
    // The marks give positions to the offsets in the document. A copy, because the closure cannot
    // capture the reader, which is a variable.
    let marks = reader.marks
    let document = reader.builder.finished(
      name: source.name, language: .yaml, position: { index in marks.position(index) })
    return (document, reader.problems)
  }

  /// A reader of a text, which finds the starts of its lines first.
  private init(source: SourceText) {
    self.source = source
    marks = YAMLMarks(source)
  }

  /// Adds all values to the builder; false, with a problem, if the text cannot be read.
  private mutating func readEvents() -> Bool {
    // libyaml reads UTF-16 too, but with positions that do not match the text, and other manifest
    // tools reject it.
    guard !source.isUTF16 else {
      return fail(
        "malformed-yaml", "the text is UTF-16; save it as UTF-8", at: SourceRange(at: .start))
    }
    var parser = yaml_parser_t()
    let success: Int32 = 1
    guard yaml_parser_initialize(&parser) == success else {
      return fail("unreadable-file", "not enough memory to read the file")
    }
    defer { yaml_parser_delete(&parser) }
    // In real manifests a node takes more bytes than this, and half of the bytes are texts.
    let leastBytesPerNode = 14
    builder.reserve(
      nodes: source.bytes.count / leastBytesPerNode, bytes: source.bytes.count / 2)
    return source.bytes.withUnsafeBufferPointer { bytes in
      yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
      return handleEvents(of: &parser)
    }
  }

  /// Adds the values of all events that libyaml finds in its input; false, with a problem, if the
  /// input cannot be read to its end.
  private mutating func handleEvents(of parser: UnsafeMutablePointer<yaml_parser_t>) -> Bool {
    let success: Int32 = 1
    var event = yaml_event_t()
    while true {
      let isParsed = yaml_parser_parse(parser, &event) == success
      guard isParsed else { return failToParse(parser.pointee) }
      defer { yaml_event_delete(&event) }
      if event.type == YAML_STREAM_END_EVENT { return true }
      guard handle(event) else { return false }
    }
  }

  /// Adds the value of an event to the builder; false, with a problem, if reading must stop.
  private mutating func handle(_ event: yaml_event_t) -> Bool {
    switch event.type {
    case YAML_DOCUMENT_START_EVENT:
      documentCount += 1
      guard documentCount == 1 else {
        return fail(
          "multiple-documents",
          "the file contains more than one document; keep one and remove the `---`", at: event)
      }
    case YAML_SCALAR_EVENT: addScalar(event)
    case YAML_MAPPING_START_EVENT:
      checkTag(event.data.mapping_start.tag, known: ["map"], event)
      return beginContainer(.object, event, anchor: event.data.mapping_start.anchor)
    case YAML_SEQUENCE_START_EVENT:
      checkTag(event.data.sequence_start.tag, known: ["seq"], event)
      return beginContainer(.array, event, anchor: event.data.sequence_start.anchor)
    case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: endContainer(event)
    case YAML_ALIAS_EVENT: return addAlias(event)
    // The start of the stream and the ends of documents add nothing.
    default: break
    }
    return true
  }

  /// Adds a scalar of the kind that its tag says, else its quotes, else its text.
  ///
  /// An unknown tag is reported.
  private mutating func addScalar(_ event: yaml_event_t) {
    let scalar = event.data.scalar
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let hasNoQuotes = scalar.style == YAML_PLAIN_SCALAR_STYLE
    var kind = hasNoQuotes ? YAMLScalar.kind(of: bytes) : .string
    if let tag = scalar.tag {
      checkTag(tag, known: ["str", "int", "float", "bool", "null"], event)
      kind = self.kind(tagged: String(cString: tag), bytes, otherwise: kind, event)
    }
    // A tag that makes the value a string, as in `!!str 1`, does the same as quotes.
    let isTaggedString = scalar.tag != nil && kind == .string
    let isPlain = hasNoQuotes && !isTaggedString
    let nodeIndex = builder.appendScalar(kind, bytes, isPlain ? .plain : [], at: event.range)
    recordSize(ofScalar: nodeIndex, length: scalar.length, anchor: scalar.anchor)
  }

  /// Records the size of a scalar: its text, and a fixed cost for each value.
  ///
  /// The size counts for aliases of the scalar, and of lists and objects around it: what they
  /// expand to is limited.
  ///
  /// - Parameters:
  ///   - length: The length of the text in bytes.
  ///   - anchor: The name in `&name text`, by which aliases refer to the scalar; nil for most.
  private mutating func recordSize(
    ofScalar nodeIndex: Int32, length: Int, anchor: UnsafeMutablePointer<yaml_char_t>?
  ) {
    let size = Self.valueCost + length
    // A scalar has no levels of lists and objects.
    growOpenContainer(by: size, height: 0)
    if let anchor {
      anchors[String(cString: anchor)] = Anchor(nodeIndex: nodeIndex, size: size)
    }
  }

  /// The beginning of the tags of YAML itself; `!!str` is short for `tag:yaml.org,2002:str`.
  private static let standardTag = "tag:yaml.org,2002:"

  /// Reports and ignores a tag that the core schema does not define for this kind of node.
  ///
  /// - Parameter known: The names of the tags that it defines, such as `str` for `!!str`; only
  ///   computed for a node with a tag, which few nodes have.
  private mutating func checkTag(
    _ tag: UnsafeMutablePointer<yaml_char_t>?, known: @autoclosure () -> [String],
    _ event: yaml_event_t
  ) {
    guard let tag = tag.map({ String(cString: $0) }) else { return }
    // The tag `!` only says that the text does not decide the kind.
    guard tag != "!" else { return }
    let isStandard = tag.hasPrefix(Self.standardTag)
    let name = isStandard ? String(tag.dropFirst(Self.standardTag.count)) : tag
    let isKnown = isStandard && known().contains(name)
    guard !isKnown else { return }
    let written = isStandard ? "!!\(name)" : name
    report("unknown-tag", "the tag `\(written)` has no meaning here; remove it", at: event)
  }

  /// The kind of a scalar with a tag; a text that does not match its tag is reported, and read as a
  /// string.
  ///
  /// `!` makes any text a string. The result is `untaggedKind` for a tag that is not one of YAML's.
  private mutating func kind(
    tagged tag: String, _ bytes: UnsafeBufferPointer<UInt8>,
    otherwise untaggedKind: LocatedNode.Kind, _ event: yaml_event_t
  ) -> LocatedNode.Kind {
    guard tag != "!" else { return .string }
    guard tag.hasPrefix(Self.standardTag) else { return untaggedKind }
    let name = tag.dropFirst(Self.standardTag.count)
    guard name != "str" else { return .string }
    guard let scalarTag = YAMLScalarTag(rawValue: String(name)) else { return untaggedKind }
    if let taggedKind = scalarTag.kind(of: bytes) { return taggedKind }
    reportMismatch(with: scalarTag, bytes, event)
    return .string
  }

  /// Reports a scalar whose text does not match its tag, such as `!!int abc`.
  private mutating func reportMismatch(
    with tag: YAMLScalarTag, _ bytes: UnsafeBufferPointer<UInt8>, _ event: yaml_event_t
  ) {
    let hasNoQuotes = event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE
    // Such as "not `abc`".
    let whatIsThere = Self.mismatchEnding(for: bytes, hasNoQuotes: hasNoQuotes)
    let message =
      "the tag `!!\(tag.rawValue)` needs \(tag.title), \(whatIsThere); change the value or remove the tag"
    report("tag-mismatch", message, at: event)
  }

  /// The end of a sentence about a tag that needs another value than this one: "not `abc`".
  private static func mismatchEnding(
    for bytes: UnsafeBufferPointer<UInt8>, hasNoQuotes: Bool
  ) -> String {
    let maxShownLength = 40
    guard bytes.isEmpty else {
      let text = String(decoding: bytes, as: UTF8.self)
      return "not `\(text.shortened(to: maxShownLength))`"
    }
    // An empty text without quotes is none at all, as in `key: !!int`.
    return hasNoQuotes ? "but no value follows" : "not an empty text"
  }

  /// Opens a list or an object; false if it is nested too deep.
  private mutating func beginContainer(
    _ kind: LocatedNode.Kind, _ event: yaml_event_t, anchor: UnsafeMutablePointer<yaml_char_t>?
  ) -> Bool {
    guard builder.depth < LocatedDocument.maxDepth else { return failOnDepth(at: event) }
    if builder.expectsKey {
      // Only the key is lost: reading continues with the rest of the file.
      report(
        "wrong-kind", "a key must be a string, not a list or an object; put it in quotes", at: event
      )
    }
    // `.plain` means without quotes.
    let nodeIndex = builder.begin(kind, .plain, at: event.range)
    let name = anchor.map { String(cString: $0) }
    // Added now, so that an alias inside the value finds it, and is reported as recursive.
    if let name { anchors[name] = Anchor(nodeIndex: nodeIndex) }
    // The size grows with each value inside. At the end it is stored for aliases of this value,
    // whose expansion is limited.
    openSizes.append(OpenSize(anchor: name))
    return true
  }

  /// Closes the innermost list or object, and stores its size and its levels for aliases of it,
  /// whose expansion is limited.
  private mutating func endContainer(_ event: yaml_event_t) {
    // In flow style, as in `[1, 2]`, the end is a bracket; in block style it has no text.
    let isFlow = event.end_mark.index > event.start_mark.index
    builder.end(at: isFlow ? Int(event.end_mark.index) : nil)
    guard let closed = openSizes.popLast() else { return }
    if let name = closed.anchor {
      anchors[name]?.size = closed.size
      anchors[name]?.height = closed.height
    }
    // The list or object around it grows by its size.
    growOpenContainer(by: closed.size, height: closed.height)
  }

  /// Adds an alias such as `*name`; false, with a problem, if it has no value or exceeds a limit.
  ///
  /// The list or object around it grows by the size (bytes) and the height (levels) of what it
  /// repeats.
  private mutating func addAlias(_ event: yaml_event_t) -> Bool {
    let name = String(cString: event.data.alias.anchor)
    guard let anchor = anchors[name] else {
      return fail("unknown-anchor", "no anchor `&\(name)` before this alias", at: event)
    }
    guard !builder.isOpen(anchor.nodeIndex) else {
      return fail(
        "recursive-alias", "the alias `*\(name)` is inside the value that it repeats", at: event)
    }
    // All aliases together are limited, so that a hostile text cannot take much time and memory.
    aliasBytes += anchor.size
    guard aliasBytes <= Self.maximumAliasBytes else {
      return fail(
        "alias-budget",
        "aliases expand to more than \(Self.maximumAliasMebibytes) MiB in this file; use fewer of them",
        at: event)
    }
    guard builder.depth + anchor.height <= LocatedDocument.maxDepth else {
      return failOnDepth(at: event)
    }
    builder.appendAlias(of: anchor.nodeIndex, at: event.range)
    growOpenContainer(by: anchor.size, height: anchor.height)
    return true
  }

  /// Adds the size and the height of a value to those of the innermost open list or object.
  ///
  /// The size is the number of bytes that an alias of the value expands to, the height its levels
  /// of lists and objects: 0 for a scalar.
  private mutating func growOpenContainer(by size: Int, height: Int) {
    guard let innermost = openSizes.indices.last else { return }
    openSizes[innermost].size += size
    // A list or object is one level higher than the highest value in it.
    openSizes[innermost].height = max(openSizes[innermost].height, height + 1)
  }

  /// Reports that values are nested too deep; always returns false, for the caller to return.
  private mutating func failOnDepth(at event: yaml_event_t) -> Bool {
    fail("too-deep", "values nest deeper than \(LocatedDocument.maxDepth) levels", at: event)
  }

  /// Reports a mistake in the text of an event; the caller decides whether reading goes on.
  private mutating func report(
    _ code: Problem.Code, _ message: String, at event: yaml_event_t
  ) {
    let range = SourceRange(marks.position(event.start_mark), marks.position(event.end_mark))
    let location = SourceLocation(file: source.name, range: range)
    problems.append(Problem(.error, code, message, at: location))
  }

  /// Reports a mistake that ends reading; always returns false, for the caller to return.
  private mutating func fail(
    _ code: Problem.Code, _ message: String, at event: yaml_event_t
  ) -> Bool {
    report(code, message, at: event)
    return false
  }

  /// Reports a mistake that ends reading; always returns false, for the caller to return.
  ///
  /// - Parameters:
  ///   - range: Where the mistake is; nil if it is at no place of the text.
  ///   - hint: How to fix it; nil if that is unknown.
  private mutating func fail(
    _ code: Problem.Code, _ message: String, at range: SourceRange? = nil, hint: String? = nil
  ) -> Bool {
    let location = range.map { SourceLocation(file: source.name, range: $0) }
    problems.append(Problem(.error, code, message, at: location).with(hint: hint))
    return false
  }

  /// Reports why libyaml stopped and what it was reading, with a hint if a fix is known; returns
  /// false, for the caller to return.
  private mutating func failToParse(_ parser: yaml_parser_t) -> Bool {
    let reason = parser.problem.map { String(cString: $0) } ?? "it cannot be read"
    let message = "this is not well-formed YAML: \(reason)"
    if parser.error == YAML_READER_ERROR {
      // A byte that is not UTF-8, for example; libyaml gives its offset, but no mark.
      let position = source.position(at: parser.problem_offset)
      return fail("malformed-yaml", message, at: SourceRange(at: position))
    }
    let position = marks.position(parser.problem_mark)
    // A key may end in a full-width colon, which libyaml does not read as a colon.
    let keyLine = lineOfKeyWithoutColon(reason, parser)
    let hint =
      fixOfCharacter(at: position) ?? keyLine.flatMap { line in fixOfFullWidthColon(line: line) }
    return fail(
      "malformed-yaml", message + contextEnding(parser), at: SourceRange(at: position), hint: hint)
  }

  /// The end of the message about a mistake: what libyaml was reading around it, such as " while
  /// parsing a block mapping that begins on line 3"; empty if it does not say.
  private func contextEnding(_ parser: yaml_parser_t) -> String {
    guard let context = parser.context.map({ String(cString: $0) }) else { return "" }
    return " \(context) that begins on line \(marks.position(parser.context_mark).line)"
  }

  /// The line of a key that has no ASCII colon; nil if libyaml stopped for another reason.
  ///
  /// `reason` is the message of libyaml.
  private func lineOfKeyWithoutColon(_ reason: String, _ parser: yaml_parser_t) -> Int? {
    // libyaml read a key, which is at the mark of the context, and missed its colon.
    if reason.contains("expected ':'") { return marks.position(parser.context_mark).line }
    // libyaml reads `key： 1` as the first line of a text that the next line continues, and stops at
    // the colon of that next line.
    guard reason.contains("mapping values are not allowed") else { return nil }
    // Lines are counted from 1: line 1 has none before it.
    let lineBefore = marks.position(parser.problem_mark).line - 1
    return lineBefore > 0 ? lineBefore : nil
  }

  /// The usual fix for the character where libyaml stopped; nil if none is known.
  private func fixOfCharacter(at position: SourcePosition) -> String? {
    let offset = source.offset(of: position)
    guard offset < source.bytes.count else { return nil }
    if let mark = lookalike(at: offset) { return "\(mark.message); write `\(mark.ascii)`" }
    return switch source.bytes[offset] {
    case UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: "%"): "put the text in quotes"
    case UInt8(ascii: "\t"): "indent with spaces, never with tabs"
    default: nil
    }
  }

  /// The character at `offset` if it looks like an ASCII one; nil for other characters.
  private func lookalike(at offset: Int) -> Lookalike? {
    let maximumBytesOfCharacter = 4
    let bytes = source.bytes[offset...].prefix(maximumBytesOfCharacter)
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    return scalars.first.flatMap(Lookalike.init)
  }

  /// The fix for a line whose key ends in a full-width colon; nil if the line has none.
  private func fixOfFullWidthColon(line: Int) -> String? {
    let lookalikes = source.line(line).unicodeScalars.lazy.compactMap(Lookalike.init)
    let colon = lookalikes.first { $0.ascii == ":" }
    return colon.map { "\($0.message); write `: `" }
  }
}

extension yaml_event_t {
  /// The scalars of the text that it covers, as libyaml counts them.
  fileprivate var range: Range<Int> { Int(start_mark.index)..<Int(end_mark.index) }
}
