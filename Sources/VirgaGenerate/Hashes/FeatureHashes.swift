import VirgaExperiments
import VirgaJSON
package import VirgaManifest

/// Two hashes that tell whether a feature changed between two versions of a manifest.
///
/// Rule: VirgaGenerate/Hashing.
package struct FeatureHashes: Hashable, Sendable {
  /// Changes with names and types, 1 to 8 hexadecimal digits.
  package let schema: String
  /// Changes with the merged defaults, 1 to 8 hexadecimal digits.
  package let defaults: String

  /// The hashes of a merged feature of `manifest`.
  package init(_ merged: MergedFeature, in manifest: Manifest) {
    self.init(merged, ReachableTypes(of: merged.feature, in: manifest))
  }

  /// The hashes of a merged feature whose types have been collected.
  init(_ merged: MergedFeature, _ reachableTypes: ReachableTypes) {
    schema = Self.schemaHash(of: merged.feature, reachableTypes)
    defaults = Self.defaultsHash(of: merged, reachableTypes)
  }

  /// The hash of the names and types of variables, of the objects and enums that they use, and of
  /// whether the feature allows co-enrollment.
  static func schemaHash(of feature: FeatureDefinition, _ reachableTypes: ReachableTypes) -> String
  {
    var stream = HashStream()
    for variable in feature.variables { append(variable, to: &stream) }
    stream.append(truth: feature.allowsCoenrollment)
    for object in reachableTypes.objects {
      for field in object.fields { append(field, to: &stream) }
    }
    for enumeration in reachableTypes.enums {
      for variant in enumeration.variants { stream.append(text: variant.name) }
    }
    return stream.hash
  }

  /// Appends a variable's name and type, then the number 1 and the alias that it declares, as a
  /// type; the number 0 if it declares none.
  private static func append(_ variable: Variable, to stream: inout HashStream) {
    stream.append(text: variable.name)
    stream.append(writtenTypeOf: variable)
    let withoutAlias: UInt64 = 0
    let withAlias: UInt64 = 1
    guard let alias = variable.stringAlias else { return stream.append(number: withoutAlias) }
    stream.append(number: withAlias)
    stream.append(.alias(alias))
  }

  /// The hash of the merged defaults of variables, and of the defaults of the fields of objects; a
  /// field without a default counts as null.
  private static func defaultsHash(
    of merged: MergedFeature, _ reachableTypes: ReachableTypes
  ) -> String {
    var stream = HashStream()
    for each in merged.variables {
      stream.append(text: each.variable.name)
      stream.append(each.value.json)
    }
    for object in reachableTypes.objects {
      for field in object.fields {
        stream.append(text: field.name)
        stream.append(field.defaultValue?.json ?? .null)
      }
    }
    return stream.hash
  }
}

/// The types that variables use: their own, inner types, and the types of objects' fields.
struct ReachableTypes {
  private let manifest: Manifest
  /// The index of the module that declares the types.
  private let module: Int
  private(set) var all: Set<VariableType> = []

  /// Collects the types that the variables of a feature use.
  init(of feature: FeatureDefinition, in manifest: Manifest) {
    self.init(feature.variables.map(\.type), in: manifest, module: feature.module)
  }

  /// Collects in `all` the `types` and the types of their parts and fields, each once.
  ///
  /// - Parameter module: The index of the module that has the objects and enums.
  init(_ types: [VariableType], in manifest: Manifest, module: Int) {
    self.manifest = manifest
    self.module = module
    var pending = types
    while let type = pending.popLast() {
      // An object may contain itself, for example in a list.
      let isNew = all.insert(type).inserted
      guard isNew else { continue }
      pending += type.parts
      if case .object(let name) = type {
        pending += manifest.object(name, in: module)?.fields.map(\.type) ?? []
      }
    }
  }

  /// The objects among the types, sorted by name.
  var objects: [ObjectDefinition] {
    let objects = all.compactMap { type -> ObjectDefinition? in
      if case .object(let name) = type { manifest.object(name, in: module) } else { nil }
    }
    return objects.sorted { Name($0.name) < Name($1.name) }
  }

  /// The enums among the types, sorted by name.
  var enums: [EnumDefinition] {
    let enums = all.compactMap { type -> EnumDefinition? in
      if case .enumeration(let name) = type { manifest.enumeration(name, in: module) } else { nil }
    }
    return enums.sorted { Name($0.name) < Name($1.name) }
  }
}

extension VariableType {
  /// How the names of an SDK's getters call the type, such as `Bool` in `getBool`, and in
  /// `getBoolList` for a list of such values; nil for lists, maps and options, whose getters are
  /// named after their contents.
  ///
  /// - Parameter nameForImages: The name for images, which differs between the SDKs.
  func getterTypeName(nameForImages: String) -> String? {
    switch self {
    // In a config, the values of aliases and enums are strings.
    case .string, .alias, .enumeration: "String"
    case .text: "Text"
    case .image: nameForImages
    case .int: "Int"
    case .double: "Double"
    case .boolean: "Bool"
    case .object: "Variables"
    case .option, .list, .map: nil
    }
  }
}

