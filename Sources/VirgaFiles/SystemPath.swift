import VirgaSource

/// Paths as the system has them: bytes, which need not be UTF-8 and never contain a NUL.
///
/// A `String` cannot hold bytes that are not UTF-8. Each such byte becomes one of 128 private-use scalars, and back, so
/// that a file of any name can be listed, named and opened.
package enum SystemPath {
  /// The scalars that stand for the bytes from 0x80 to 0xFF.
  private static let escapes: ClosedRange<UInt32> = 0x10F780...0x10F7FF
  private static let escapeBase = escapes.lowerBound - 0x80
  /// The first byte of those scalars in UTF-8; almost no path has it.
  private static let escapeLead: UInt8 = 0xF4

  /// The path that the system spells with `bytes`.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    if !bytes.contains(escapeLead), let text = String(valid: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    var parser = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var start = bytes.startIndex
    while true {
      let length: Int
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput: return String(scalars)
      case .error(let count): length = count
      case .valid(let encoded):
        let scalar = UTF8.decode(encoded)
        length = encoded.count
        // A name that has such a scalar itself is kept byte by byte, so that it does not become another name.
        if !escapes.contains(scalar.value) {
          scalars.append(scalar)
          start = bytes.index(start, offsetBy: length)
          continue
        }
      }
      let end = bytes.index(start, offsetBy: length)
      scalars.append(contentsOf: bytes[start..<end].compactMap { Unicode.Scalar(escapeBase + UInt32($0)) })
      start = end
    }
  }

  /// The path in a C string of the system.
  package static func text(_ characters: UnsafePointer<CChar>) -> String {
    var length = 0
    while characters[length] != 0 { length += 1 }
    return text(UnsafeBufferPointer(start: characters, count: length).lazy.map { UInt8(bitPattern: $0) })
  }

  /// The bytes of `path` with the NUL that ends them.
  ///
  /// - Throws: ``FileFailure`` if the path contains a NUL: the system would take what is before it for the whole path.
  package static func bytes(of path: String) throws(FileFailure) -> [CChar] {
    guard !path.utf8.contains(0) else { throw FileFailure(path: path, reason: "A path cannot contain a NUL character") }
    guard path.utf8.contains(escapeLead) else { return path.utf8.map { CChar(bitPattern: $0) } + [0] }
    var bytes: [CChar] = []
    for scalar in path.unicodeScalars {
      if escapes.contains(scalar.value) {
        bytes.append(CChar(truncatingIfNeeded: scalar.value - escapeBase))
      } else {
        bytes += UTF8.encode(scalar)?.map { CChar(bitPattern: $0) } ?? []
      }
    }
    return bytes + [0]
  }
}
