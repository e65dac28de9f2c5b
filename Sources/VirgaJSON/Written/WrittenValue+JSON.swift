extension WrittenValue {
  /// The value without its places.
  ///
  /// Numbers are spelled as the real tool prints them; of a repeated key the last counts.
  package var json: JSONValue {
    guard !isAbsent else { return .null }
    switch node.kind {
    case .null, .alias, .unread: return .null
    case .boolean: return .boolean(isTrue)
    case .string: return .string(text ?? "")
    case .integer, .number: return number
    case .array: return .array(elements.map(\.json))
    case .object:
      var object = JSONObject()
      for member in members { object[member.key] = member.value.json }
      return .object(object)
    }
  }

  private var isTrue: Bool {
    let first = document.text[Int(node.content)]
    return first == UInt8(ascii: "t") || first == UInt8(ascii: "T")
  }

  private var number: JSONValue {
    let text = text ?? "0"
    if let small = Int64(text), text.utf8.first != UInt8(ascii: "+"), text != "-0" { return .integer(small) }
    guard document.language == .yaml else { return JSONValue(numberLiteral: text) ?? .null }
    if node.kind == .number { return JSONValue(numberLiteral: WrittenNumber.numberLiteral(text)) ?? .null }
    return WrittenNumber.integerLiteral(text).flatMap { JSONValue(numberLiteral: $0) } ?? JSONValue(Double(text) ?? 0)
  }
}

extension WrittenDocument {
  /// A value made by the program: it has no places.
  convenience init(_ value: JSONValue) {
    var builder = WrittenBuilder()
    builder.append(value)
    let made = builder.finished(name: "", language: .json)
    self.init(name: "", language: .json, nodes: made.nodes, text: made.text, repeatedKeys: [])
  }
}

extension WrittenBuilder {
  fileprivate mutating func append(_ value: JSONValue) {
    switch value {
    case .null: append(.null, "null")
    case .boolean(let truth): append(.boolean, truth ? "true" : "false")
    case .integer(let integer): append(.integer, String(integer))
    case .number(let number): append(.number, number.literal)
    case .string(let text): append(.string, text)
    case .array(let elements):
      begin(.array, at: WrittenPlace.none)
      for element in elements { append(element) }
      end(at: WrittenPlace.none)
    case .object(let members):
      begin(.object, at: WrittenPlace.none)
      for (key, value) in members {
        append(.string, key)
        append(value)
      }
      end(at: WrittenPlace.none)
    }
  }

  private mutating func append(_ kind: WrittenNode.Kind, _ text: String) {
    scalar(kind, text.utf8, isPlain: false, from: .none, to: .none)
  }
}

extension WrittenValue {
  /// A value made by the program; it and its parts have no place.
  package init(_ value: JSONValue) {
    self = WrittenDocument(value).root
  }
}
