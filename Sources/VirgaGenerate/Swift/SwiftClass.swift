import VirgaJSON
import VirgaManifest

/// The Swift class of a feature or an object.
struct SwiftClass {
  /// One variable or field with its literal default.
  struct Member {
    let variable: Variable
    let defaultCode: CodeText
    let name: String
    /// The Swift type.
    let type: String
    /// The preference that sets it, where the type lets one.
    let preference: String?
    /// The property that holds what the config says.
    let stored: String

    init(_ variable: Variable, type: String, defaultCode: CodeText) {
      self.variable = variable
      self.defaultCode = defaultCode
      self.type = type
      name = SwiftName.member(variable.name)
      preference = SwiftClass.preferenceGetter(variable.type) == nil ? nil : variable.preferenceKey
      stored = preference == nil ? name : "_\(Casing.lowerCamel(variable.name))"
    }
  }

  let name: String
  let description: String
  let isFeature: Bool
  let members: [Member]
  let reader: SwiftTypeReader

  private var preferenceMembers: [Member] { members.filter { $0.preference != nil } }

  func write(to writer: inout CodeWriter) {
    writer.swiftComment(description)
    writer.block("public final class \(name): \(isFeature ? "FMLFeatureInterface" : "FMLObjectInterface")") { body in
      for member in members { writeProperty(member, to: &body) }
      writeStorage(to: &body)
      writeInitializer(to: &body)
      if !isFeature { writeObjectMembers(to: &body) }
      if !preferenceMembers.isEmpty { writeModified(to: &body) }
      writeEncoding(to: &body)
    }
  }

  private func writeProperty(_ member: Member, to body: inout CodeWriter) {
    body.swiftComment(member.variable.description)
    guard let preference = member.preference, let getter = Self.preferenceGetter(member.variable.type) else {
      body.line("public let \(member.name): \(member.type)")
      return
    }
    body.block("public var \(member.name): \(member.type)") {
      let key = SwiftLiteral.string(preference).flat
      let whole = "_prefs?.\(getter)(\(key)) ?? \(member.stored)"
      if $0.fits(whole) { return $0.line(whole) }
      $0.line("_prefs?.\(getter)(\(key))")
      $0.line("  ?? \(member.stored)")
    }
  }

  private func writeStorage(to body: inout CodeWriter) {
    let hasPreferences = !preferenceMembers.isEmpty
    guard hasPreferences || (!isFeature && !members.isEmpty) else { return }
    if !members.isEmpty { body.line() }
    for member in preferenceMembers {
      body.line("private let \(member.stored): \(member.type)")
    }
    if !isFeature { body.line("private let _variables: any Variables") }
    if hasPreferences { body.line("private let _prefs: (any Preferences)?") }
  }

  private func writeInitializer(to body: inout CodeWriter) {
    if !members.isEmpty { body.line() }
    body.swiftComment("What the variables of a config say, and the arguments where they say nothing.")
    var parameters: [CodeText] = [
      .text("_ _variables: any Variables = NilVariables()"), .text("_ _prefs: (any Preferences)? = nil"),
    ]
    parameters += members.map { member in
      .named(head: "\(member.name): \(member.type) = ", member.defaultCode)
    }
    body.code(.joined([.list(open: "public init(", parameters, close: ")", hasTrailingComma: false), .text(" {")]))
    body.indented { inner in
      if !isFeature, !members.isEmpty { inner.line("self._variables = _variables") }
      if !preferenceMembers.isEmpty { inner.line("self._prefs = _prefs") }
      for member in members { writeAssignment(of: member, to: &inner) }
    }
    body.line("}")
  }

  private func writeAssignment(of member: Member, to body: inout CodeWriter) {
    let type = member.variable.type
    if let localised = reader.localised(type, member.name) {
      for line in SwiftChain(localised).assigned(to: "let \(member.name)", width: 96) { body.line(line) }
    }
    let key = SwiftLiteral.string(member.variable.name).flat
    let chain = reader.value(type, key: key, fallback: member.name)
    for line in chain.assigned(to: "self.\(member.stored)", width: 96) { body.line(line) }
  }

  private func writeObjectMembers(to body: inout CodeWriter) {
    body.line()
    body.swiftComment("The object that the variables of a config describe.")
    body.function("public static func create(_ variables: any Variables)", giving: name) {
      $0.line("\(name)(variables)")
    }
    body.line()
    body.swiftComment("This object, with what its config leaves out taken from `defaults`.")
    body.code(
      .joined([
        .list(
          open: "public func mergeWith(", [.text("_ defaults: \(name)?")], close: ")", hasTrailingComma: false),
        .text(" -> \(name) {"),
      ]))
    body.indented { inner in
      guard !members.isEmpty else { return inner.line("self") }
      inner.line("guard let defaults else { return self }")
      let arguments: [CodeText] = members.map { .text("\($0.name): defaults.\($0.name)") }
      inner.code(
        .list(open: "return \(name)(", [.text("_variables")] + arguments, close: ")", hasTrailingComma: false))
    }
    body.line("}")
    guard members.contains(where: { reader.hasText($0.variable.type) }) else { return }
    body.line()
    body.swiftComment("This object, with its texts looked up where those of `variables` are.")
    body.function("public func resolved(with variables: any Variables)", giving: name) {
      $0.line("let own = NilVariables(resources: variables.resources)")
      $0.line("return \(name)(own).mergeWith(self)")
    }
  }

  private func writeModified(to body: inout CodeWriter) {
    body.line()
    body.swiftComment("Whether the user of the app chose a value for a variable.")
    body.block("public func isModified() -> Bool") { inner in
      inner.line("guard let _prefs else { return false }")
      let keys = preferenceMembers.compactMap(\.preference).map { SwiftLiteral.string($0) }
      inner.code(
        .joined([
          .list(open: "return [", keys, close: "]", hasTrailingComma: true), .text(".contains { _prefs.isSet($0) }"),
        ]))
    }
  }

  /// Encodes every member, also those without a value, which synthesised code would leave out.
  private func writeEncoding(to body: inout CodeWriter) {
    guard !members.isEmpty else { return }
    body.line()
    body.swiftComment("Encodes the values by their names in the manifest.")
    body.block("public func encode(to encoder: any Encoder) throws") { inner in
      inner.line("var container = encoder.container(keyedBy: CodingKeys.self)")
      for member in members { encode(member, to: &inner) }
    }
    body.line()
    body.block("private enum CodingKeys: String, CodingKey") { inner in
      for member in members { inner.code(SwiftName.rawCase(member.variable.name)) }
    }
  }

  private func encode(_ member: Member, to body: inout CodeWriter) {
    let call = "try container.encode("
    let arguments = ["\(member.name)", "forKey: .\(member.name))"]
    let flat = arguments.joined(separator: ", ")
    if body.fits(call + flat) { return body.line(call + flat) }
    body.line(call)
    body.indented { inner in
      if inner.fits(flat) { return inner.line(flat) }
      inner.line(arguments[0] + ",")
      inner.line(arguments[1])
    }
  }

  private static func preferenceGetter(_ type: VariableType) -> String? {
    switch type {
    case .boolean: "getBool"
    case .int: "getInt"
    case .string, .text, .alias: "getString"
    default: nil
    }
  }
}
