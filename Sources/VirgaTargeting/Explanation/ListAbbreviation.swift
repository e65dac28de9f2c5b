/// Shortens long lists in sentences to the first members and a count.
package enum ListAbbreviation {
  /// The number of members shown of a long list; a slightly longer list is shown completely.
  static let maxShownMembers = 6
  private static let abbreviationSlack = 2

  static func isLong(_ count: Int) -> Bool { count > maxShownMembers + abbreviationSlack }

  /// The text of an expression with long lists truncated: `region in ['AD', 'AE', … 104 more]`.
  ///
  /// Linear time. Brackets inside quotes are text.
  package static func shortened(_ text: String) -> String {
    guard text.utf8.count > 40, text.utf8.contains(UInt8(ascii: "[")) else { return text }
    var shortening = Shortening()
    for byte in text.utf8 { shortening.add(byte) }
    return String(decoding: shortening.shown, as: UTF8.self)
  }
}

private struct Shortening {
  /// The text so far, with long lists truncated.
  private(set) var shown: [UInt8] = []
  /// The open brackets, outermost first.
  private var open: [Bracket] = []
  private var quote: UInt8?
  private var isEscaped = false

  private struct Bracket {
    let isList: Bool
    /// The number of commas directly inside it.
    var commas = 0
    /// The end of the last shown member in `shown`.
    var cut = 0
    /// Whether a member follows the last comma.
    var hasMember = false

    var members: Int { commas + (hasMember ? 1 : 0) }
  }

  mutating func add(_ byte: UInt8) {
    if let quote {
      shown.append(byte)
      // The only escape is a backslash before the quote.
      if byte == quote, !isEscaped { self.quote = nil }
      isEscaped = byte == UInt8(ascii: "\\")
      return
    }
    switch byte {
    case UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "}"): return close(with: byte)
    case UInt8(ascii: ","): separate()
    case UInt8(ascii: " "), 0x09...0x0D: break
    default: if !open.isEmpty { open[open.count - 1].hasMember = true }
    }
    shown.append(byte)
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): (quote, isEscaped) = (byte, false)
    case UInt8(ascii: "["): open.append(Bracket(isList: true))
    case UInt8(ascii: "("), UInt8(ascii: "{"): open.append(Bracket(isList: false))
    default: break
    }
  }

  private mutating func separate() {
    guard !open.isEmpty else { return }
    open[open.count - 1].commas += 1
    open[open.count - 1].hasMember = false
    if open[open.count - 1].commas == ListAbbreviation.maxShownMembers { open[open.count - 1].cut = shown.count }
  }

  private mutating func close(with byte: UInt8) {
    if let bracket = open.popLast(), bracket.isList, ListAbbreviation.isLong(bracket.members) {
      shown.removeLast(shown.count - bracket.cut)
      shown += ", … \(bracket.members - ListAbbreviation.maxShownMembers) more".utf8
    }
    shown.append(byte)
  }
}
