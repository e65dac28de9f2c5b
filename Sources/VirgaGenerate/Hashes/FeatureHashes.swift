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

  init(_ merged: MergedFeature, _ reached: ReachableTypes) {
    schema = Self.schema(of: merged.feature, reached)
    defaults = Self.defaults(of: merged, reached)
  }

  /// The hash of the names and types of variables, and of the objects and enums that they use.
  static func schema(of feature: FeatureDefinition, _ reached: ReachableTypes) -> String {
    var stream = HashStream()
    for variable in feature.variables { append(variable, to: &stream) }
    stream.append(truth: feature.allowsCoenrollment)
    for object in reached.objects {
      for field in object.fields { append(field, to: &stream) }
    }
    for enumeration in reached.enums {
      for variant in enumeration.variants { stream.append(text: variant.name) }
    }
    return stream.hash
  }

  /// Appends a variable's name and type, and the alias that it declares, after the number 1; the
  /// number 0 means that it declares none.
  private static func append(_ variable: Variable, to stream: inout HashStream) {
    stream.append(text: variable.name)
    stream.append(typeOf: variable)
    guard let alias = variable.stringAlias else { return stream.append(number: 0) }
    stream.append(number: 1)
    stream.append(.alias(alias))
  }

  /// The hash of the merged defaults of variables, and of the defaults of the fields of objects.
  private static func defaults(of merged: MergedFeature, _ reached: ReachableTypes) -> String {
    var stream = HashStream()
    for each in merged.variables {
      stream.append(text: each.variable.name)
      stream.append(each.value.json)
    }
    for object in reached.objects {
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

  init(of feature: FeatureDefinition, in manifest: Manifest) {
    self.init(feature.variables.map(\.type), in: manifest, module: feature.module)
  }

  /// Collects `types` and the types of their parts and fields, each once.
  init(_ types: [VariableType], in manifest: Manifest, module: Int) {
    self.manifest = manifest
    self.module = module
    var pending = types
    while let type = pending.popLast() {
      guard all.insert(type).inserted else { continue }
      pending += type.parts
      if case .object(let name) = type {
        pending += manifest.object(name, in: module)?.fields.map(\.type) ?? []
      }
    }
  }

  /// The objects among the types, sorted by name.
  var objects: [ObjectDefinition] {
    all.compactMap {
      if case .object(let name) = $0 { manifest.object(name, in: module) } else { nil }
    }
    .sorted { Name($0.name) < Name($1.name) }
  }

  /// The enums among the types, sorted by name.
  var enums: [EnumDefinition] {
    all.compactMap {
      if case .enumeration(let name) = $0 { manifest.enumeration(name, in: module) } else { nil }
    }
    .sorted { Name($0.name) < Name($1.name) }
  }
}

extension VariableType {
  /// The name of the type in an SDK's getters, such as `Bool` in `getBool`; nil if it has no
  /// getter.
  ///
  /// - Parameter image: The name for images, which differs between the SDKs.
  func accessor(image: String) -> String? {
    switch self {
    case .string, .alias, .enumeration: "String"
    case .text: "Text"
    case .image: image
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
    String(SHA256(of: bytes).words[0].byteSwapped, radix: 16)
  }

  /// Appends a text and the byte FF, which UTF-8 never has, as its end.
  mutating func append(text: String) {
    bytes += text.utf8
    bytes.append(0xFF)
  }

  mutating func append(truth: Bool) { bytes.append(truth ? 1 : 0) }

  /// Appends a type: its tag, which nimbus-fml assigns, and its name or the types inside it.
  mutating func append(_ type: VariableType) {
    switch type {
    case .string: append(number: 0)
    case .int: append(number: 1)
    case .boolean: append(number: 2)
    case .alias(let name): append(tag: 3, name: name)
    case .text: append(number: 4)
    case .image: append(number: 5)
    case .enumeration(let name): append(tag: 6, name: name)
    case .object(let name): append(tag: 7, name: name)
    case .map(.string, let value): append(tag: 8, parts: [value])
    case .map(let key, let value): append(tag: 9, parts: [key, value])
    case .list(let item): append(tag: 10, parts: [item])
    case .option(let inner): append(tag: 11, parts: [inner])
    case .double: append(number: 12)
    }
  }

  /// Appends the type of a variable; nimbus-fml hashes `Map< String, Int>`, written with a blank,
  /// like a map whose keys are not strings.
  mutating func append(typeOf variable: Variable) {
    guard case .map(.string, let value) = variable.type else { return append(variable.type) }
    let afterBracket = variable.writtenType.drop(while: { $0 != "<" }).dropFirst()
    guard afterBracket.first?.isWhitespace == true else { return append(variable.type) }
    append(tag: 9, parts: [.string, value])
  }

  /// Appends the values of objects in key order; keys and lengths of arrays are not hashed.
  mutating func append(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(0)
    case .boolean(let truth): append(truth: truth)
    case .integer(let integer): append(number: UInt64(bitPattern: integer))
    case .number(let number): append(number)
    case .string(let text): append(text: text)
    case .array(let elements): for element in elements { append(element) }
    case .object(let members):
      for key in members.keys.sorted(by: { Name($0) < Name($1) }) {
        if let value = members[key] { append(value) }
      }
    }
  }

  /// Appends a fraction as the bits of its double, -0.0 as 0.0, or an integer beyond 63 bits.
  private mutating func append(_ number: JSONNumber) {
    if let integer = UInt64(number.literal) { return append(number: integer) }
    let value = number.double
    append(number: value == 0 ? 0 : value.bitPattern)
  }

  /// Appends 8 bytes, the lowest first.
  mutating func append(number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  /// Appends a type that has a name, such as an enum.
  private mutating func append(tag: UInt64, name: String) {
    append(number: tag)
    append(text: name)
  }

  /// Appends a type that is made of others, such as a map.
  private mutating func append(tag: UInt64, parts: [VariableType]) {
    append(number: tag)
    for part in parts { append(part) }
  }
}
