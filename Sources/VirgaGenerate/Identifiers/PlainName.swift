/// A name of small ASCII letters, digits and signs between them, as nearly all are: its words need no rules of case.
struct PlainName {
  private let bytes: [UInt8]

  /// Nil where the name has anything but small ASCII letters, digits and ASCII signs.
  init?(_ name: String) {
    for byte in name.utf8 where byte >= 0x80 || Self.isCapital(byte) { return nil }
    bytes = Array(name.utf8)
  }

  /// The words with a capital each; the first one only where asked for.
  func camel(capitalisesFirst: Bool) -> String {
    var isStart = capitalisesFirst
    var isEmpty = true
    var camel: [UInt8] = []
    camel.reserveCapacity(bytes.count)
    for byte in bytes {
      guard Self.isSmall(byte) || Self.isDigit(byte) else {
        isStart = capitalisesFirst || !isEmpty
        continue
      }
      camel.append(isStart && Self.isSmall(byte) ? byte - 0x20 : byte)
      isStart = false
      isEmpty = false
    }
    return String(decoding: camel, as: UTF8.self)
  }

  private static func isSmall(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }

  private static func isCapital(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
