import VirgaSource

/// Descends from the root to the innermost container around the offset.
struct JSONCursorFinder {
  let document: LocatedDocument?
  let bytes: [UInt8]
  let offset: Int
  private let assumesComma: Bool
  private var path = JSONPath.root

  private var nodes: [LocatedNode] { document?.nodes ?? [] }

  init(_ text: LocatedText, offset: Int, assumesComma: Bool) {
    document = text.document
    bytes = text.source.bytes
    self.offset = offset
    self.assumesComma = assumesComma
  }

  mutating func find() -> JSONCursorContext {
    guard let root = nodes.first else { return context(.value, in: nil, typing: nil) }
    guard contains(0) else {
      if isTyping(0) { return context(.value, in: nil, typing: 0) }
      let isBefore = offset <= root.range.lowerBound
      let isOpen = !root.isReadable || (isBefore && root.range.isEmpty)
      return context(isOpen ? .value : .nothing, in: nil, typing: nil)
    }
    var container = 0
    while let inner = step(into: container) { container = inner }
    return context(in: container)
  }

  private func contains(_ index: Int) -> Bool {
    let node = nodes[index]
    guard node.kind == .array || node.kind == .object, node.start < offset else { return false }
    return node.flags.contains(.unclosed) ? offset <= node.end : offset < node.end
  }

  /// Whether the offset touches a key or scalar that may still be typed.
  private func isTyping(_ index: Int) -> Bool {
    let node = nodes[index]
    let isQuoted = node.start < node.end && bytes[Int(node.start)] == Byte.quote
    let isClosed = isQuoted && !node.flags.contains(.unclosed)
    switch node.kind {
    case .array, .object: return false
    default:
      let hasBegun = node.start < offset || (node.start == offset && !isQuoted && offset < node.end)
      return hasBegun && (isClosed ? offset < node.end : offset <= node.end)
    }
  }

  /// The child container around the offset, appended to the path; nil if none.
  private mutating func step(into container: Int) -> Int? {
    let isObject = nodes[container].kind == .object
    var position = 0
    for child in items(of: container) {
      let value = isObject ? child + 1 : child
      if contains(value) {
        path = path.appending(isObject ? .key(key(child)) : .index(position))
        return value
      }
      if nodes[value].isReadable { position += 1 }
    }
    return nil
  }

  private func context(in container: Int) -> JSONCursorContext {
    let isObject = nodes[container].kind == .object
    var before: Int?
    var position = 0
    for child in items(of: container) {
      guard nodes[child].start < offset || (!isObject && isTyping(child)) else { break }
      let value = isObject ? child + 1 : child
      if isObject && isTyping(child) {
        return context(.key, in: container, typing: child, member: child)
      }
      if isTyping(value) {
        return context(
          .value, in: container, typing: value, member: isObject ? child : nil, position: position)
      }
      if nodes[value].isReadable { position += 1 }
      before = child
    }
    var expectation = expectation(in: container, after: before)
    if assumesComma, expectation == .separator { expectation = isObject ? .key : .value }
    let isInMember = expectation == .value || expectation == .colon
    return context(
      expectation, in: container, typing: nil, member: isObject && isInMember ? before : nil,
      position: position)
  }

  /// What can be typed next, given the text between the previous item and the offset.
  private func expectation(in container: Int, after child: Int?) -> JSONCursorContext.Expectation {
    let isObject = nodes[container].kind == .object
    var state: JSONCursorContext.Expectation = isObject ? .key : .value
    var index = Int(nodes[container].start) + 1
    if let child {
      let value = isObject ? child + 1 : child
      let hasValue = Int(nodes[value].end) <= offset && nodes[value].start < nodes[value].end
      state = hasValue || !isObject ? .separator : .colon
      index = Int(hasValue ? nodes[value].end : nodes[child].end)
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
    let isBlock =
      bytes[start] == Byte.slash && start + 1 < bytes.count && bytes[start + 1] == Byte.star
    var end = start + 1
    while end < offset {
      if isBlock
        ? bytes[end - 1] == Byte.star && bytes[end] == Byte.slash && end > start + 2
        : Byte.isLineEnd(bytes[end])
      {
        return end + 1
      }
      end += 1
    }
    return nil
  }

  private func context(
    _ expects: JSONCursorContext.Expectation, in container: Int?, typing: Int?, member: Int? = nil,
    position: Int = 0
  ) -> JSONCursorContext {
    var target = path
    if let container, let member, nodes[container].kind == .object {
      target = path.appending(key: key(member))
    } else if let container, nodes[container].kind == .array, expects == .value {
      target = path.appending(index: position)
    }
    let range = typing.map { nodes[$0].range } ?? offset..<offset
    return JSONCursorContext(
      expects: expects, path: target, brackets: container.map(brackets), containerPath: path,
      siblingKeys: siblingKeys(in: container, without: member), range: range,
      prefix: prefix(of: range))
  }

  private func brackets(of container: Int) -> JSONCursorContext.Brackets {
    let node = nodes[container]
    return JSONCursorContext.Brackets(
      open: Int(node.start), close: node.flags.contains(.unclosed) ? nil : Int(node.end) - 1)
  }

  private func siblingKeys(in container: Int?, without member: Int?) -> [String] {
    guard let container, nodes[container].kind == .object else { return [] }
    let others = items(of: container).filter { $0 != member && nodes[$0].kind != .missing }
    return others.map(key)
  }

  /// The elements of an array, or the keys of an object, each of which its value follows.
  private func items(of container: Int) -> [Int] {
    document?.items(of: Int32(container)).map(Int.init) ?? []
  }

  private func key(_ index: Int) -> String { document?.string(at: Int32(index)) ?? "" }

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

  /// The brackets of an array or object.
  package struct Brackets: Hashable, Sendable {
    /// The byte offset of the opening bracket.
    package let open: Int
    /// The byte offset of the closing bracket; nil if it is missing.
    package let close: Int?
  }

  /// What is or is expected here.
  package var expects: Expectation
  /// The path to the value here, or to the member whose key is typed.
  ///
  /// For a missing key, and between items, the path of the container. An index counts the preceding
  /// elements.
  package var path: JSONPath
  /// The brackets of the innermost array or object around the offset; nil if there is none.
  package var brackets: Brackets?
  /// The path of the innermost array or object around the offset.
  package var containerPath: JSONPath
  /// The other keys of the object around the offset, in order; empty in an array.
  package var siblingKeys: [String]
  /// The bytes of the key or value typed here; empty if none has been started.
  package var range: Range<Int>
  /// The text between the start of ``range`` and the offset, without an opening quote.
  package var prefix: String

  /// Whether no array or object is around the offset.
  package var isOutermost: Bool { brackets == nil }
}

extension LocatedText {
  /// What can be typed at byte `offset` of a JSON text, based on the recovered tree.
  ///
  /// - Parameters:
  ///   - offset: The offset; one outside of the text is moved to its nearest end.
  ///   - assumesComma: Whether to find what could follow a comma where one is expected.
  package func cursorContext(at offset: Int, assumesComma: Bool = false) -> JSONCursorContext {
    let offset = min(max(offset, 0), source.bytes.count)
    var finder = JSONCursorFinder(self, offset: offset, assumesComma: assumesComma)
    return finder.find()
  }
}
