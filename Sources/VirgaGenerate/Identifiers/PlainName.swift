/// A name of ASCII alone, as nearly all are: its words are found in its bytes.
struct PlainName {
  private let bytes: [UInt8]

  /// Nil where the name has anything but ASCII.
  init?(_ name: String) {
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    bytes = Array(name.utf8)
  }

  /// The words with a capital each and small letters else; the first one with its capital only where asked for.
  func camel(capitalisesFirst: Bool) -> String {
    var camel: [UInt8] = []
    camel.reserveCapacity(bytes.count)
    for piece in bytes.split(whereSeparator: { !Self.isSmall($0) && !Self.isCapital($0) && !Self.isDigit($0) }) {
      var start = piece.startIndex
      for end in Self.ends(ofWordsIn: piece) {
        let isCapitalised = capitalisesFirst || !camel.isEmpty
        for (place, byte) in piece[start..<end].enumerated() {
          camel.append(place == 0 && isCapitalised ? Self.capital(byte) : Self.small(byte))
        }
        start = end
      }
    }
    return String(decoding: camel, as: UTF8.self)
  }

  private enum Mode { case boundary, lower, upper }

  /// Where words end in a piece without signs; see ``Casing``.
  private static func ends(ofWordsIn piece: ArraySlice<UInt8>) -> [Int] {
    var ends: [Int] = []
    var mode = Mode.boundary
    for place in piece.indices.dropLast() {
      let (current, next) = (piece[place], piece[place + 1])
      let after: Mode = isSmall(current) ? .lower : isCapital(current) ? .upper : mode
      if after == .lower, isCapital(next) {
        ends.append(place + 1)
        mode = .boundary
      } else if mode == .upper, isCapital(current), isSmall(next) {
        ends.append(place)
        mode = .boundary
      } else {
        mode = after
      }
    }
    return ends + [piece.endIndex]
  }

  private static func small(_ byte: UInt8) -> UInt8 { isCapital(byte) ? byte + 0x20 : byte }

  private static func capital(_ byte: UInt8) -> UInt8 { isSmall(byte) ? byte - 0x20 : byte }

  private static func isSmall(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }

  private static func isCapital(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
