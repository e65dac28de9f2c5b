import VirgaSource

/// Finds what can be typed at an offset of a JSON text: descends from the root to the innermost
/// container around the offset, and looks at the text between its items.
///
/// An item is an element of an array, or a key with its value in an object. Nodes are named by
/// their index in the document; the node after a key is its value.
struct JSONCursorFinder {
  let document: LocatedDocument?
  let bytes: [UInt8]
  let offset: Int
  private let assumesComma: Bool
  /// The path of the innermost container found so far.
  private var containerPath = JSONPath.root

  private var nodes: [LocatedNode] { document?.nodes ?? [] }

  /// A finder for an offset of a text.
  ///
  /// If a comma is expected at the offset and `assumesComma` is set, it finds what could follow the
  /// comma, for completions that add the comma.
  init(_ text: LocatedText, offset: Int, assumesComma: Bool) {
    document = text.document
    bytes = text.source.bytes
    self.offset = offset
    self.assumesComma = assumesComma
  }

  /// What can be typed at the offset; descends to the innermost container around it.
  mutating func find() -> JSONCursorContext {
    let root = 0
    guard !nodes.isEmpty, isInsideContainer(root) else { return contextOutsideOfRoot() }
    var container = root
    while let inner = enterChild(of: container) { container = inner }
    return context(in: container)
  }

  /// Whether a node is an array or object and the offset is between its brackets.
  private func isInsideContainer(_ index: Int) -> Bool {
    let node = nodes[index]
    guard node.kind == .array || node.kind == .object else { return false }
    guard node.start < offset else { return false }
    // Without a closing bracket, the offset at the end is inside too.
    let isUnclosed = node.flags.contains(.unclosed)
    return isUnclosed ? offset <= node.end : offset < node.end
  }

  /// The node of an item's value: in an object the node after the key, in an array the item itself.
  private func valueIndex(ofItem item: Int, isInObject: Bool) -> Int {
    isInObject ? item + 1 : item
  }

  /// Whether the offset, here a bar, touches a key or scalar that may still be typed: `tru|`,
  /// `"re|d"`, but not `"red"|` or `|"red"`.
  private func isBeingTyped(_ index: Int) -> Bool {
    let node = nodes[index]
    guard node.kind != .array, node.kind != .object else { return false }
    let isQuoted = node.start < node.end && bytes[Int(node.start)] == Byte.quote
    let isClosed = isQuoted && !node.flags.contains(.unclosed)
    let isAtStart = node.start == offset && offset < node.end
    // Without an opening quote, the start counts too: `|tru`.
    let hasBegun = node.start < offset || (isAtStart && !isQuoted)
    let hasNotEnded = isClosed ? offset < node.end : offset <= node.end
    return hasBegun && hasNotEnded
  }

  /// Finds the child container that the offset is inside of, and appends its step to
  /// `containerPath`; nil if there is none.
  private mutating func enterChild(of container: Int) -> Int? {
    let isObject = nodes[container].kind == .object
    // The number of readable items so far: paths do not count unreadable elements.
    var ordinal = 0
    for item in keysOrElements(of: container) {
      // An item of an object is a key, which its value follows.
      let value = valueIndex(ofItem: item, isInObject: isObject)
      if isInsideContainer(value) {
        let step: JSONPath.Component = isObject ? .key(keyText(item)) : .index(ordinal)
        containerPath = containerPath.appending(step)
        return value
      }
      if nodes[value].isReadable { ordinal += 1 }
    }
    return nil
  }

  /// The context if the offset is in the root scalar, or outside of the root: a value is expected
  /// only if the text has none yet.
  private func contextOutsideOfRoot() -> JSONCursorContext {
    guard let root = nodes.first else { return context(expecting: .value, at: CursorTarget()) }
    let rootIndex = 0
    if isBeingTyped(rootIndex) {
      return context(expecting: .value, at: CursorTarget(typedNode: rootIndex))
    }
    let isBeforeRoot = offset <= root.range.lowerBound
    // An empty document may have a null without any text as its root. A value is expected at that
    // root or before it, but not after it.
    let isAtEmptyRoot = isBeforeRoot && root.range.isEmpty
    let isMissing = !root.isReadable || isAtEmptyRoot
    return context(expecting: isMissing ? .value : .nothing, at: CursorTarget())
  }

