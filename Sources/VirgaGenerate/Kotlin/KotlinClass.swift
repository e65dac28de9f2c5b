import VirgaManifest

/// Writes the Kotlin class of a feature or an object.
struct KotlinClass {
  struct Member {
    let variable: Variable
    /// The name of the property and of the argument.
    let name: String
    let defaultCode: String
    /// The key of the variable's app setting, and its Kotlin type; nil if it has none.
    var preference: (key: String, type: String)? {
      guard let key = variable.preferenceKey, variable.type.allowsAppSettings else { return nil }
      return (key, KotlinTypes().propertyType(variable.type))
    }
  }

  let name: String
  let description: String
  let isFeature: Bool
  let members: [Member]
  private let types = KotlinTypes()

  /// Names the class and its members in Kotlin; the members' defaults are code already.
  init(_ collected: ClassCollector.Class) {
    name = KotlinName.type(collected.name)
    description = collected.description
    isFeature = collected.isFeature
    members = collected.members.map { variable, defaultCode in
      Member(
        variable: variable, name: KotlinName.member(variable.name), defaultCode: defaultCode)
    }
  }

  /// Writes the class with its private constructor, defaults, properties and conversions.
  func write(to writer: inout CodeWriter) {
    writer.kotlinComment(description)
    writer.line("class \(name) private constructor(")
    writer.indented { inner in
      inner.line("private val _variables: Variables,")
      inner.line("private val _prefs: SharedPreferences?,")
      inner.line("private val _defaults: Defaults")
    }
    writer.block(") : \(isFeature ? "FMLFeatureInterface" : "FMLObjectInterface")") { body in
      writeDefaults(to: &body)
      writeConstructor(to: &body)
      for member in members { writeProperty(member, to: &body) }
      writeIsModified(to: &body)
      writeJSON(to: &body)
      // Only objects are values in other classes, which create and merge them.
      if !isFeature { writeObjectMembers(to: &body) }
    }
  }

  /// Writes the private class `Defaults`, in which the generated class keeps its members' defaults.
  private func writeDefaults(to body: inout CodeWriter) {
    // In Kotlin, a data class must have at least one property.
    guard !members.isEmpty else { return body.line("private class Defaults()") }
    let properties = members.map { member in
      "val \(member.name): \(types.storedType(member.variable.type))"
    }
    body.list("private data class Defaults(", properties, ")")
  }

  /// Writes the public constructor: a config's variables, the app's settings, and each default.
  ///
  /// It passes them to the private constructor, with the defaults as one object.
  private func writeConstructor(to body: inout CodeWriter) {
    body.line()
    let defaults = members.map { member in
      "\(member.name): \(types.storedType(member.variable.type)) = \(member.defaultCode)"
    }
    let parameters =
      ["_variables: Variables = NullVariables.instance", "_prefs: SharedPreferences? = null"]
      + defaults
    body.list("constructor(", parameters, ") : this(")
    body.indented { inner in
      inner.line("_variables,")
      inner.line("_prefs,")
      inner.list("Defaults(", members.map(\.name), ")")
    }
    body.line(")")
  }

  /// Writes a property: the app setting if there is one, else the config's value or the default.
  private func writeProperty(_ member: Member, to body: inout CodeWriter) {
    body.line()
    body.kotlinComment(member.variable.description)
    // On the JVM, the getter of a property named `is…` has the name of the property. Here it gets
    // another one, because a feature has a function `isModified()`.
    if isFeature, member.name == "isModified" {
      body.line("@get:kotlin.jvm.JvmName(\"getIsModified\")")
    }
    let declaration = "val \(member.name): \(types.propertyType(member.variable.type))"
    let configOrDefault = types.value(
      member.variable.type, key: KotlinLiteral.string(member.variable.name),
      fallback: "_defaults.\(member.name)")
    guard let setting = member.preference else {
      body.block("\(declaration) by lazy") { inner in inner.line(configOrDefault) }
      return
    }
    // The user can change a setting, so it is read each time.
    body.line(declaration)
    body.indented { inner in
      let key = KotlinLiteral.string(setting.key)
      inner.line("get() = _prefs?.all?.get(\(key)) as? \(setting.type)")
      inner.line("  ?: \(configOrDefault)")
    }
  }

