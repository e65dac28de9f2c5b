package import VirgaJSON
package import VirgaSource

/// A merged value that knows its layer.
///
/// Objects and maps are trees, member by member; arrays and scalars are leaves, because they are replaced whole.
package struct MergedValue: Sendable {
  /// What a merged value is made of.
  package enum Content: Sendable {
    /// A scalar or an array.
    case leaf(JSONValue)
    /// The members of an object, in order.
    case object([MergedMember])
  }

  /// The layer that gave it; for an object, the one that made it.
  package private(set) var layer: Layer
  /// What was written; also says where.
  package let written: WrittenValue
  /// The members of an object; nil for a leaf.
  package var members: [MergedMember]?
  /// The values that it replaced, lowest layer first.
  var replaced: [MergedValue]
  /// What higher layers said, lowest first, until a null took that away.
  var withdrawn: [MergedValue] = []
  /// Whether it is the null of a config that took a value away, so that nothing is left here.
  package var isTakenAway = false

  package init(layer: Layer, written: WrittenValue, members: [MergedMember]? = nil, replaced: [MergedValue] = []) {
    self.layer = layer
    self.written = written
    self.members = members
    self.replaced = replaced
  }

  /// Its members or its JSON.
  package var content: Content {
    if let members { .object(members) } else { .leaf(written.json) }
  }

  /// Where it was written; nil where no person wrote it in a file.
  package var location: SourceLocation? { written.location }

  /// What it replaced, lowest layer first; a layer that repeats the value is listed too.
  package var beneath: [LayerEntry] { replaced.map(\.entry) }

  /// What higher layers said, lowest first, until a null took that away and left this value; that null is the last.
  package var overruled: [LayerEntry] { withdrawn.map(\.entry) }

  /// Everything that was said here, lowest layer first: beneath it, itself, overruled.
  package var entries: [LayerEntry] { beneath + [entry] + overruled }

  private var entry: LayerEntry { LayerEntry(layer: layer, value: json, location: location) }

  /// The value without what lies beneath it.
  var bare: MergedValue {
    var result = self
    result.replaced = []
    result.withdrawn = []
    return result
  }

  /// The value without layers.
  package var json: JSONValue {
    guard let members else { return written.json }
    var object = JSONObject()
    for member in members where !member.value.isTakenAway { object[member.key] = member.value.json }
    return .object(object)
  }

  /// The member called `key` of an object; nil if it has none.
  package subscript(key: String) -> MergedValue? {
    members?.first { $0.key.isSameName(as: key) }?.value
  }
}

/// A member of a merged object.
package struct MergedMember: Sendable {
  /// Its key.
  package let key: String
  /// Its value.
  package internal(set) var value: MergedValue

  package init(key: String, value: MergedValue) {
    self.key = key
    self.value = value
  }
}
