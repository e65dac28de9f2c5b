import VirgaSource

/// What may be typed at a place of a document, however far the text is typed.
package struct JSONCursorContext: Sendable {
  /// What stands or is expected at a place.
  package enum Expectation: Hashable, Sendable {
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
  package var expects: Expectation
  /// The way to what stands here: to the value, or to the member whose key is typed.
  ///
  /// For a key that is still missing, and between items, the way to the container. An index counts the elements that
  /// stand before.
  package var path: JSONPath
  /// The innermost array or object around the place, nil at the outermost value.
  package var container: JSONNode?
  /// The way to the container.
  package var containerPath: JSONPath
  /// The keys that the object around the place has elsewhere, in order; empty in an array.
  package var siblingKeys: [String]
  /// The bytes of the key or value that is typed here; empty, at the place itself, where none has been begun.
  package var range: Range<Int>
  /// What stands between the start of ``range`` and the place, without an opening quote.
  package var prefix: String
}

extension JSONDocument {
  /// What may be typed at the byte `offset`, from the tree as it was recovered.
  package func cursorContext(at offset: Int) -> JSONCursorContext {
    let offset = min(max(offset, 0), source.bytes.count)
    var finder = JSONCursorFinder(document: self, offset: offset)
    return finder.find()
  }
}
