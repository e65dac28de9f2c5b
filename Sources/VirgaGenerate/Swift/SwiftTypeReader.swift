import VirgaManifest

struct SwiftTypeReader {
  let manifest: Manifest
  let module: Int
  let words: SwiftVocabulary

  func propertyType(_ type: VariableType) -> String { Self.name(of: type, image: words.imageType) }

  /// The expression for the UIKit images named by `code`; nil if the type is not an image type.
  func kitImages(_ type: VariableType, _ code: String) -> String? {
    guard words.hasKitImages else { return nil }
    return switch type {
    case .image: "_variables.resources.image(named: \(code))"
    case .option(let inner), .list(let inner):
      kitImages(inner, "$0").map { "\(code).map { \($0) }" }
    case .map(_, let value): kitImages(value, "$0").map { "\(code).mapValues { \($0) }" }
    case .string, .int, .double, .boolean, .text, .enumeration, .object, .alias: nil
    }
  }

  /// The Swift type of a value; images are names unless `image` says otherwise.
  static func name(of type: VariableType, image: String = "String") -> String {
    switch type {
    case .string, .alias, .text: "String"
    case .image: image
    case .int: "Int"
    case .double: "Double"
    case .boolean: "Bool"
    case .enumeration(let name), .object(let name): SwiftName.type(name)
    case .option(let inner): "\(self.name(of: inner, image: image))?"
    case .list(let item): "[\(self.name(of: item, image: image))]"
    case .map(let key, let value): "[\(self.name(of: key)): \(self.name(of: value, image: image))]"
    }
  }

  /// An expression for the value under `key` (code) of `source`: nil if it is missing or of another
  /// type.
  func read(_ type: VariableType, from source: String, _ key: String) -> SwiftChain {
    if let accessor = type.accessor(image: "Image") {
      return scalar(type, "\(source).get\(accessor)(\(key))")
    }
    switch type {
    case .option(let inner): return read(inner, from: source, key)
    case .list(let item):
      guard let accessor = item.accessor(image: "Image") else {
        return nested("getList", item, source, key)
      }
      return SwiftChain("\(source).get\(accessor)List(\(key))").mapped(
        mapper(item).map { "compactMap(\($0))" })
    case .map(let keyType, let value):
      var chain = nested("getMap", value, source, key)
      if let accessor = value.accessor(image: "Image") {
        chain = SwiftChain("\(source).get\(accessor)Map(\(key))")
          .mapped(mapper(value).map { "mapValuesNotNull(\($0))" })
      }
      return chain.mapped(mapper(keyType).map { "mapKeysNotNull(\($0))" })
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .object:
      return SwiftChain("nil")
    }
  }

  private func nested(
    _ getter: String, _ item: VariableType, _ source: String, _ key: String
  ) -> SwiftChain {
    let inner = read(item, from: "$0", "$1").code
    // A null is a value of an option; anything else that does not fit is dropped.
    let value = if case .option = item { "$0.getNullable($1) { \(inner) }" } else { inner }
    return SwiftChain("\(source).\(getter)(\(key)) { \(value) }")
  }

  private func scalar(_ type: VariableType, _ getter: String) -> SwiftChain {
    switch type {
    case .enumeration(let name): SwiftChain("\(SwiftName.type(name)).enumValue(\(getter))")
    case .object(let name): SwiftChain("\(getter).map(\(SwiftName.type(name)).create)")
    case .string, .int, .double, .boolean, .text, .image, .alias, .option, .list, .map:
      SwiftChain(getter)
    }
  }

  private func mapper(_ type: VariableType) -> String? {
    switch type {
    case .enumeration(let name): "\(SwiftName.type(name)).enumValue"
    case .object(let name): "\(SwiftName.type(name)).create"
    case .string, .int, .double, .boolean, .text, .image, .alias, .option, .list, .map: nil
    }
  }

  /// The effective value: the value read, with the default `fallback` (code).
  func value(_ type: VariableType, key: String, fallback: String) -> String {
    let merging: String? =
      switch type {
      case .object, .option(.object): "\(words.merge)(\(fallback))"
      case .map(_, let value): merge(value, fallback)
      case .option(.map(_, let value)): merge(value, "\(fallback) ?? [:]")
      case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .option, .list:
        nil
      }
    return read(type, from: "_variables", key).mapped(merging).code + " ?? \(fallback)"
  }

  private func merge(_ value: VariableType, _ fallback: String) -> String {
    "mergeWith(\(fallback))\(merger(value).map { " \($0)" } ?? "")"
  }

  /// It has no getter for `Double`, nor for lists and maps of anything but scalars and objects.
  static func canMozillaRead(_ type: VariableType) -> Bool {
    switch type {
    case .double: return false
    case .option(let inner): return canMozillaRead(inner)
    case .list(let item), .map(_, let item):
      switch item {
      case .double, .option, .list, .map: return false
      case .string, .int, .boolean, .text, .image, .enumeration, .object, .alias: return true
      }
    case .string, .int, .boolean, .text, .image, .enumeration, .object, .alias: return true
    }
  }

  /// A closure that merges two map values with the same key.
  private func merger(_ type: VariableType) -> String? {
    switch type {
    case .object: "{ $0.\(words.merge)($1) }"
    case .map(_, let value): "{ $0.\(merge(value, "$1")) }"
    case .option(.object): "{ $0?.\(words.merge)($1) }"
    case .option(.map(_, let value)): "{ $0?.\(merge(value, "$1 ?? [:]")) }"
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .option, .list: nil
    }
  }

  /// The default `code` with its texts and images resolved; nil if it has none.
  ///
  /// Objects with lazy properties resolve them themselves.
  func localised(_ type: VariableType, _ code: String) -> String? {
    switch type {
    case .text: words.localisedText(code)
    case .image: words.localisedImage(code)
    case .object: words.isLazy || !hasResources(type) ? nil : "\(code).resolved(with: _variables)"
    case .option(let inner), .list(let inner):
      localised(inner, "$0").map { "\(code).map { \($0) }" }
    case .map(_, let value): localised(value, "$0").map { "\(code).mapValues { \($0) }" }
    case .string, .int, .double, .boolean, .enumeration, .alias: nil
    }
  }

  func encodable(_ type: VariableType, _ code: String) -> String? {
    switch type {
    case .image where words.imageType != "String": return "\(code).encodableImageName"
    case .option(let inner): return encodable(inner, "\(code)?")
    case .list(let item): return encodable(item, "$0").map { "\(code).map { \($0) }" }
    case .map(let key, let value):
      var calls = encodable(value, "$0").map { ["mapValues { \($0) }"] } ?? []
      if case .enumeration = key, let keys = words.encodableKeys { calls.append(keys) }
      return calls.isEmpty ? nil : ([code] + calls).joined(separator: ".")
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .object: return nil
    }
  }

  func hasResources(_ type: VariableType) -> Bool {
    let types = ReachableTypes([type], in: manifest, module: module).all
    return types.contains(.text) || (words.hasKitImages && types.contains(.image))
  }
}

/// An optional expression with the calls that follow it.
struct SwiftChain {
  private let base: String
  private let calls: [String]

  init(_ base: String, _ calls: [String] = []) {
    self.base = base
    self.calls = calls
  }

  func mapped(_ call: String?) -> SwiftChain { SwiftChain(base, calls + [call].compactMap(\.self)) }

  var code: String {
    base + (calls.isEmpty ? "" : "?.") + calls.joined(separator: ".")
  }
}
