import VirgaSource

/// What may be typed at a place of a document, however far the text is typed.
public struct JSONCursorContext: Sendable {
  /// What stands or is expected at a place.
  public enum Expectation: Hashable, Sendable {
    /// A key, with its quotes.
    case key
    /// The colon after a key.
    case colon
    /// A value.
    case value
    /// A comma, or the closing bracket of the container.
    case separator
    /// Nothing: the document is complete here, or the place lies in a comment.
    case nothing
  }

  /// What stands or is expected here.
  public var expects: Expectation
  /// The way to what stands here: to the value, or to the member whose key is typed.
  ///
  /// For a key that is still missing, and between items, the way to the container. An index counts the elements that
  /// stand before.
  public var path: JSONPath
  /// The innermost array or object around the place, nil at the outermost value.
  public var container: JSONNode?
  /// The way to the container.
  public var containerPath: JSONPath
  /// The keys that the object around the place has elsewhere, in order; empty in an array.
  public var siblingKeys: [String]
  /// The bytes of the key or value that is typed here; empty, at the place itself, where none has been begun.
  public var range: Range<Int>
  /// What stands between the start of ``range`` and the place, without an opening quote.
  public var prefix: String
}

extension JSONDocument {
  /// What may be typed at the byte `offset`, from the tree as it was recovered.
  public func cursorContext(at offset: Int) -> JSONCursorContext {
    let offset = min(max(offset, 0), source.bytes.count)
    var finder = JSONCursorFinder(document: self, offset: offset)
    return finder.find()
  }
}
