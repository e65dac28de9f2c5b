extension UInt8 {
  /// The number of bytes of the scalar that this byte starts in UTF-8; nil if none can start with
  /// it.
  ///
  /// `0x41` (A) gives 1, `0xC3` (the first byte of é) 2, `0xA9` (its second byte) nil.
  var scalarLength: Int? {
    switch self {
    case 0..<0x80: 1
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: nil
    }
  }

  /// Whether it is one of the bytes after the first one of a scalar in UTF-8.
  var isContinuation: Bool { (0x80..<0xC0).contains(self) }

  /// Whether it is a character of ASCII, from a blank to `~`, and not a control.
  var isPrintableASCII: Bool { (0x20..<0x7F).contains(self) }
}
