import VirgaManifest

/// Names types in Kotlin code and reads their values from a config's variables.
struct KotlinTypes {
  /// The type of a property.
  func propertyType(_ type: VariableType) -> String {
    name(type, text: "String", image: "Res<Drawable>")
  }

  /// The type of a default, in which texts and images are unresolved resources.
  func storedType(_ type: VariableType) -> String { name(type, text: "StringHolder", image: "Int") }

  /// The Kotlin type of values of a type.
  ///
  /// - Parameters:
  ///   - text: The Kotlin type of texts: `String` in a property, `StringHolder` in a default, whose
  ///     resources are not looked up yet.
  ///   - image: The Kotlin type of images: `Res<Drawable>` in a property, `Int` in a default.
  private func name(_ type: VariableType, text: String, image: String) -> String {
    switch type {
    case .string, .alias: "String"
    case .text: text
    case .image: image
    case .int: "Int"
    case .double: "Double"
    case .boolean: "Boolean"
    case .enumeration(let name), .object(let name): KotlinName.type(name)
    case .option(let inner): "\(self.name(inner, text: text, image: image))?"
    case .list(let item): "List<\(self.name(item, text: text, image: image))>"
    case .map(let key, let value):
      "Map<\(self.name(key, text: text, image: image)), \(self.name(value, text: text, image: image))>"
    }
  }

  /// An expression for the value under `key`, with a default: for an Int
  /// `_variables.getInt("rows") ?: _defaults.rows`.
  ///
  /// - Parameters:
  ///   - key: The code of the key.
  ///   - fallback: The code of the default, whose texts and images are resources to look up.
  func value(_ type: VariableType, key: String, fallback: String) -> String {
    let read = read(type, from: "_variables", key)
    // Nil if there are no resources to look up here.
    let fallback = resolved(type, fallback) ?? fallback
    // Objects and maps are merged with their defaults; `?.` skips merging for a value that the
    // config does not have.
    let mergeCall =
      switch type {
      case .object: "?._mergeWith(\(fallback))"
      // Merged only if the default is an object too.
      case .option(.object):
        "?.let { \(fallback)?.let { defaults -> it._mergeWith(defaults) } ?: it }"
      case .map(_, let value): "?\(mapMergeCall(of: value, into: fallback))"
      case .option(.map(_, let value)):
        "?\(mapMergeCall(of: value, into: "\(fallback) ?: mapOf()"))"
      case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .option, .list: ""
      }
    return "\(read)\(mergeCall) ?: \(fallback)"
  }

  /// A call that deeply merges a map into the map `defaults` (code); `value` is the type of the
  /// map's values.
  ///
  /// Objects are merged by their generated `_mergeWith`, the maps of a map by a closure:
  /// `.mergeWith(_defaults.a) { value, other -> value.mergeWith(other) }`.
  private func mapMergeCall(of value: VariableType, into defaults: String) -> String {
    switch value {
    case .object(let name): ".mergeWith(\(defaults), \(KotlinName.type(name))::_mergeWith)"
    case .map(_, let inner):
      ".mergeWith(\(defaults)) { value, other -> value\(mapMergeCall(of: inner, into: "other")) }"
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .option, .list:
      ".mergeWith(\(defaults))"
    }
  }

  /// The code that reads `key` (code) of `source` with the SDK's getters, in which an image is a
  /// `Drawable`; it gives null if the value is missing or of another type:
  /// `it.getStringList("value")`, for an enum `_variables.getString("side")?.let { … }`.
  private func read(_ type: VariableType, from source: String, _ key: String) -> String {
    switch type {
    case .option(let inner): return read(inner, from: source, key)
    case .list(let item): return readList(of: item, from: source, key)
    case .map(let keyType, let value):
      let map = readMap(of: value, from: source, key)
      guard case .enumeration = keyType else { return map }
      return map + conversion(of: keyType, by: "mapKeysNotNull")
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .object:
      // Never nil: each of these types has a getter.
      let getterTypeName = type.getterTypeName(nameForImages: "Drawable") ?? ""
      return "\(source).get\(getterTypeName)(\(key))\(conversion(of: type, by: "let"))"
    }
  }

  /// The code that reads the list `key` (code) of `source`, with elements of a type: by the SDK's
  /// getter for such lists, as `_variables.getIntList("sizes")`, or if there is none, by a function
  /// of ``KotlinReaders``, as `_variables.readList("rows") { … }`.
  ///
  /// Elements that are null or of another type are left out, or null if the elements are options.
  private func readList(of item: VariableType, from source: String, _ key: String) -> String {
    // Nil for options, lists and maps; images are read by `getDrawableList`.
    if let getterTypeName = item.getterTypeName(nameForImages: "Drawable") {
      // An element that is not a variant of its enum becomes null, which `mapNotNull` leaves out.
      return "\(source).get\(getterTypeName)List(\(key))\(conversion(of: item, by: "mapNotNull"))"
    }
    let withoutNulls = item.isOption ? "" : "?.filterNotNull()"
    return "\(source).readList(\(key)) { \(readElement(item)) }" + withoutNulls
  }

  /// The code that reads a map with strings as keys and values of a type: by the SDK's getter for
  /// such maps, or if there is none, by a function of ``KotlinReaders``.
  ///
  /// Values that are null or of another type are left out, or null if the values are options.
  private func readMap(of value: VariableType, from source: String, _ key: String) -> String {
    // Nil for options, lists and maps; an image is read by `getDrawableMap`.
    if let getterTypeName = value.getterTypeName(nameForImages: "Drawable") {
      // A value that its enum does not have becomes null, which `mapValuesNotNull` leaves out.
      let valueConversion = conversion(of: value, by: "mapValuesNotNull")
      return "\(source).get\(getterTypeName)Map(\(key))\(valueConversion)"
    }
    let withoutNulls = value.isOption ? "" : "?.mapValuesNotNull { it }"
    return "\(source).readMap(\(key)) { \(readElement(value)) }" + withoutNulls
  }

