extension JSONValue: CustomStringConvertible {
  /// The value as JSON on one line; the same as ``compact``.
  public var description: String { compact }

  /// The value as JSON on one line, without spaces; `/` stays unescaped.
  public var compact: String { printed(indent: nil) }

  /// The value as JSON over several lines, `indent` spaces deeper per level, without a final line end.
  public func pretty(indent: Int = 2) -> String { printed(indent: max(0, indent)) }

  private func printed(indent: Int?) -> String {
    var printer = JSONPrinter(indent: indent)
    printer.write(self)
    return String(decoding: printer.output, as: UTF8.self)
  }
}

extension JSONObject: CustomStringConvertible {
  /// The object as JSON on one line.
  public var description: String { JSONValue.object(self).compact }
}
