import VirgaSource

/// Turns the bytes of a resource file into UTF-8: it may be UTF-16 with a byte-order mark, as older tools write it.
enum TextEncoding {
  /// The text without its byte-order mark; a problem where the bytes are no text in either encoding.
  static func decoded(_ bytes: [UInt8], name: String) -> Result<SourceText, Problems> {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): return utf16(bytes.dropFirst(2), name: name) { UInt16($0) | UInt16($1) << 8 }
    case (0xFE, 0xFF): return utf16(bytes.dropFirst(2), name: name) { UInt16($0) << 8 | UInt16($1) }
    default: return utf8(bytes, name: name)
    }
  }

  private static func utf8(_ bytes: [UInt8], name: String) -> Result<SourceText, Problems> {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard String(valid: text, as: UTF8.self) != nil else { return .failure(problem(in: name)) }
    return .success(SourceText(name: name, bytes: text))
  }

  private static func utf16(
    _ bytes: ArraySlice<UInt8>, name: String, unit: (UInt8, UInt8) -> UInt16
  ) -> Result<SourceText, Problems> {
    let pairs = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
    let units = pairs.map { unit(bytes[$0], bytes[$0 + 1]) }
    guard bytes.count.isMultiple(of: 2), let text = String(valid: units, as: UTF16.self) else {
      return .failure(problem(in: name))
    }
    return .success(SourceText(name: name, text: text))
  }

  private static func problem(in name: String) -> Problems {
    let start = SourceLocation(file: name, range: SourceRange(at: .start))
    return Problems([Problem(.error, "unreadable-text", "Save the file as UTF-8", at: start)])
  }
}
