public import VirgaSource

extension JSONValue {
  /// The value that `text` spells as RFC 8259 has it; `name` is what problems call the text.
  ///
  /// - Throws: ``Problems`` with every mistake in the text, in its order. A repeated key is one of them.
  public static func parse(
    _ text: String, name: String = "-", limits: JSONLimits = JSONLimits()
  ) throws(Problems) -> JSONValue {
    var text = text
    if let value = text.withUTF8({ strict($0, limits) }) { return value }
    return try parse(diagnosing: SourceText(name: name, text: text), limits)
  }

  /// The value that UTF-8 `bytes` spell as RFC 8259 has it; `name` is what problems call the text.
  ///
  /// - Throws: ``Problems`` with every mistake in the text, in its order. A repeated key is one of them.
  public static func parse(
    _ bytes: [UInt8], name: String = "-", limits: JSONLimits = JSONLimits()
  ) throws(Problems) -> JSONValue {
    if let value = bytes.withUnsafeBufferPointer({ strict($0, limits) }) { return value }
    return try parse(diagnosing: SourceText(name: name, bytes: bytes), limits)
  }

  /// The value, nil where anything at all has to be said about the text.
  private static func strict(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits) -> JSONValue? {
    var parser = JSONParser(bytes, limits: JSONLimits(depth: limits.depth, problems: 0), findsDuplicates: false)
    parser.parse()
    guard parser.mistakes.isEmpty else { return nil }
    var builder = JSONValueBuilder(bytes, parser.entries)
    let value = builder.value(at: 0)
    guard !builder.hasDuplicates else { return nil }
    return value
  }

  private static func parse(diagnosing source: SourceText, _ limits: JSONLimits) throws(Problems) -> JSONValue {
    let document = JSONDocument.parse(source, limits: limits)
    guard let value = document.value, !document.problems.contains(where: { $0.severity == .error }) else {
      throw Problems(document.problems)
    }
    return value
  }
}
