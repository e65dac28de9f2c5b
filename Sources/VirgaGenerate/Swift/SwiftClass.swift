import VirgaManifest

/// Writes the Swift class of a feature or an object.
///
/// With VirgaSDK, the initializer reads each value into a `let`. With Mozilla's SDK, it stores the
/// defaults, and lazy properties read their values on first use.
struct SwiftClass {
  struct Member {
    let variable: Variable
    let defaultCode: String
    /// The name of the property and the label of the argument.
    let name: String
    /// The name of the argument inside the initializer.
    let argument: String
    /// The key of the variable's app setting; nil if it has none.
    let preferenceKey: String?
    /// The stored property behind a computed one; no manifest name begins with an underscore and a
    /// letter.
    let storedName: String

    /// Names the property of a variable, its argument and the stored property behind it.
    init(_ variable: Variable, defaultCode: String) {
      self.variable = variable
      self.defaultCode = defaultCode
      name = SwiftName.member(variable.name)
      // An argument `self` would hide the object in the initializer.
      argument = name == "`self`" ? "_self" : name
      preferenceKey = SwiftClass.preferenceKey(of: variable)
      storedName = "_stored\(Casing.upperCamel(variable.name))"
    }
  }

  let name: String
  let description: String
  let isFeature: Bool
  let members: [Member]
  let reader: SwiftTypeReader

  /// Names the class and its members in Swift; the members' defaults are code already.
  init(_ collected: ClassCollector.Class, _ reader: SwiftTypeReader) {
    name = SwiftName.type(collected.name)
    description = collected.description
    isFeature = collected.isFeature
    members = collected.members.map(Member.init)
    self.reader = reader
  }

  private var sdkCode: SwiftSDKCode { reader.sdkCode }
  /// Whether some property is read from the app's settings.
  private var hasPreferences: Bool { members.contains { $0.preferenceKey != nil } }
  /// Whether the config's variables are needed after the initializer: for lazy properties, for
  /// merging objects, or for images.
  private var storesVariables: Bool {
    !members.isEmpty && (sdkCode.isForMozilla || !isFeature || computesImagesFromNames)
  }
  /// The members with a stored property behind a computed or lazy one.
  private var storedMembers: [Member] {
    if sdkCode.isForMozilla { return members }
    return members.filter { member in member.preferenceKey != nil || isUIKitImage(member) }
  }

  /// Whether some property is an image that is computed from its stored name, with UIKit.
  var computesImagesFromNames: Bool { members.contains(where: isUIKitImage) }

  /// Whether a member's property is a UIKit image if UIKit is available.
  private func isUIKitImage(_ member: Member) -> Bool {
    reader.uiKitImages(member.variable.type, named: member.storedName) != nil
  }

  /// Writes the class: its properties and what they are computed from, the initializer, and the
  /// encoding.
  ///
  /// An object can also be created from variables and merged with its defaults. A class with app
  /// settings also tells whether the user chose a value for one. Classes are declared differently
  /// for each SDK: `public class` or `nonisolated public final class`.
  func write(to writer: inout CodeWriter) {
    writer.swiftComment(description)
    let interface = isFeature ? "FMLFeatureInterface" : "FMLObjectInterface"
    writer.block("\(sdkCode.declaration) \(name): \(interface)\(sdkCode.conformance)") { body in
      for member in members { writeProperty(member, to: &body) }
      writeStorage(to: &body)
      writeInitializer(to: &body)
      if !isFeature { writeObjectMembers(to: &body) }
      if hasPreferences { writeIsModified(to: &body) }
      writeEncoding(to: &body)
    }
  }

  /// Writes the property of a member: computed for UIKit images and app settings, else a `let`, or
  /// lazy with Mozilla's SDK.
  private func writeProperty(_ member: Member, to body: inout CodeWriter) {
    // Nil if no images are computed from their names, which the stored property has.
    if let images = reader.uiKitImages(member.variable.type, named: member.storedName) {
      return writeImages(member, images, to: &body)
    }
    body.swiftComment(member.variable.description)
    if let key = member.preferenceKey { return writeSetting(member, key: key, to: &body) }
    let nameAndType = "\(member.name): \(reader.propertyType(member.variable.type))"
    guard sdkCode.isForMozilla else { return body.line("public let \(nameAndType)") }
    let expression = value(of: member, default: member.storedName)
    body.line("public lazy var \(nameAndType) = \(expression)")
  }

  /// Writes a property with an app setting: it is what the user chose, or else what the config or
  /// the default says.
  private func writeSetting(_ member: Member, key: String, to body: inout CodeWriter) {
    let type = member.variable.type
    // With VirgaSDK, the initializer has stored the config's value or the default; with Mozilla's
    // SDK, only the default.
    let configOrDefault =
      sdkCode.isForMozilla ? value(of: member, default: member.storedName) : member.storedName
    let choice = sdkCode.preferenceReading(
      SwiftLiteral.string(key), SwiftTypeReader.name(of: type))
    body.block("public var \(member.name): \(reader.propertyType(type))") { getter in
      getter.line("\(choice) ?? \(configOrDefault)")
    }
  }

