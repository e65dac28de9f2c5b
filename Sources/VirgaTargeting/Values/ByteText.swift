/// Texts compared byte for byte, as targeting does; Swift's own comparison holds two spellings of `é` for equal.
package enum ByteText {
  /// Whether two texts have the same bytes.
  package static func areEqual(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    var left = left
    var right = right
    return left.withUTF8 { left in right.withUTF8 { right in left.elementsEqual(right) } }
  }

  /// Whether the bytes of one text come before those of another.
  package static func isLess(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// Whether a text stands before another where people read them; two that only look alike stand by their bytes.
  package static func isBefore(_ left: String, _ right: String) -> Bool {
    left < right || left == right && isLess(left, right)
  }

  /// Whether the bytes of `part` occur in `whole`; the empty text occurs in every text.
  package static func contains(_ whole: String, _ part: String) -> Bool {
    var whole = whole
    var part = part
    return whole.withUTF8 { whole in
      part.withUTF8 { part in
        guard let first = part.first else { return true }
        guard part.count <= whole.count else { return false }
        return (0...(whole.count - part.count)).contains { start in
          whole[start] == first && (1..<part.count).allSatisfy { whole[start + $0] == part[$0] }
        }
      }
    }
  }
}
