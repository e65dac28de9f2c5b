import VirgaJSON

/// The type of a variable or of an object's field (Rule: VirgaManifest/TypesAndValues).
package indirect enum VariableType: Hashable, Sendable {
  /// Any string.
  case string
  /// Any number.
  case int
  /// Any number; an older name, kept as `Double`.
  case double
  /// `true` or `false`.
  case boolean
  /// A string: the key of a localised text.
  case text
  /// A string: the name of an image resource.
  case image
  /// The name of a variant of an enum.
  case enumeration(String)
  /// A JSON object with the fields of an object type.
  case object(String)
  /// A string from the set that another variable of the feature defines.
  case alias(String)
  /// Null, or a value of the inner type.
  case option(VariableType)
  /// An array.
  case list(VariableType)
  /// A JSON object with keys of one type and values of another.
  case map(key: VariableType, value: VariableType)

  /// Whether both are the same type.
  ///
  /// Names are compared byte for byte. With `==` of strings, an `é` of one scalar would equal one
  /// of two.
  package static func == (left: VariableType, right: VariableType) -> Bool {
    switch (left, right) {
    case (.string, .string), (.int, .int), (.double, .double), (.boolean, .boolean), (.text, .text),
      (.image, .image):
      true
    case (.enumeration(let left), .enumeration(let right)), (.object(let left), .object(let right)),
      (.alias(let left), .alias(let right)):
      left.isSameName(as: right)
    case (.option(let left), .option(let right)), (.list(let left), .list(let right)): left == right
    case (.map(let key, let value), .map(let otherKey, let otherValue)):
      key == otherKey && value == otherValue
    case (.string, _), (.int, _), (.double, _), (.boolean, _), (.text, _), (.image, _),
      (.enumeration, _), (.object, _), (.alias, _), (.option, _), (.list, _), (.map, _):
      false
    }
  }

  /// Hashes the type as written in manifests.
  package func hash(into hasher: inout Hasher) { hasher.combine(Name(description)) }

  /// The type without the options around it.
  package var unwrapped: VariableType {
    if case .option(let inner) = self { inner.unwrapped } else { self }
  }

  /// Whether null is a value of the type.
  package var isOption: Bool { if case .option = self { true } else { false } }

  /// Whether values of the type have parts that are read by themselves: objects, maps and lists.
  var isContainer: Bool {
    switch unwrapped {
    case .object, .map, .list: true
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .option: false
    }
  }

  /// The types directly inside this one: `Card` of `List<Card>`, `Side` and `Card` of `Map<Side,
  /// Card>`.
  ///
  /// The key type `String` is left out, because it does not count as a type that a feature uses.
  /// Rule: VirgaGenerate/FeatureRecords.
  package var parts: [VariableType] {
    switch self {
    case .option(let inner), .list(let inner): [inner]
    case .map(.string, let value): [value]
    case .map(let key, let value): [key, value]
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .object: []
    }
  }

  /// Whether the alias `name` is this type or a part of it, as in `List<TabName>`.
  ///
  /// Objects are not searched: a string in an object uses an alias, and does not add to its
  /// strings.
  func mentions(alias name: String) -> Bool {
    if case .alias(let own) = self {
      own.isSameName(as: name)
    } else {
      parts.contains { $0.mentions(alias: name) }
    }
  }

  /// Calls `visit` with this type and with each type inside it, outer ones first; fields of objects
  /// are not visited.
  func visitTypeAndParts(_ visit: (VariableType) -> Void) {
    visit(self)
    for part in parts { part.visitTypeAndParts(visit) }
  }
}

extension VariableType: CustomStringConvertible {
  /// The type as written in manifests: `Map<Section, Boolean>`.
  package var description: String {
    switch self {
    case .string: "String"
    case .int: "Int"
    case .double: "Double"
    case .boolean: "Boolean"
    case .text: "Text"
    case .image: "Image"
    case .enumeration(let name), .object(let name), .alias(let name): name
    case .option(let inner): "Option<\(inner)>"
    case .list(let item): "List<\(item)>"
    case .map(let key, let value): "Map<\(key), \(value)>"
    }
  }
}