  /// Writes a property that is a UIKit image, or an image name without UIKit; `images` is the code
  /// of its value with UIKit.
  private func writeImages(_ member: Member, _ images: String, to body: inout CodeWriter) {
    /// Writes one of the two forms of the property.
    func writeProperty(type: String, value: String) {
      body.indented { inner in
        inner.swiftComment(member.variable.description)
        inner.block("public var \(member.name): \(type)") { getter in getter.line(value) }
      }
    }
    let type = member.variable.type
    body.line("#if canImport(UIKit)")
    writeProperty(type: SwiftTypeReader.name(of: type, image: "UIImage"), value: images)
    body.line("#else")
    writeProperty(type: SwiftTypeReader.name(of: type), value: member.storedName)
    body.line("#endif")
  }

  /// The expression that gives a member's value in the config, or else its default: the expression
  /// `defaultCode`, such as `_storedTitle`.
  ///
  /// With Mozilla's SDK, texts and images of the default are resolved here; with VirgaSDK,
  /// `defaultCode` has them resolved already.
  private func value(of member: Member, default defaultCode: String) -> String {
    let type = member.variable.type
    // Nil if there is nothing to resolve here.
    let resolvedDefault = sdkCode.isForMozilla ? reader.localised(type, defaultCode) : nil
    let fallback = resolvedDefault ?? defaultCode
    return reader.value(type, key: SwiftLiteral.string(member.variable.name), fallback: fallback)
  }

  /// Writes the private stored properties: those behind computed and lazy ones, and the config's
  /// variables and the app's settings if they are needed after the initializer.
  private func writeStorage(to body: inout CodeWriter) {
    // A class that needs neither has no computed or lazy properties.
    guard storesVariables || hasPreferences else { return }
    // A blank line after the public properties.
    body.line()
    for member in storedMembers {
      let type = SwiftTypeReader.name(of: member.variable.type)
      body.line("private let \(member.storedName): \(type)")
    }
    if storesVariables { body.line("private let _variables: any Variables") }
    if hasPreferences { body.line("private let _prefs: \(sdkCode.preferencesType)?") }
  }

  /// Writes the initializer, whose parameters are a config's variables, the app's settings, and the
  /// default of each member.
  private func writeInitializer(to body: inout CodeWriter) {
    if !members.isEmpty { body.line() }
    body.swiftComment("The values of a config's variables; the arguments are the defaults.")
    let sources = [
      "_ _variables: any Variables = \(sdkCode.nilVariables)",
      "_ _prefs: \(sdkCode.preferencesType)? = nil",
    ]
    body.list("public init(", sources + members.map(parameter), ") {")
    body.indented { inner in
      // Stored only if they are needed after the initializer.
      if storesVariables { inner.line("self._variables = _variables") }
      if hasPreferences { inner.line("self._prefs = _prefs") }
      for member in members { writeAssignment(of: member, to: &inner) }
    }
    body.line("}")
  }

  /// The parameter of the initializer for a member's default: `rows: Int = 3`.
  private func parameter(for member: Member) -> String {
    // A label and a name only if they differ: the label `self` has the name `_self`.
    let name = member.argument == member.name ? member.name : "\(member.name) \(member.argument)"
    return "\(name): \(SwiftTypeReader.name(of: member.variable.type)) = \(member.defaultCode)"
  }

  /// Writes the line of the initializer that stores a member's default, or with VirgaSDK, whose
  /// properties are not lazy, its value.
  private func writeAssignment(of member: Member, to body: inout CodeWriter) {
    if sdkCode.isForMozilla {
      return body.line("self.\(member.storedName) = \(member.argument)")
    }
    // Nil if there is nothing to resolve, as in an Int.
    if let localised = reader.localised(member.variable.type, member.argument) {
      // In the initializer, this constant with the resolved texts hides the argument from here on.
      body.line("let \(member.argument) = \(localised)")
    }
    // A computed property, such as a UIKit image, reads a stored one.
    let isComputed = member.preferenceKey != nil || isUIKitImage(member)
    let property = isComputed ? member.storedName : member.name
    body.line("self.\(property) = \(value(of: member, default: member.argument))")
  }

  /// Writes the functions by which classes with a member of this type read it from a config: one
  /// that creates an object, and one that merges it with the member's default.
  ///
  /// With Mozilla's SDK, it also writes the static function for merging that this SDK calls; with
  /// VirgaSDK, a function that resolves texts and images.
  private func writeObjectMembers(to body: inout CodeWriter) {
    writeCreation(to: &body)
    writeMerge(to: &body)
    if sdkCode.isForMozilla { return writeStaticMerge(to: &body) }
    let hasResources = members.contains { member in reader.hasResources(member.variable.type) }
    if hasResources { writeResolution(to: &body) }
  }

