import VirgaJSON
import VirgaSource

/// Splits the bytes of a client into the bodies of messages.
///
/// A body follows a header with its length: `Content-Length: 2`, an empty line, `{}`. What is not a
/// header is skipped up to the next one, so that a wrong length costs only the messages in it.
package struct FrameDecoder: Sendable {
  /// A part of the input.
  package enum Frame: Hashable, Sendable {
    case body([UInt8])
    /// Bytes that belong to no message, and why.
    case skipped(reason: String)
  }

  /// The largest body that is read, in bytes.
  package static let largestBody = 1 << 26
  /// The longest header in bytes, with all of its fields.
  private static let longestHeader = 4_096
  /// The bytes before a name that are kept if more may follow.
  private static let fieldName = Array("content-length:".utf8)
  /// How many bytes at the start of the buffer may be used up before they are removed.
  private static let usedLimit = 1 << 16

  private var buffer: [UInt8] = []
  /// The index of the first byte that is not used up.
  private var start = 0
  /// The length of the body that is expected; nil before its header.
  private var bodyLength: Int?

  package init() {}

  /// Adds bytes in the order in which they arrive.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    // Used bytes are removed if that moves none of the others, or if they are many.
    if start == buffer.count || start > Self.usedLimit {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  /// The next part of the input; nil until more bytes arrive.
  package mutating func next() -> Frame? {
    if bodyLength == nil {
      switch readHeader() {
      case .incomplete: return nil
      case .wrong(let reason):
        skipToNextHeader()
        return .skipped(reason: reason)
      case .length(let length, let header):
        start += header
        bodyLength = length
      }
    }
    guard let length = bodyLength, buffer.count - start >= length else { return nil }
    let body = Array(buffer[start..<start + length])
    start += length
    bodyLength = nil
    return .body(body)
  }

  private enum Header {
    case incomplete
    /// The length of the body, and that of the header itself.
    case length(Int, header: Int)
    case wrong(reason: String)
  }

  /// Reads the header at the start of the input, which stays there.
  private func readHeader() -> Header {
    let unread = buffer[start...]
    guard let header = Self.headerLength(of: unread.prefix(Self.longestHeader)) else {
      let isTooLong = unread.count >= Self.longestHeader
      return isTooLong ? .wrong(reason: "a header is too long") : .incomplete
    }
    let lines = unread.prefix(header).split(separator: UInt8(ascii: "\n"))
    for line in lines where Self.isLengthField(line) {
      let value = line.dropFirst(Self.fieldName.count).filter { $0 > UInt8(ascii: " ") }
      guard let length = Int(String(decoding: value, as: UTF8.self)), length >= 0 else {
        return .wrong(reason: "a Content-Length is not a number")
      }
      guard length <= Self.largestBody else {
        return .wrong(reason: "a message is larger than \(Self.largestBody) bytes")
      }
      return .length(length, header: header)
    }
    return .wrong(reason: "a header has no Content-Length")
  }

  /// The number of bytes up to and with the empty line that ends a header; nil without one.
  private static func headerLength(of bytes: ArraySlice<UInt8>) -> Int? {
    var isLineEmpty = false
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        if isLineEmpty { return index - bytes.startIndex + 1 }
        isLineEmpty = true
      case UInt8(ascii: "\r"): break
      default: isLineEmpty = false
      }
    }
    return nil
  }

  /// Whether a line of a header, or what follows, begins with the name of the length.
  private static func isLengthField(_ line: ArraySlice<UInt8>) -> Bool {
    // The bit in which a lowercase letter differs from its uppercase letter.
    let lowercaseBit: UInt8 = 0x20
    guard line.count >= fieldName.count else { return false }
    return zip(line, fieldName).allSatisfy { byte, expected in
      byte == expected || (byte.isUppercaseLetter && byte | lowercaseBit == expected)
    }
  }

  /// Drops bytes up to the next `Content-Length:`, but at least one: the header at the start is
  /// wrong.
  private mutating func skipToNextHeader() {
    var index = min(start + 1, buffer.count)
    while index < buffer.count, !Self.isLengthField(buffer[index...].prefix(Self.fieldName.count)) {
      // The rest may be the beginning of a name.
      if buffer.count - index < Self.fieldName.count, isBeginningOfName(at: index) { break }
      index += 1
    }
    start = index
  }

  /// Whether the rest of the buffer is the beginning of the name of a length.
  private func isBeginningOfName(at index: Int) -> Bool {
    let lowercaseBit: UInt8 = 0x20
    return zip(buffer[index...], Self.fieldName).allSatisfy { byte, expected in
      byte | lowercaseBit == expected | lowercaseBit
    }
  }
}

/// Writes messages with their headers.
package enum FrameEncoder {
  /// The bytes of a message.
  package static func bytes(of message: Message) -> [UInt8] {
    let body = message.json.compact.utf8
    return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + Array(body)
  }
}
