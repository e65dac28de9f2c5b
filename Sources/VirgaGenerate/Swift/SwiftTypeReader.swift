import VirgaManifest

/// Names types in Swift code and reads their values from a config's variables.
struct SwiftTypeReader {
  let manifest: Manifest
  /// The index of the module that declares the types.
  let module: Int
  let sdkCode: SwiftSDKCode

  /// The type of a property.
  func propertyType(_ type: VariableType) -> String {
    Self.name(of: type, image: sdkCode.imageType)
  }

  /// The expression for the UIKit images whose names `code` gives; nil if the type is not an image
  /// type, and for Mozilla's SDK, whose properties hold the images themselves.
  func uiKitImages(_ type: VariableType, named code: String) -> String? {
    guard sdkCode.computesImagesFromNames else { return nil }
    return switch type {
    case .image: "_variables.resources.image(named: \(code))"
    case .option(let inner), .list(let inner):
      uiKitImages(inner, named: "$0").map { expression in "\(code).map { \(expression) }" }
    case .map(_, let value):
      uiKitImages(value, named: "$0").map { expression in "\(code).mapValues { \(expression) }" }
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

  /// An expression that reads the value under `key` (code) from `source`, and gives nil if that is
  /// missing or of another type: `_variables.getInt("rows")`, or for a list of enums
  /// `_variables.getStringList("sides")?.compactMap(Side.enumValue)`.
  func read(_ type: VariableType, from source: String, _ key: String) -> SwiftChain {
    if let getterTypeName = type.getterTypeName(nameForImages: "Image") {
      return convertedValue(of: type, "\(source).get\(getterTypeName)(\(key))")
    }
    switch type {
    case .option(let inner): return read(inner, from: source, key)
    case .list(let item):
      guard let getterTypeName = item.getterTypeName(nameForImages: "Image") else {
        return readNested("getList", item, source, key)
      }
      let getter = SwiftChain("\(source).get\(getterTypeName)List(\(key))")
      return getter.appending(converter(to: item).map { function in "compactMap(\(function))" })
    case .map(let keyType, let value):
      // Nil, which appends no call, for keys that are strings.
      let convertKeys = converter(to: keyType).map { function in "mapKeysNotNull(\(function))" }
      return readMap(of: value, from: source, key).appending(convertKeys)
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .object:
      // Never reached: types with getters of their own were read above.
      return SwiftChain("nil")
    }
  }

  /// An expression for a map whose keys are still strings: `_variables.getIntMap("rows")`, or with
  /// values of an enum `_variables.getStringMap("sides")?.mapValuesNotNull(Side.enumValue)`.
  private func readMap(of value: VariableType, from source: String, _ key: String) -> SwiftChain {
    // Nil for lists, maps and options, which a closure reads.
    guard let getterTypeName = value.getterTypeName(nameForImages: "Image") else {
      return readNested("getMap", value, source, key)
    }
    let getter = SwiftChain("\(source).get\(getterTypeName)Map(\(key))")
    // Nil, which appends no call, for values that are not enums or objects.
    let convertValues = converter(to: value).map { function in "mapValuesNotNull(\(function))" }
    return getter.appending(convertValues)
  }

  /// An expression for a list or a map whose items are lists, maps or options, which a closure
  /// reads: `_variables.getList("rows") { $0.getIntList($1) }`.
  ///
  /// The SDK calls the closure for each item: `$0` are variables that have only this item, and `$1`
  /// is the key under which to find it.
  private func readNested(
    _ getter: String, _ item: VariableType, _ source: String, _ key: String
  ) -> SwiftChain {
    let inner = read(item, from: "$0", "$1").code
    // A null is a value of an option; anything else that does not match is dropped.
    let value = if case .option = item { "$0.getNullable($1) { \(inner) }" } else { inner }
    return SwiftChain("\(source).\(getter)(\(key)) { \(value) }")
  }

  /// What `getter` (code) returns, made into an enum or an object if the type is one:
  /// `Side.enumValue(_variables.getString("side"))`.
  ///
  /// A caller can append a call to the chain, such as one that merges with a default.
  private func convertedValue(of type: VariableType, _ getter: String) -> SwiftChain {
    switch type {
    case .enumeration(let name): SwiftChain("\(SwiftName.type(name)).enumValue(\(getter))")
    case .object(let name): SwiftChain("\(getter).map(\(SwiftName.type(name)).create)")
    case .string, .int, .double, .boolean, .text, .image, .alias, .option, .list, .map:
      SwiftChain(getter)
    }
  }

  /// The function that makes what a getter returns into an enum or an object, such as
  /// `Side.enumValue`; nil for other types.
  private func converter(to type: VariableType) -> String? {
    switch type {
    case .enumeration(let name): "\(SwiftName.type(name)).enumValue"
    case .object(let name): "\(SwiftName.type(name)).create"
    case .string, .int, .double, .boolean, .text, .image, .alias, .option, .list, .map: nil
    }
  }

  /// An expression for the value under `key`, with a default: `_variables.getInt("rows") ?? 3`.
  ///
  /// Objects and maps are merged with the default. Both `key` and `fallback` are code.
  func value(_ type: VariableType, key: String, fallback: String) -> String {
    // Nil, which appends no call, for values that just replace the default.
    let mergeCall: String? =
      switch type {
      case .object, .option(.object): "\(sdkCode.mergeMethod)(\(fallback))"
      case .map(_, let value): mapMergeCall(of: value, into: fallback)
      // The default may be nil, but only a map can be merged into.
      case .option(.map(_, let value)): mapMergeCall(of: value, into: "\(fallback) ?? [:]")
      case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .option, .list:
        nil
      }
    return read(type, from: "_variables", key).appending(mergeCall).code + " ?? \(fallback)"
  }

  /// A call that merges a map with values of a type into the map `fallback` (code).
  private func mapMergeCall(of value: VariableType, into fallback: String) -> String {
    let trailingClosure = mergeClosure(for: value).map { closure in " \(closure)" } ?? ""
    return "mergeWith(\(fallback))\(trailingClosure)"
  }

  /// Whether Mozilla's SDK has a getter for values of the type: it has none for `Double`, nor for
  /// lists and maps of anything but scalars and objects.
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

  /// A closure that merges two values of a map with the same key, the config's `$0` and the default
  /// `$1`; nil if the config's value just replaces the default.
  ///
  /// For objects it is `{ $0.mergeWith($1) }`, with the method's name in the SDK; for maps of
  /// objects `{ $0.mergeWith($1) { $0.mergeWith($1) } }`.
  private func mergeClosure(for type: VariableType) -> String? {
    switch type {
    case .object: "{ $0.\(sdkCode.mergeMethod)($1) }"
    case .map(_, let value): "{ $0.\(mapMergeCall(of: value, into: "$1")) }"
    case .option(.object): "{ $0?.\(sdkCode.mergeMethod)($1) }"
    case .option(.map(_, let value)): "{ $0?.\(mapMergeCall(of: value, into: "$1 ?? [:]")) }"
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .option, .list: nil
    }
  }

  /// The default `code` with its texts and images resolved, such as `titles.map { … }` for a list
  /// of texts; nil if the type has neither.
  ///
  /// `_variables` has the app's texts and images. With Mozilla's SDK, an object resolves its own
  /// texts and images, in lazy properties.
  func localised(_ type: VariableType, _ code: String) -> String? {
    switch type {
    case .text: sdkCode.localisedText(code)
    case .image: sdkCode.localisedImage(code)
    case .object where sdkCode.isForMozilla || !hasResources(type): nil
    case .object: "\(code).resolved(with: _variables)"
    case .option(let inner), .list(let inner):
      localised(inner, "$0").map { expression in "\(code).map { \(expression) }" }
    case .map(_, let value):
      localised(value, "$0").map { expression in "\(code).mapValues { \(expression) }" }
    case .string, .int, .double, .boolean, .enumeration, .alias: nil
    }
  }

  /// The expression `code` made `Encodable`: images become names, and maps with enum keys objects;
  /// nil if `code` can be encoded as it is.
  func encodableExpression(for code: String, of type: VariableType) -> String? {
    switch type {
    // With VirgaSDK, the code of an image is its name already.
    case .image where sdkCode.imageType != "String": return "\(code).encodableImageName"
    case .option(let inner): return encodableExpression(for: "\(code)?", of: inner)
    case .list(let item):
      let itemExpression = encodableExpression(for: "$0", of: item)
      return itemExpression.map { expression in "\(code).map { \(expression) }" }
    case .map(let key, let value):
      var calls: [String] = []
      if let expression = encodableExpression(for: "$0", of: value) {
        calls.append("mapValues { \(expression) }")
      }
      // Nil for VirgaSDK, whose enums Swift encodes as keys without a call.
      if case .enumeration = key, let call = sdkCode.keyEncodingCall { calls.append(call) }
      return calls.isEmpty ? nil : ([code] + calls).joined(separator: ".")
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .object: return nil
    }
  }

  /// Whether a value of the type has texts or UIKit images inside.
  func hasResources(_ type: VariableType) -> Bool {
    let types = ReachableTypes([type], in: manifest, module: module).all
    return types.contains(.text) || (sdkCode.computesImagesFromNames && types.contains(.image))
  }
}

/// An optional expression with the calls that follow it: `source?.map { … }.filter { … }`.
struct SwiftChain {
  private let base: String
  /// Calls without a dot before them.
  private let calls: [String]

  /// An expression with the calls that follow it.
  init(_ base: String, _ calls: [String] = []) {
    self.base = base
    self.calls = calls
  }

  /// The chain with one more call, if there is one.
  func appending(_ call: String?) -> SwiftChain {
    guard let call else { return self }
    return SwiftChain(base, calls + [call])
  }

  /// The expression; only the first call needs a `?`.
  var code: String {
    guard !calls.isEmpty else { return base }
    return base + "?." + calls.joined(separator: ".")
  }
}