  /// Writes the function that creates an object from the variables of a config:
  /// `create(_ variables: any Variables) -> Card` returns `Card(variables)`; the initializer has
  /// the defaults of missing members.
  ///
  /// With Mozilla's SDK the variables are optional; an object without them has only defaults.
  private func writeCreation(to body: inout CodeWriter) {
    body.section(about: "The object that the variables of a config describe.")
    let parameter = sdkCode.createParameter
    body.block("public static func create(_ variables: \(parameter.type)) -> \(name)") { inner in
      inner.line("\(name)(\(parameter.argument))")
    }
  }

  /// Writes the function that takes missing values from another object, the defaults: it calls the
  /// initializer with the variables of this object's config and the default of each member.
  private func writeMerge(to body: inout CodeWriter) {
    body.section(about: "This object, with values missing from its config taken from `defaults`.")
    body.block("public func \(sdkCode.mergeMethod)(_ defaults: \(name)?) -> \(name)") { inner in
      guard !members.isEmpty else { return inner.line("self") }
      inner.line("guard let defaults else { return self }")
      let arguments = members.map { member in
        // With Mozilla's SDK, and for UIKit images, the property is computed from the argument of
        // the initializer, such as an image's name, which the stored property has.
        let isComputedFromArgument = sdkCode.isForMozilla || isUIKitImage(member)
        let property = isComputedFromArgument ? member.storedName : member.name
        return "\(SwiftName.label(member.variable.name)): defaults.\(property)"
      }
      inner.list("return \(name)(", ["_variables"] + arguments, ")")
    }
  }

  /// Writes the function of VirgaSDK that resolves the texts and images of an object.
  private func writeResolution(to body: inout CodeWriter) {
    body.section(
      about: "This object, with its texts and images resolved like those of `variables`.")
    body.block("public func resolved(with variables: any Variables) -> \(name)") { inner in
      // A new object with an empty config takes all its values from this one, and its initializer
      // resolves them with the resources of `variables`.
      inner.line("let own = NilVariables(resources: variables.resources)")
      inner.line("return \(name)(own).mergeWith(self)")
    }
  }

  /// Writes the static form of the merging method, which Mozilla's SDK calls to merge objects.
  private func writeStaticMerge(to body: inout CodeWriter) {
    body.section(
      about: "The object `overrides`, with values missing from its config taken from `defaults`.")
    body.block("public static func mergeWith(_ overrides: \(name), _ defaults: \(name)) -> \(name)")
    { inner in
      inner.line("overrides.\(sdkCode.mergeMethod)(defaults)")
    }
  }

  /// Writes the method that says whether the user changed one of the settings.
  ///
  /// The condition of the SDK, `isSetCondition`, is code that tests one key, `$0`.
  private func writeIsModified(to body: inout CodeWriter) {
    body.section(about: "Whether the user of the app chose a value for a variable.")
    body.block("public func isModified() -> Bool") { inner in
      inner.line("guard let _prefs else { return false }")
      let keys = members.compactMap(\.preferenceKey).map(SwiftLiteral.string)
      inner.list("return [", keys, "].contains { \(sdkCode.isSetCondition) }")
    }
  }

  /// Writes the encoding of every member, even of nil ones, which synthesised code would omit.
  private func writeEncoding(to body: inout CodeWriter) {
    guard !members.isEmpty else { return }
    body.section(about: "Encodes the values by their names in the manifest.")
    body.block("public func encode(to encoder: any Encoder) throws") { inner in
      inner.line("var container = encoder.container(keyedBy: CodingKeys.self)")
      for member in members {
        inner.line("try container.encode(\(valueToEncode(of: member)), forKey: .\(member.name))")
      }
    }
    // A case for each member, whose raw value is the name in the manifest.
    body.section("private enum CodingKeys: String, CodingKey") { inner in
      for member in members { inner.line(SwiftName.rawCase(member.variable.name)) }
    }
  }

  /// The expression for what is encoded of a member: its property, or what makes that encodable,
  /// such as the name of an image.
  private func valueToEncode(of member: Member) -> String {
    // The stored property of a UIKit image has its name.
    let property = "self.\(isUIKitImage(member) ? member.storedName : member.name)"
    return reader.encodableExpression(for: property, of: member.variable.type) ?? property
  }

  /// The key of a variable's app setting; nil if it has none or its type does not allow one.
  static func preferenceKey(of variable: Variable) -> String? {
    variable.type.allowsAppSettings ? variable.preferenceKey : nil
  }
}

/// Writes the Swift enum of an enum of the manifest, whose raw values are the variants' names.
struct SwiftEnum {
  let definition: EnumDefinition
  let sdkCode: SwiftSDKCode

  /// Writes the enum with a case for each variant, and a function that finds a case by its name.
  func write(to writer: inout CodeWriter) {
    writer.swiftComment(definition.description)
    let name = SwiftName.type(definition.name)
    writer.block("\(sdkCode.enumDeclaration) \(name): \(sdkCode.enumProtocols)") { body in
      for variant in definition.variants {
        body.swiftComment(variant.description)
        body.line(SwiftName.rawCase(variant.name))
      }
      body.section(about: "The case of a variant's name; nil for any other name.")
      body.block("public static func enumValue(_ name: String?) -> Self?") { inner in
        inner.line("name.flatMap(Self.init(rawValue:))")
      }
    }
  }
}
