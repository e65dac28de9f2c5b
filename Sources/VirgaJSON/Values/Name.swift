#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A name that equals another only if both have the same bytes, and is ordered by its bytes.
///
/// Names come from files and command lines. Swift's own equality takes `é` and `e` with a combining accent for the
/// same; to JSON they are two names (RFC 8259, section 8.3), and an object may hold both.
public struct Name: Hashable, Comparable, Sendable {
  /// The text of the name.
  public let text: String

  /// A name with this text.
  @inlinable
  public init(_ text: String) { self.text = text }

  /// Whether both have the same bytes.
  public static func == (left: Name, right: Name) -> Bool {
    guard left.text.utf8.count == right.text.utf8.count else { return false }
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard let start = left.baseAddress, let other = right.baseAddress, start != other else { return true }
        return memcmp(start, other, left.count) == 0
      }
    }
  }

  /// Whether the bytes of one come before those of the other.
  public static func < (left: Name, right: Name) -> Bool {
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard let start = left.baseAddress, let other = right.baseAddress else { return left.count < right.count }
        let order = memcmp(start, other, min(left.count, right.count))
        return order == 0 ? left.count < right.count : order < 0
      }
    }
  }

  /// Hashes the bytes, as those are what is compared.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension Name: ExpressibleByStringLiteral {
  /// The name that a literal spells.
  @inlinable
  public init(stringLiteral text: String) { self.init(text) }
}

extension Name: CustomStringConvertible, CustomDebugStringConvertible {
  /// The text of the name.
  public var description: String { text }

  /// The text of the name as a literal.
  public var debugDescription: String { text.debugDescription }
}
