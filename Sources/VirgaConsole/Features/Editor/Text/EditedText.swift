import VirgaJSON
import VirgaSource

/// A version of the edited text, with what follows from the text alone.
///
/// It is parsed once, when its tree is first needed. Everything that asks about the text reads that
/// tree.
struct EditedText: Sendable {
  let buffer: TextBuffer
  private let parsed: Lazy<LocatedText>
  private let parsedValue: Lazy<JSONValue?>
  private let isFormatted: Lazy<Bool>

  /// Nothing is parsed yet: each part is computed when it is first read.
  init(_ buffer: TextBuffer) {
    let parsed = Lazy { LocatedText.json(buffer.source) }
    let value = Lazy {
      let hasError = parsed.value.problems.contains { $0.severity == .error }
      return hasError ? nil : parsed.value.json
    }
    self.buffer = buffer
    self.parsed = parsed
    parsedValue = value
    isFormatted = Lazy {
      // A text with errors cannot be formatted, so formatting would not change it.
      value.value.map { $0.pretty() + "\n" == buffer.text } ?? true
    }
  }

  /// The tree, as far as the text can be understood, and its mistakes.
  var parsedText: LocatedText { parsed.value }

  /// Whether the text has nothing but blanks.
  var isBlank: Bool { buffer.lines.allSatisfy { line in line.utf8.allSatisfy(\.isBlank) } }

  /// Nil if the text is not JSON.
  var value: JSONValue? { parsedValue.value }

  /// Whether formatting would leave the text as it is; true if it cannot be formatted.
  var isLaidOut: Bool { isFormatted.value }

  /// What can be typed at a position.
  ///
  /// - Parameters:
  ///   - position: A position in the text.
  ///   - assumesComma: Whether to find what could follow a comma where one is expected.
  func context(at position: TextPosition, assumesComma: Bool = false) -> JSONCursorContext {
    parsedText.cursorContext(at: offset(of: position), assumesComma: assumesComma)
  }

  /// The path of the value that a position is in, or at whose start or end it is; else that of the
  /// container around it.
  func path(at position: TextPosition) -> JSONPath {
    let offset = offset(of: position)
    let here = parsedText.cursorContext(at: offset)
    // The typed range is that of the key or the value at the position.
    let isAtKeyOrValue = !here.typedRange.isEmpty
    if isAtKeyOrValue { return here.path }
    // Before an opening quote, no value has been started; one byte further is inside the string.
    let isBeforeString = buffer.byte(at: position) == UInt8(ascii: "\"")
    if isBeforeString { return parsedText.cursorContext(at: offset + 1).path }
    // Directly after a closing bracket or quote, a comma can follow; one byte back is inside the
    // value.
    let isBlankBefore = buffer.byte(before: position)?.isBlank ?? true
    let isAfterValue = here.expects == .separator && !isBlankBefore
    return isAfterValue ? parsedText.cursorContext(at: offset - 1).path : here.path
  }

  /// Where the value at a path, or else the innermost value around it, begins; nil if only the
  /// object that is the whole text is around it.
  func start(of path: JSONPath) -> TextPosition? {
    // The path itself comes first, then those of the containers around it, the innermost first.
    let range = path.lineage.lazy.compactMap(parsedText.range(at:)).first
    return range.map { buffer.textPosition(of: $0.start) }
  }

  /// The innermost brackets around a position; nil outside of all brackets.
  func brackets(around position: TextPosition) -> BracketPair? {
    let context = context(at: position)
    return context.brackets.map { brackets in
      BracketPair(
        open: self.position(at: brackets.open), close: brackets.close.map(self.position),
        isOutermost: context.containerPath.isRoot)
    }
  }

  /// The number of bytes of the text before a position.
  private func offset(of position: TextPosition) -> Int {
    parsedText.source.offset(of: buffer.sourcePosition(of: position))
  }

  /// The position after a number of bytes of the text.
  private func position(at offset: Int) -> TextPosition {
    buffer.textPosition(of: parsedText.source.position(at: offset))
  }
}

/// Two brackets, or an opening one without its partner.
struct BracketPair: Equatable, Sendable {
  let open: TextPosition
  let close: TextPosition?
  /// Whether no other brackets are around the pair.
  let isOutermost: Bool
}

/// A value that is computed when it is first read, once for all copies of its owner.
private final class Lazy<Value: Sendable>: Sendable {
  private let compute: @Sendable () -> Value
  private let computed = Locked<Value?>(nil)

  init(_ compute: @escaping @Sendable () -> Value) { self.compute = compute }

  /// Computes the value at the first access, and returns the stored one later.
  var value: Value {
    computed.withLock { stored in
      if let stored { return stored }
      let value = compute()
      stored = value
      return value
    }
  }
}