  /// The context if the offset is in a container, but in none of its child containers: in one of
  /// its keys or scalars, or between its items.
  ///
  /// The target collects what is at the offset; its ordinal is the index that a new element there
  /// would have in a path.
  private func context(in container: Int) -> JSONCursorContext {
    let isObject = nodes[container].kind == .object
    var target = CursorTarget(container: container)
    // The last item that ends before the offset.
    var previous: Int?
    for item in keysOrElements(of: container) {
      // A word without double quotes counts as typed even if the offset, here a bar, is at its
      // start: `|tru`. If an item begins after the offset, no later one can contain the offset.
      let hasBegun = nodes[item].start < offset || isBeingTyped(item)
      guard hasBegun else { break }
      // Nil if the offset is neither in the key nor in a scalar value of the item.
      if let typedNode = nodeBeingTyped(ofItem: item, isInObject: isObject) {
        target.typedNode = typedNode
        target.memberKey = isObject ? item : nil
        let isKey = isObject && typedNode == item
        return context(expecting: isKey ? .key : .value, at: target)
      }
      // Paths do not count unreadable elements.
      let value = valueIndex(ofItem: item, isInObject: isObject)
      if nodes[value].isReadable { target.ordinal += 1 }
      previous = item
    }
    return context(after: previous, at: target, in: container)
  }

  /// The key or value of an item that is being typed; nil if none is.
  private func nodeBeingTyped(ofItem item: Int, isInObject: Bool) -> Int? {
    if isBeingTyped(item) { return item }
    let value = valueIndex(ofItem: item, isInObject: isInObject)
    return isBeingTyped(value) ? value : nil
  }

  /// The context if the offset is in no key or scalar of a container.
  ///
  /// - Parameter previous: The item before the offset; nil if the offset is before the first one.
  private func context(
    after previous: Int?, at target: CursorTarget, in container: Int
  ) -> JSONCursorContext {
    let isObject = nodes[container].kind == .object
    var expectation = expectation(in: container, after: previous)
    // What could follow the comma, for completions that add it.
    if assumesComma, expectation == .separator { expectation = isObject ? .key : .value }
    // The offset, here a bar, is after the key of a member, before its value: `{"a": |`.
    let isInMember = isObject && (expectation == .value || expectation == .colon)
    var target = target
    target.memberKey = isInMember ? previous : nil
    return context(expecting: expectation, at: target)
  }

  /// What can be typed next, given the text between the previous item and the offset.
  ///
  /// - Parameter item: The previous item; nil if the offset is before the first one.
  private func expectation(in container: Int, after item: Int?) -> JSONCursorContext.Expectation {
    let isObject = nodes[container].kind == .object
    // Begins directly behind the item, and reads the separators from there up to the offset.
    var (expected, index) = expectationBeforeSeparators(in: container, after: item)
    while index < offset {
      switch bytes[index] {
      // A semicolon is a comma that was mistyped.
      case Byte.comma, Byte.semicolon: expected = isObject ? .key : .value
      case Byte.colon where isObject: expected = .value
      case Byte.hash, Byte.slash:
        // Without an end, the offset is in the comment.
        guard let end = commentEnd(from: index) else { return .nothing }
        index = end
        continue
      default: break
      }
      index += 1
    }
    return expected
  }

  /// What can be typed directly behind the previous item, or the opening bracket if `item` is nil;
  /// and the offset there.
  ///
  /// Behind the key of `{"a"` that is a colon, behind the value of `{"a": 1` a separator.
  private func expectationBeforeSeparators(
    in container: Int, after item: Int?
  ) -> (expected: JSONCursorContext.Expectation, offset: Int) {
    let isObject = nodes[container].kind == .object
    guard let item else {
      let afterBracket = Int(nodes[container].start) + 1
      return (isObject ? .key : .value, afterBracket)
    }
    // In an array the item is itself the value.
    let value = nodes[valueIndex(ofItem: item, isInObject: isObject)]
    // The empty range of a missing value does not count.
    let isValueBeforeOffset = Int(value.end) <= offset && value.start < value.end
    let end = Int(isValueBeforeOffset ? value.end : nodes[item].end)
    return (isValueBeforeOffset || !isObject ? .separator : .colon, end)
  }

  /// The end of the comment at `start`, `# …`, `// …` or `/* … */`; nil if it has not ended before
  /// the finder's `offset`, so that what is typed there belongs to the comment.
  ///
  /// A slash before anything but a star counts as `//`.
  private func commentEnd(from start: Int) -> Int? {
    let isBlock =
      bytes[start] == Byte.slash && start + 1 < bytes.count && bytes[start + 1] == Byte.star
    let contentStart = start + "/*".utf8.count
    var last = start + 1
    while last < offset {
      // The star of the opening `/*` cannot end the comment as well: `/*/` is not a whole one.
      let endsBlock =
        bytes[last] == Byte.slash && bytes[last - 1] == Byte.star && last > contentStart
      let endsComment = isBlock ? endsBlock : Byte.isLineEnd(bytes[last])
      if endsComment { return last + 1 }
      last += 1
    }
    return nil
  }