  /// An expression that reads one element of a list or a map, from variables `it` that have only
  /// this element, see ``KotlinReaders``.
  private func readElement(_ type: VariableType) -> String {
    read(type, from: "it", KotlinReaders.elementKey)
  }

  /// Whether a type cannot be read with the SDK's getters alone, but needs a function of
  /// ``KotlinReaders``, such as `readList`.
  func needsReaders(_ type: VariableType) -> Bool {
    switch type {
    case .double: true
    case .option(let inner): needsReaders(inner)
    case .list(let item), .map(_, let item):
      // The SDK has getters such as `getDrawableList` for lists and maps of types that have getters
      // themselves, except Double. The name is nil for a type without a getter.
      item.getterTypeName(nameForImages: "Drawable") == nil || item == .double
    case .string, .int, .boolean, .text, .image, .enumeration, .object, .alias: false
    }
  }

  /// A call that turns what a getter returns into an enum or an object:
  /// `?.let { Side.enumValue(it) }`; empty for other types.
  ///
  /// - Parameter call: The function that applies the conversion: `let`, or `mapNotNull` for lists.
  private func conversion(of type: VariableType, by call: String) -> String {
    switch type {
    case .enumeration(let name): "?.\(call) { \(KotlinName.type(name)).enumValue(it) }"
    case .object(let name): "?.\(call) { \(KotlinName.type(name)).create(it) }"
    // Options, lists and maps are read part by part, so they are not converted as a whole.
    case .string, .int, .double, .boolean, .text, .image, .alias, .option, .list, .map: ""
    }
  }

  /// Code that looks up the resources in the default `code`, its texts and images; nil if it has
  /// none, and for an object, whose class looks up its own.
  private func resolved(_ type: VariableType, _ code: String) -> String? {
    switch type {
    case .text: "\(code).toString(_variables.context)"
    case .image: "Res.drawable(_variables.context, \(code))"
    case .option(let inner):
      resolved(inner, "it").map { expression in "\(code)?.let { \(expression) }" }
    case .list(let item):
      resolved(item, "it").map { expression in "\(code).map { \(expression) }" }
    case .map(_, let value):
      resolved(value, "it.value").map { expression in "\(code).mapValues { \(expression) }" }
    case .string, .int, .double, .boolean, .enumeration, .object, .alias: nil
    }
  }

  /// The expression `code` converted to what JSON holds: `side.toJSONString()` for an enum,
  /// `sides.map { it.toJSONString() }` for a list of them, `code` itself for a string.
  func jsonExpression(_ type: VariableType, _ code: String) -> String {
    switch type {
    case .enumeration: return "\(code).toJSONString()"
    case .object: return "\(code).toJSONObject()"
    case .image: return "\(code).resourceName"
    case .option(let inner):
      return needsNoConversion(inner) ? code : "\(code)?.let { \(jsonExpression(inner, "it")) }"
    case .list(let item):
      return needsNoConversion(item) ? code : "\(code).map { \(jsonExpression(item, "it")) }"
    case .map(let key, let value):
      let keyCall = needsNoConversion(key) ? "" : ".mapKeys { \(jsonExpression(key, "it.key")) }"
      let valueCall =
        needsNoConversion(value) ? "" : ".mapValues { \(jsonExpression(value, "it.value")) }"
      return code + keyCall + valueCall
    case .string, .int, .double, .boolean, .text, .alias: return code
    }
  }

  /// Whether JSON holds values of the type as they are, so that ``jsonExpression(_:_:)`` converts
  /// nothing.
  private func needsNoConversion(_ type: VariableType) -> Bool {
    jsonExpression(type, "it") == "it"
  }
}

/// The functions that generated code has to read what the Android SDK has no getters for: doubles
/// and nested lists.
///
/// The SDK does not expose a config's JSON, so these functions find it by its type; if it is not
/// found, defaults apply.
enum KotlinReaders {
  /// The code of the key that wraps an element so that getters can read it.
  static let elementKey = "\"value\""

  /// The code of the functions.
  static let code = """
    /** The JSON under a key, for the types that the SDK has no getters for. */
    private fun Variables.json(key: String): Any? =
        (this as? JSONVariables)?.let { variables ->
            JSONVariables::class.java.declaredFields.firstOrNull { it.type == JSONObject::class.java }
                ?.apply { isAccessible = true }
                ?.let { (it.get(variables) as? JSONObject)?.opt(key) }
        }

    /** An element of a list or a map, as variables of its own. */
    private fun Variables.element(value: Any?): Variables = JSONVariables(context, JSONObject().put("value", value))

    private fun <T> Variables.readList(key: String, read: (Variables) -> T): List<T>? =
        (json(key) as? JSONArray)?.let { items -> (0 until items.length()).map { read(element(items.opt(it))) } }

    private fun <T> Variables.readMap(key: String, read: (Variables) -> T): Map<String, T>? =
        (json(key) as? JSONObject)?.let { members ->
            members.keys().asSequence().associate { it to read(element(members.opt(it))) }
        }

    private fun Variables.getDouble(key: String): Double? = (json(key) as? kotlin.Number)?.toDouble()

    private fun Variables.getDoubleList(key: String): List<Double>? =
        readList(key) { it.getDouble("value") }?.filterNotNull()

    private fun Variables.getDoubleMap(key: String): Map<String, Double>? =
        readMap(key) { it.getDouble("value") }?.mapValuesNotNull { it }
    """
}