  /// Writes whether the user changed one of the settings; only for features that have some.
  ///
  /// Preferences of the Gecko engine count too, but a feature with only these does not get the
  /// function.
  private func writeIsModified(to body: inout CodeWriter) {
    let keys = members.compactMap(\.preference?.key)
    guard isFeature, !keys.isEmpty else { return }
    let engineKeys = members.compactMap(\.variable.geckoPreference?.name)
    body.section("override fun isModified(): Boolean") { inner in
      let items = (keys + engineKeys).map(KotlinLiteral.string)
      inner.list("return listOf(", items, ").any { _prefs?.contains(it) == true }")
    }
  }

  /// Writes the function that gives the values as JSON, by their names in the manifest.
  private func writeJSON(to body: inout CodeWriter) {
    body.line()
    let items = members.map { member in
      let key = KotlinLiteral.string(member.variable.name)
      return "\(key) to \(types.jsonExpression(member.variable.type, member.name))"
    }
    body.line("override fun toJSONObject(): JSONObject = JSONObject(")
    body.indented { inner in inner.list("mapOf<String, Any?>(", items, ")") }
    body.line(")")
  }

  /// Writes what other code needs to read objects: merging with a default, and creation from
  /// variables alone.
  ///
  /// An object from variables alone reads no app settings, and has the defaults of its definition.
  private func writeObjectMembers(to body: inout CodeWriter) {
    body.line()
    // The result reads the same config, over the defaults of the other object.
    body.line(
      "internal fun _mergeWith(defaults: \(name)): \(name) = \(name)(_variables, _prefs, defaults._defaults)"
    )
    body.section("companion object") { inner in
      inner.line("internal fun create(variables: Variables): \(name) = \(name)(variables)")
    }
  }
}

/// Writes the Kotlin enum of an enum of the manifest, with its names as JSON has them.
struct KotlinEnum {
  let definition: EnumDefinition

  /// Writes the enum, with conversions to and from the variants' names.
  func write(to writer: inout CodeWriter) {
    let name = KotlinName.type(definition.name)
    writer.kotlinComment(definition.description)
    writer.block("enum class \(name)") { body in
      writeConstants(to: &body)
      writeJSONString(to: &body)
      writeCompanion(ofEnum: name, to: &body)
    }
  }

  /// Writes a constant for each variant; the last one ends in the `;` that Kotlin needs before the
  /// functions of an enum.
  private func writeConstants(to body: inout CodeWriter) {
    for (index, variant) in definition.variants.enumerated() {
      body.kotlinComment(variant.description)
      let isLast = index + 1 == definition.variants.count
      body.line(KotlinName.constant(variant.name) + (isLast ? ";" : ","))
    }
  }

  /// Writes the conversion of a constant to the name of its variant.
  private func writeJSONString(to body: inout CodeWriter) {
    body.section("fun toJSONString(): String = when (this)") { inner in
      for variant in definition.variants {
        inner.line(
          "\(KotlinName.constant(variant.name)) -> \(KotlinLiteral.string(variant.name))")
      }
    }
  }

  /// Writes the companion, which finds the constant for the name of a variant.
  private func writeCompanion(ofEnum name: String, to body: inout CodeWriter) {
    body.section("companion object") { inner in
      inner.line("private val variants by lazy {")
      inner.indented { lines in
        let pairs = definition.variants.map { variant in
          "\(KotlinLiteral.string(variant.name)) to \(KotlinName.constant(variant.name))"
        }
        lines.list("mapOf(", pairs, ")")
      }
      inner.line("}")
      inner.line()
      inner.line("fun enumValue(string: String): \(name)? = variants[string]")
    }
  }
}