  /// What the offset points at; all nodes are indices in the document.
  private struct CursorTarget {
    /// The container around the offset; nil outside of the root.
    var container: Int?
    /// The key or scalar that is typed; nil if none has been started.
    var typedNode: Int?
    /// The key of the member around the offset; nil between members, and in an array.
    var memberKey: Int?
    /// The number of readable elements of an array before the offset.
    var ordinal = 0
  }

  /// The description of the cursor at `target`; `expects` is what can be typed there.
  ///
  /// If nothing is typed at the offset, the typed range is empty. Outside of containers, there are
  /// no offsets of brackets.
  private func context(
    expecting expects: JSONCursorContext.Expectation, at target: CursorTarget
  ) -> JSONCursorContext {
    let emptyRange = offset..<offset
    let typedRange = target.typedNode.map { nodes[$0].range } ?? emptyRange
    return JSONCursorContext(
      expects: expects, path: valuePath(at: target, expecting: expects),
      brackets: target.container.map(brackets),
      containerPath: containerPath,
      siblingKeys: siblingKeys(in: target.container, except: target.memberKey),
      typedRange: typedRange, typedPrefix: typedPrefix(of: typedRange))
  }

  /// The path of the value at the cursor, here a bar: of an element of an array, as `a[1]` in
  /// `{"a": [1, |`, or of the member whose key is known, also while that key is typed.
  ///
  /// Where no value can be, such as where a comma or another key is expected, it is the path of the
  /// container.
  private func valuePath(
    at target: CursorTarget, expecting expects: JSONCursorContext.Expectation
  ) -> JSONPath {
    guard let container = target.container else { return containerPath }
    let isObject = nodes[container].kind == .object
    if isObject, let memberKey = target.memberKey {
      return containerPath.appending(key: keyText(memberKey))
    }
    let isElement = !isObject && expects == .value
    return isElement ? containerPath.appending(index: target.ordinal) : containerPath
  }

  /// The offsets of a container's brackets, its first and its last byte; `close` is nil if the
  /// closing one is missing.
  private func brackets(of container: Int) -> JSONCursorContext.Brackets {
    let node = nodes[container]
    let isClosed = !node.flags.contains(.unclosed)
    return JSONCursorContext.Brackets(
      open: Int(node.start), close: isClosed ? Int(node.end) - 1 : nil)
  }

  /// The texts of all keys of an object except `memberKey`, the key at the cursor; empty in an
  /// array and outside of containers.
  private func siblingKeys(in container: Int?, except memberKey: Int?) -> [String] {
    guard let container, nodes[container].kind == .object else { return [] }
    let others = keysOrElements(of: container).filter { key in
      let hasText = nodes[key].kind != .missing
      return key != memberKey && hasText
    }
    return others.map(keyText)
  }

  /// The elements of an array, or the keys of an object.
  private func keysOrElements(of container: Int) -> [Int] {
    document?.keysOrElements(of: Int32(container)).map(Int.init) ?? []
  }

  /// The text of a key.
  private func keyText(_ index: Int) -> String { document?.string(at: Int32(index)) ?? "" }

  /// The typed text from the start of a range to the offset, without an opening quote or
  /// apostrophe.
  private func typedPrefix(of range: Range<Int>) -> String {
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
  package var typedRange: Range<Int>
  /// The text between the start of ``typedRange`` and the offset, without an opening quote.
  package var typedPrefix: String

  /// Whether no array or object is around the offset.
  package var isOutermost: Bool { brackets == nil }
}

extension JSONCursorContext {
  /// A key or a value at a path, for completions without a JSON text; nothing of it has been typed.
  ///
  /// `path` is that of the object for a key, else that of the value. The brackets are nil, because
  /// there is no text that has them.
  package init(
    expecting expectation: Expectation, at path: JSONPath, siblingKeys: [String]
  ) {
    let containerPath = expectation == .key ? path : path.parent ?? .root
    self.init(
      expects: expectation, path: path, brackets: nil, containerPath: containerPath,
      siblingKeys: siblingKeys, typedRange: 0..<0, typedPrefix: "")
  }
}

extension LocatedText {
  /// What can be typed at byte `offset` of a JSON text, based on the recovered tree.
  ///
  /// - Parameters:
  ///   - offset: The offset; one outside of the text is moved to its nearest end.
  ///   - assumesComma: Whether to find what could follow a comma if one is expected at the offset.
  package func cursorContext(at offset: Int, assumesComma: Bool = false) -> JSONCursorContext {
    let offset = min(max(offset, 0), source.bytes.count)
    var finder = JSONCursorFinder(self, offset: offset, assumesComma: assumesComma)
    return finder.find()
  }
}
