/// Builds values without positions from the nodes of a document.
///
/// Recursive, to at most the depth limit of the document's reader.
struct JSONValueBuilder {
  private let nodes: UnsafeBufferPointer<LocatedNode>
  private let text: UnsafeBufferPointer<UInt8>
  private let language: LocatedDocument.Language

  static func value(at index: Int32, of document: LocatedDocument) -> JSONValue {
    document.nodes.withUnsafeBufferPointer { nodes in
      document.text.withUnsafeBufferPointer { text in
        JSONValueBuilder(nodes: nodes, text: text, language: document.language).value(at: index)
      }
    }
  }

  private func value(at index: Int32) -> JSONValue {
    let node = content(of: index)
    switch node.kind {
    case .null, .alias, .unread, .missing: return .null
    case .boolean: return .boolean(text[Int(node.content)] | 0x20 == UInt8(ascii: "t"))
    case .integer, .number: return number(node)
    case .string: return .string(string(node))
    case .array: return .array(elements(of: node))
    case .object: return .object(members(of: node))
    }
  }

  /// The node itself, or the target of an alias.
  private func content(of index: Int32) -> LocatedNode {
    let node = nodes[Int(index)]
    return node.kind == .alias ? nodes[Int(node.content)] : node
  }

  private func string(_ node: LocatedNode) -> String {
    let start = Int(node.content)
    return String(
      decoding: UnsafeBufferPointer(rebasing: text[start..<start + Int(node.count)]), as: UTF8.self)
  }

  private func elements(of array: LocatedNode) -> [JSONValue] {
    var elements: [JSONValue] = []
    elements.reserveCapacity(Int(array.count))
    var index = array.content
    while index >= 0 {
      if nodes[Int(index)].isReadable { elements.append(value(at: index)) }
      index = nodes[Int(index)].next
    }
    return elements
  }

  private func members(of node: LocatedNode) -> JSONObject {
    var object = JSONObject(minimumCapacity: Int(node.count) / 2)
    var index = node.content
    while index >= 0, nodes[Int(index)].next >= 0 {
      let key = content(of: index)
      let value = nodes[Int(index)].next
      if key.kind.isOfKey, nodes[Int(value)].isReadable {
        object.update(string(key), to: self.value(at: value))
      }
      index = nodes[Int(value)].next
    }
    return object
  }

  private func number(_ node: LocatedNode) -> JSONValue {
    let text = string(node)
    let isSmall = node.kind == .integer && text.utf8.first != UInt8(ascii: "+") && text != "-0"
    if isSmall, let small = Int64(text) { return .integer(small) }
    if language == .json { return .number(JSONNumber(checked: text)) }
    if node.kind == .number {
      return JSONValue(numberLiteral: YAMLNumber.numberLiteral(text)) ?? .null
    }
    let literal = YAMLNumber.integerLiteral(text)
    return literal.flatMap { JSONValue(numberLiteral: $0) } ?? JSONValue(Double(text) ?? 0)
  }
}
