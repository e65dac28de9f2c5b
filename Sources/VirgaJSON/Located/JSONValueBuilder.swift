/// Builds values without positions from the nodes of a document.
///
/// Recursive, to at most the depth limit of the document's reader.
struct JSONValueBuilder {
  private let nodes: UnsafeBufferPointer<LocatedNode>
  private let text: UnsafeBufferPointer<UInt8>
  private let language: LocatedDocument.Language

  /// The value of a node, with all that is in it; reads nodes and text through pointers, which is
  /// faster.
  static func value(at index: Int32, of document: LocatedDocument) -> JSONValue {
    document.nodes.withUnsafeBufferPointer { nodes in
      document.text.withUnsafeBufferPointer { text in
        JSONValueBuilder(nodes: nodes, text: text, language: document.language).value(at: index)
      }
    }
  }

  /// The value of a node; null if it was not read, or is missing.
  private func value(at index: Int32) -> JSONValue {
    let node = resolvingAlias(index)
    switch node.kind {
    // Never an alias, because aliases are resolved.
    case .null, .alias, .unreadable, .missing: return .null
    case .boolean:
      // YAML also has `True` and `TRUE`.
      let first = text[node.textRange.lowerBound]
      return .boolean(first == UInt8(ascii: "t") || first == UInt8(ascii: "T"))
    case .integer, .number: return number(node)
    case .string: return .string(string(node))
    case .array: return .array(elements(of: node))
    case .object: return .object(members(of: node))
    }
  }

  /// The node itself, or the target of an alias.
  private func resolvingAlias(_ index: Int32) -> LocatedNode {
    let node = nodes[Int(index)]
    return node.kind == .alias ? nodes[Int(node.aliasTarget)] : node
  }

  /// The text of a string, already decoded.
  private func string(_ node: LocatedNode) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: text[node.textRange]), as: UTF8.self)
  }

  /// The readable elements of an array.
  private func elements(of array: LocatedNode) -> [JSONValue] {
    var elements: [JSONValue] = []
    elements.reserveCapacity(Int(array.count))
    var index = array.firstChild
    // The last element has -1 as the index of the next one.
    while index >= 0 {
      if nodes[Int(index)].isReadable { elements.append(value(at: index)) }
      index = nodes[Int(index)].nextSibling
    }
    return elements
  }

  /// The members of an object whose values are readable; the last value of a repeated key wins.
  private func members(of node: LocatedNode) -> JSONObject {
    // The children are keys and values in turn.
    let memberCount = Int(node.count) / 2
    var object = JSONObject(minimumCapacity: memberCount)
    var keyIndex = node.firstChild
    // The last child has -1 as the index of the next one.
    while keyIndex >= 0, nodes[Int(keyIndex)].nextSibling >= 0 {
      let key = resolvingAlias(keyIndex)
      let valueIndex = nodes[Int(keyIndex)].nextSibling
      if key.kind.canBeKey, nodes[Int(valueIndex)].isReadable {
        object.update(string(key), to: value(at: valueIndex))
      }
      keyIndex = nodes[Int(valueIndex)].nextSibling
    }
    return object
  }

  /// The value of a number, spelled as in JSON: `0x1F` in YAML is `31`.
  private func number(_ node: LocatedNode) -> JSONValue {
    let text = string(node)
    // Not for `+1`, because JSON does not allow a plus, nor for `-0`, which stays a number in JSON
    // to keep its sign.
    let hasPlus = text.utf8.first == UInt8(ascii: "+")
    let canBeInteger = node.kind == .integer && !hasPlus && text != "-0"
    if canBeInteger, let integer = Int64(text) { return .integer(integer) }
    // The text of a JSON number is kept as it was written.
    if language == .json { return .number(JSONNumber(checked: text)) }
    guard node.kind == .number else { return Self.yamlInteger(text) }
    // An infinity, which JSON does not have, becomes null.
    return JSONValue(numberLiteral: YAMLNumber.numberLiteral(text)) ?? .null
  }

  /// The value of an integer as YAML spells it, such as `0x1F`, `+5` or one of more than 64 bits.
  private static func yamlInteger(_ text: String) -> JSONValue {
    if let literal = YAMLNumber.integerLiteral(text), let value = JSONValue(numberLiteral: literal)
    {
      return value
    }
    // An integer of more than 64 bits becomes the nearest double. One that `Double` cannot read,
    // such as an octal one, was reported, so its value does not matter.
    let nearestDouble = Double(text) ?? 0
    return JSONValue(nearestDouble)
  }
}
