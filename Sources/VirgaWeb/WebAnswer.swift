/// What a server answered.
package struct WebAnswer: Hashable, Sendable {
  /// The text; empty where ``isUnchanged``.
  package var bytes: [UInt8]
  /// The mark by which the server knows this text again; nil where it gave none.
  package var mark: String?
  /// Whether the text is still the one whose mark was sent along.
  package var isUnchanged: Bool

  /// An answer with all its parts; see the properties.
  package init(_ bytes: [UInt8], mark: String? = nil, isUnchanged: Bool = false) {
    self.bytes = bytes
    self.mark = mark
    self.isUnchanged = isUnchanged
  }

  /// The answer that `output` holds: heads, of which the last one counts, and the text.
  ///
  /// Heads of other answers, as of redirections, come first.
  init(output: [UInt8]) {
    var rest = output[...]
    var head: [Substring] = []
    while rest.starts(with: Array("HTTP/".utf8)), let end = Self.endOfHead(rest) {
      let text = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[end...]
      head = text.split(whereSeparator: \.isNewline)
      let status = Self.status(head)
      let isFinal = status >= 200 && (status < 300 || status == 304 || status >= 400)
      if isFinal { break }
    }
    bytes = Array(rest)
    isUnchanged = Self.status(head) == 304
    mark = head.dropFirst().lazy.compactMap(Self.mark).first
  }

  private static func endOfHead(_ bytes: ArraySlice<UInt8>) -> Int? {
    let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    return bytes.indices.first { bytes[$0...].starts(with: end) }.map { $0 + end.count }
  }

  private static func status(_ head: [Substring]) -> Int {
    head.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  private static func mark(_ line: Substring) -> String? {
    let name = "etag:"
    guard line.utf8.count > name.utf8.count, line.prefix(name.count).lowercased() == name else { return nil }
    let value = String(line.dropFirst(name.count).drop { $0 == " " })
    return value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && value.utf8.count < 200 ? value : nil
  }
}
