/// Spells names of ASCII alone, as nearly all are: their words are found in their bytes, in one pass.
enum PlainName {
  /// The words with a capital each and small letters else; the first one with its capital only where asked for.
  ///
  /// Nil where the name has anything but ASCII.
  static func camel(_ name: String, capitalisesFirst: Bool) -> String? {
    spelled(name) { name, byte, beginsWord in
      let isCapital = beginsWord && (capitalisesFirst || !name.isEmpty)
      name.append(isCapital ? capital(byte) : small(byte))
    }
  }

  /// The words in capitals or in small letters, joined by low lines; nil where the name has anything but ASCII.
  static func joined(_ name: String, inCapitals: Bool) -> String? {
    spelled(name) { name, byte, beginsWord in
      if beginsWord, !name.isEmpty { name.append(UInt8(ascii: "_")) }
      name.append(inCapitals ? capital(byte) : small(byte))
    }
  }

  private enum Mode { case boundary, lower, upper }

  /// What `spell` makes of the letters and digits of a name, each with whether it begins a word; see ``Casing``.
  @inline(__always)
  private static func spelled(_ name: String, _ spell: (inout [UInt8], UInt8, Bool) -> Void) -> String? {
    var name = name
    return name.withUTF8 { bytes -> String? in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      var spelled: [UInt8] = []
      spelled.reserveCapacity(bytes.count + 8)
      var mode = Mode.boundary
      var beginsWord = true
      for place in bytes.indices {
        let byte = bytes[place]
        let next = place + 1 < bytes.count ? bytes[place + 1] : 0
        guard isSmall(byte) || isCapital(byte) || isDigit(byte) else {
          (mode, beginsWord) = (.boundary, true)
          continue
        }
        let isLastCapital = mode == .upper && isCapital(byte) && isSmall(next)
        spell(&spelled, byte, beginsWord || isLastCapital)
        let after: Mode = isSmall(byte) ? .lower : isCapital(byte) ? .upper : mode
        beginsWord = after == .lower && isCapital(next)
        mode = beginsWord || isLastCapital ? .boundary : after
      }
      return String(decoding: spelled, as: UTF8.self)
    }
  }

  private static func small(_ byte: UInt8) -> UInt8 { isCapital(byte) ? byte + 0x20 : byte }

  private static func capital(_ byte: UInt8) -> UInt8 { isSmall(byte) ? byte - 0x20 : byte }

  private static func isSmall(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }

  private static func isCapital(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
