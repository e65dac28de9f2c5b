import VirgaSource

/// Descends from the root to the innermost container around the offset.
struct JSONCursorFinder {
  let document: JSONDocument
  let offset: Int
  var path = JSONPath.root

  private var entries: [JSONEntry] { document.entries }
  private var bytes: [UInt8] { document.source.bytes }

  mutating func find() -> JSONCursorContext {
    guard let root = entries.first else { return context(.value, in: nil, typing: nil) }
    guard contains(0) else {
      if isTyping(0) { return context(.value, in: nil, typing: 0) }
      let isBefore = offset <= root.range.lowerBound
      let isOpen = root.kind == .invalid || (isBefore && root.range.isEmpty)
      return context(isOpen ? .value : .nothing, in: nil, typing: nil)
    }
    var container = 0
    while let inner = step(into: container) { container = inner }
    return context(in: container)
  }

  private func contains(_ index: Int) -> Bool {
    let entry = entries[index]
    guard entry.kind == .array || entry.kind == .object, entry.start < offset else { return false }
    return entry.flags.contains(.unclosed) ? offset <= entry.end : offset < entry.end
  }

  /// Whether the offset touches a key or scalar that may still be typed.
  private func isTyping(_ index: Int) -> Bool {
    let entry = entries[index]
    let isQuoted = entry.start < entry.end && bytes[Int(entry.start)] == Byte.quote
    let isClosed = isQuoted && !entry.flags.contains(.unclosed)
    switch entry.kind {
    case .array, .object: return false
    default:
      let hasBegun = entry.start < offset || (entry.start == offset && !isQuoted && offset < entry.end)
      return hasBegun && (isClosed ? offset < entry.end : offset <= entry.end)
    }
  }

  /// The child container around the offset, appended to the path; nil if none.
  private mutating func step(into container: Int) -> Int? {
    let isObject = entries[container].kind == .object
    var position = 0
    for child in entries.children(of: container) {
      let value = isObject ? child + 1 : child
      if contains(value) {
        path = path.appending(isObject ? .key(document.key(child)) : .index(position))
        return value
      }
      if entries[value].kind != .invalid { position += 1 }
    }
    return nil
  }

  private func context(in container: Int) -> JSONCursorContext {
    let isObject = entries[container].kind == .object
    var before: Int?
    var position = 0
    for child in entries.children(of: container) {
      guard entries[child].start < offset || (!isObject && isTyping(child)) else { break }
      let value = isObject ? child + 1 : child
      if isObject && isTyping(child) { return context(.key, in: container, typing: child, member: child) }
      if isTyping(value) {
        return context(.value, in: container, typing: value, member: isObject ? child : nil, position: position)
      }
      if entries[value].kind != .invalid { position += 1 }
      before = child
    }
    let expectation = expectation(in: container, after: before)
    let isInMember = expectation == .value || expectation == .colon
    return context(
      expectation, in: container, typing: nil, member: isObject && isInMember ? before : nil, position: position)
  }

  /// What can be typed next, given the text between the previous item and the offset.
  private func expectation(in container: Int, after child: Int?) -> JSONCursorContext.Expectation {
    let isObject = entries[container].kind == .object
    var state: JSONCursorContext.Expectation = isObject ? .key : .value
    var index = Int(entries[container].start) + 1
    if let child {
      let value = isObject ? child + 1 : child
      let hasValue = Int(entries[value].end) <= offset && entries[value].start < entries[value].end
      state = hasValue || !isObject ? .separator : .colon
      index = Int(hasValue ? entries[value].end : entries[child].end)
    }
    while index < offset {
      switch bytes[index] {
      case Byte.comma, Byte.semicolon: state = isObject ? .key : .value
      case Byte.colon where isObject: state = .value
      case Byte.hash, Byte.slash:
        guard let end = commentEnd(from: index) else { return .nothing }
        index = end - 1
      default: break
      }
      index += 1
    }
    return state
  }

  /// The end of the comment at `start`; nil if the offset lies in it.
  private func commentEnd(from start: Int) -> Int? {
    let isBlock = bytes[start] == Byte.slash && start + 1 < bytes.count && bytes[start + 1] == Byte.star
    var end = start + 1
    while end < offset {
      if isBlock
        ? bytes[end - 1] == Byte.star && bytes[end] == Byte.slash && end > start + 2 : Byte.isLineEnd(bytes[end])
      {
        return end + 1
      }
      end += 1
    }
    return nil
  }

  private func context(
    _ expects: JSONCursorContext.Expectation, in container: Int?, typing: Int?, member: Int? = nil, position: Int = 0
  ) -> JSONCursorContext {
    var target = path
    if let container, let member, entries[container].kind == .object {
      target = path.appending(key: document.key(member))
    } else if let container, entries[container].kind == .array, expects == .value {
      target = path.appending(index: position)
    }
    let range = typing.map { entries[$0].range } ?? offset..<offset
    return JSONCursorContext(
      expects: expects, path: target, isOutermost: container == nil, containerPath: path,
      siblingKeys: siblingKeys(in: container, without: member), range: range, prefix: prefix(of: range))
  }

  private func siblingKeys(in container: Int?, without member: Int?) -> [String] {
    guard let container, entries[container].kind == .object else { return [] }
    let others = entries.children(of: container).filter { $0 != member && !entries[$0].flags.contains(.absent) }
    return others.map(document.key)
  }

  private func prefix(of range: Range<Int>) -> String {
    var typed = bytes[range.lowerBound..<min(offset, range.upperBound)]
    if typed.first == Byte.quote || typed.first == Byte.apostrophe { typed.removeFirst() }
    return String(decoding: typed, as: UTF8.self)
  }
}

/// What can be typed at an offset of a document, however incomplete the text is.
package struct JSONCursorContext: Sendable {
  /// What is or is expected at an offset.
  package enum Expectation: Hashable, Sendable {
    /// A key, with its quotes.
    case key
    /// The colon after a key.
    case colon
    /// A value.
    case value
    /// A comma, or the closing bracket of the container.
    case separator
    /// Nothing: the document is complete here, or the offset lies in a comment.
    case nothing
  }

  /// What is or is expected here.
  package var expects: Expectation
  /// The path to the value here, or to the member whose key is typed.
  ///
  /// For a missing key, and between items, the path of the container. An index counts the preceding elements.
  package var path: JSONPath
  /// Whether no array or object is around the offset.
  package var isOutermost: Bool
  /// The path of the innermost array or object around the offset.
  package var containerPath: JSONPath
  /// The other keys of the object around the offset, in order; empty in an array.
  package var siblingKeys: [String]
  /// The bytes of the key or value typed here; empty if none has been started.
  package var range: Range<Int>
  /// The text between the start of ``range`` and the offset, without an opening quote.
  package var prefix: String
}

extension JSONDocument {
  /// What can be typed at byte `offset`, based on the recovered tree.
  package func cursorContext(at offset: Int) -> JSONCursorContext {
    let offset = min(max(offset, 0), source.bytes.count)
    var finder = JSONCursorFinder(document: self, offset: offset)
    return finder.find()
  }
}