/// Collects the bytes of which a hash is computed, in the encoding of nimbus-fml.
///
/// Rule: VirgaGenerate/Hashing.
struct HashStream {
  private var bytes: [UInt8] = []

  /// The first four bytes of the digest as a little-endian number, in hexadecimal without leading
  /// zeros.
  var hash: String {
    // The words of the digest are big-endian.
    let firstWord = SHA256(of: bytes).words[0].byteSwapped
    return String(firstWord, radix: 16)
  }

  /// Appends a text and the byte FF, which UTF-8 never has, as its end.
  mutating func append(text: String) {
    let endOfText: UInt8 = 0xFF
    bytes += text.utf8
    bytes.append(endOfText)
  }

  /// Appends the byte 1 for true, and 0 for false.
  mutating func append(truth: Bool) { bytes.append(truth ? 1 : 0) }

  /// The tag of a kind of type, with the number that nimbus-fml gives it.
  private enum TypeTag: UInt64 {
    case string = 0
    case int = 1
    case boolean = 2
    case alias = 3
    case text = 4
    case image = 5
    case enumeration = 6
    case object = 7
    case mapFromStrings = 8
    case map = 9
    case list = 10
    case option = 11
    /// nimbus-fml does not have the type.
    case double = 12
  }

  /// Appends a type: its tag, and its name or the types inside it.
  mutating func append(_ type: VariableType) {
    switch type {
    case .string: append(tag: .string)
    case .int: append(tag: .int)
    case .boolean: append(tag: .boolean)
    case .alias(let name): append(tag: .alias, name: name)
    case .text: append(tag: .text)
    case .image: append(tag: .image)
    case .enumeration(let name): append(tag: .enumeration, name: name)
    case .object(let name): append(tag: .object, name: name)
    // As in nimbus-fml, a map whose keys are strings has a tag of its own.
    case .map(.string, let value): append(tag: .mapFromStrings, parts: [value])
    case .map(let key, let value): append(tag: .map, parts: [key, value])
    case .list(let item): append(tag: .list, parts: [item])
    case .option(let inner): append(tag: .option, parts: [inner])
    case .double: append(tag: .double)
    }
  }

  /// Appends the type of a variable; nimbus-fml hashes `Map< String, Int>`, written with a blank,
  /// like a map whose keys are not strings.
  mutating func append(writtenTypeOf variable: Variable) {
    guard case .map(.string, let value) = variable.type else { return append(variable.type) }
    let afterBracket = variable.writtenType.drop(while: { $0 != "<" }).dropFirst()
    let hasBlank = afterBracket.first?.isWhitespace == true
    guard hasBlank else { return append(variable.type) }
    append(tag: .map, parts: [.string, value])
  }

  /// Appends a value: a null as one zero byte, the values of an object in the order of its keys.
  ///
  /// As in nimbus-fml, the keys themselves and the lengths of arrays are not hashed.
  mutating func append(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(0)
    case .boolean(let truth): append(truth: truth)
    case .integer(let integer): append(number: UInt64(bitPattern: integer))
    case .number(let number): append(number)
    case .string(let text): append(text: text)
    case .array(let elements): for element in elements { append(element) }
    case .object(let members):
      // Keys by their bytes, as `Name` compares them: Swift takes some different strings for equal.
      for key in members.keys.sorted(by: { Name($0) < Name($1) }) {
        if let value = members[key] { append(value) }
      }
    }
  }

  /// Appends a number that is not a signed integer of 64 bits: as an unsigned integer if it is one,
  /// else as the bits of its double.
  ///
  /// 0.0 and -0.0 are the same number with different bits, so both get the bits of 0.0.
  private mutating func append(_ number: JSONNumber) {
    if let integer = UInt64(number.literal) { return append(number: integer) }
    let value = number.double
    let isZero = value == 0
    append(number: isZero ? 0 : value.bitPattern)
  }

  /// Appends a number as 8 bytes, the lowest first.
  mutating func append(number: UInt64) {
    for shift in stride(from: 0, to: UInt64.bitWidth, by: UInt8.bitWidth) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  /// Appends the number of a tag.
  private mutating func append(tag: TypeTag) { append(number: tag.rawValue) }

  /// Appends a type that has a name, such as an enum.
  private mutating func append(tag: TypeTag, name: String) {
    append(tag: tag)
    append(text: name)
  }

  /// Appends a type that is made of others, such as a map.
  private mutating func append(tag: TypeTag, parts: [VariableType]) {
    append(tag: tag)
    for part in parts { append(part) }
  }
}
