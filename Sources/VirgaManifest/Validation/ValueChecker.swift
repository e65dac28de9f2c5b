import VirgaExperiments
import VirgaJSON
import VirgaSource
import VirgaYAML

/// Checks values against types and records each value that its type does not allow.
///
/// Rule: VirgaManifest/TypesAndValues.
struct ValueChecker: ValueWalker {
  let types: TypeTable
  /// Whether maps keyed by an enum must have every variant: true for manifests, false for configs.
  let needsCompleteMaps: Bool
  /// Whether to report allowed values that apps cannot read: true for configs.
  var saysWhatAppsRead = false
  /// Whether to make suggestions; false for definitions of objects.
  var givesHints = true
  var aliases = AliasSets()
  var path: ValuePath
  private(set) var findings: [ValueFinding] = []
  /// Strings outside the set of their alias.
  ///
  /// Rule: VirgaManifest/StringAliases.
  private var foundStrings: [ValueFinding] = []
  /// The aliases whose sets are unknown, because the variables that define them have errors.
  private(set) var brokenAliases: Set<Name> = []
  /// The alias whose set the current variable defines, so that it is not checked against it.
  private var declared: String?
  private let completion = CompletionBudget()
  private var hasTooMany = false

  init(types: TypeTable, path: ValuePath, needsCompleteMaps: Bool) {
    self.types = types
    self.path = path
    self.needsCompleteMaps = needsCompleteMaps
  }

  /// Strings outside the set of their alias, without those of a set that an error makes unknown.
  var aliasFindings: [ValueFinding] {
    guard !brokenAliases.isEmpty else { return foundStrings }
    return foundStrings.filter { finding in
      !brokenAliases.contains { finding.type?.mentions(alias: $0.text) ?? false }
    }
  }

  /// Checks the value of a variable or field.
  mutating func check(_ value: MergedValue, of variable: Variable, isFilled: Bool = false) {
    let outer = declared
    defer { declared = outer }
    declared = variable.stringAlias
    let before = findings.count
    at(.name(variable.name)) { $0.check(value, as: variable.type, isFilled: isFilled) }
    guard let alias = declared,
      findings[before...].contains(where: { $0.problem.severity == .error })
    else { return }
    brokenAliases.insert(Name(alias))
  }

  /// Checks a value; `isFilled` if the defaults of objects around it were filled in.
  mutating func check(_ value: MergedValue, as type: VariableType, isFilled: Bool = false) {
    switch type {
    case .string, .text, .image: if value.kind != .string { reportType(value, type) }
    case .int, .double:
      if value.kind != .integer, value.kind != .number { reportType(value, type) }
      if saysWhatAppsRead, type == .int { checkReading(value) }
    case .boolean: if value.kind != .boolean { reportType(value, type) }
    case .alias(let name):
      let strings = aliases.sorted(name)
      guard let text = value.written.string else {
        return reportType(value, type, candidates: strings)
      }
      guard !isAllowed(text, in: name) else { return }
      report(
        .value, "unknown-alias-value", "Invalid value \(value.token) for type \(name)",
        at: value.written,
        Expected(type: type, candidates: strings, name: text, list: \.foundStrings))
    case .enumeration(let name): checkVariant(value, type, name)
    case .option(let inner):
      if value.kind != .null { check(value, as: inner) }
    case .list(let item):
      guard value.kind == .array else { return reportType(value, type) }
      for (index, element) in value.elements.enumerated() {
        at(.index(index)) { $0.check(element, as: item) }
      }
    case .map(let key, let item): checkMap(value, type, key, item, isFilled: isFilled)
    case .object(let name): checkObject(value, type, name, isFilled: isFilled)
    }
  }

  /// Unknown members are reported last.
  mutating func checkMembers(
    of value: MergedValue, _ variables: [Variable], omitted: [String], isFilled: Bool = false
  ) {
    let (members, unread) = (value.members ?? [], value.written.unreadKeys)
    var free: [String]?
    func reportUnknown(_ name: String, at key: LocatedValue) {
      let names =
        free ?? variables.map(\.name).filter(Hints.isOffered).without(members).without(unread)
      free = names
      report(
        .property, "unknown-property", "Invalid property \"\(name)\"", at: key,
        Expected(candidates: names, name: name))
    }
    for member in members {
      if let index = variables.position(of: member.key, by: \.name) {
        check(member.value, of: variables[index], isFilled: isFilled)
      } else if !omitted.containsName(member.key) {
        reportUnknown(member.key, at: member.keyNode)
      }
    }
    for key in unread {
      let name = key.text ?? ""
      if variables.position(of: name, by: \.name) == nil, !omitted.containsName(name) {
        reportUnknown(name, at: key)
      }
    }
  }

  /// Warns of a number that the type allows but that an app cannot read as an Int (Rule:
  /// VirgaSDK/TypedGetters).
  private mutating func checkReading(_ value: MergedValue) {
    guard let number = value.written.json.doubleValue else { return }
    let whole = value.written.json.integerValue
    if value.kind == .integer, whole != nil { return }
    let fate = path.isOfElement ? "apps leave it out" : "apps take their default instead"
    let written = value.written.numberAsWritten
    let message =
      if let whole {
        "\(written) is \(whole) on iOS but not an Int on Android, where \(fate)"
      } else if number.rounded() == number {
        "\(written) is too large for an Int: \(fate)"
      } else {
        "\(written) is not a whole number: \(fate)"
      }
    report(.value, "no-int-for-apps", message, at: value.written, Expected(severity: .warning))
  }

  private mutating func checkVariant(_ value: MergedValue, _ type: VariableType, _ name: String) {
    guard let definition = types.enumeration(name) else { return }
    if value.kind != .string || value.numberMistake != nil {
      reportType(value, type, candidates: definition.names)
    } else if let text = value.written.text, !definition.hasVariant(text) {
      report(
        .value, "unknown-variant", "Invalid value \(value.token) for type \(type)",
        at: value.written,
        Expected(type: type, candidates: definition.names, name: text))
    }
  }

  private mutating func checkMap(
    _ value: MergedValue, _ type: VariableType, _ key: VariableType, _ item: VariableType,
    isFilled: Bool
  ) {
    guard value.kind == .object else {
      // A default that is not a map was already reported with the definition.
      if !(isFilled && value.layer.isOfDefinition) { reportType(value, type) }
      return
    }
    let definition: EnumDefinition? =
      if case .enumeration(let name) = key { types.enumeration(name) } else { nil }
    let (members, unread) = (value.members ?? [], value.written.unreadKeys)
    let missing = definition.map { $0.names.without(members).without(unread) } ?? []
    var free: [String]?
    for member in members {
      if case .alias(let name) = key, !isAllowed(member.key, in: name) {
        let unused = free ?? aliases.sorted(name).without(members)
        free = unused
        report(
          .key, "unknown-alias-key", "Invalid key \"\(member.key)\" for type \(name)",
          at: member.keyNode,
          Expected(type: key, candidates: unused, name: member.key, list: \.foundStrings))
      }
      checkKey(member.key, member.keyNode, definition, missing) { checker in
        checker.check(member.value, as: item, isFilled: isFilled)
      }
    }
    for key in unread { checkKey(key.text ?? "", key, definition, missing) { _ in } }
    if let definition, needsCompleteMaps, !missing.isEmpty {
      reportMissing(missing, of: definition, in: value, item)
    }
  }

  /// Only a hint if the values are optional.
  private mutating func reportMissing(
    _ missing: [String], of definition: EnumDefinition, in value: MergedValue, _ item: VariableType
  ) {
    let list = missing.map { "\"\($0)\"" }.joined(separator: ", ")
    if item.isOption {
      let message = "no value for {\(list)} of \(definition.name): write null if that is intended"
      report(.incomplete, "partial-enum-map", message, at: value.written, Expected(severity: .hint))
    } else {
      report(
        .incomplete, "incomplete-enum-map",
        "Enum map \(definition.name) missing values for {\(list)}",
        at: value.written)
    }
  }

  private mutating func checkKey(
    _ key: String, _ node: LocatedValue, _ definition: EnumDefinition?, _ missing: [String],
    then checkValue: (inout ValueChecker) -> Void
  ) {
    let isVariant = definition?.hasVariant(key) ?? false
    at(isVariant ? .variant(definition?.name ?? "", key) : .key(key)) { checker in
      if let definition, !isVariant {
        checker.report(
          .key, "unknown-enum-key", "Invalid key \"\(key)\" for type \(definition.name)", at: node,
          Expected(type: .enumeration(definition.name), candidates: missing, name: key))
      }
      checkValue(&checker)
    }
  }

  private mutating func checkObject(
    _ value: MergedValue, _ type: VariableType, _ name: String, isFilled: Bool
  ) {
    guard value.kind == .object else { return reportType(value, type) }
    guard let definition = types.object(name) else { return }
    checkCompletion(of: value, name)
    at(.object(name)) {
      $0.checkMembers(
        of: value, definition.fields, omitted: definition.omittedNames, isFilled: isFilled)
      if $0.types.hasAliases { $0.checkAbsentFields(of: value, definition) }
    }
  }

  /// Reports the first object that apps would complete and virga does not, because it is one too
  /// many.
  private mutating func checkCompletion(of value: MergedValue, _ name: String) {
    guard !hasTooMany, let complete = types.completeObjects[name] else { return }
    guard !completion.add(complete.added(to: value.members ?? [])) else { return }
    hasTooMany = true
    let message = "\(ReadingFault.tooMany): this one and all later ones are left out"
    let problem = Problem(
      .error, "too-many-values", path: path.text, message, at: value.written.start)
    findings.append(ValueFinding(kind: .value, problem: problem, type: nil, candidates: []))
  }

  private mutating func checkAbsentFields(of value: MergedValue, _ definition: ObjectDefinition) {
    let present = Set(naming: (value.members ?? []).lazy.map(\.key))
    for field in definition.fields
    where !present.contains(field.name) && foundStrings.count < Self.maxFindings {
      guard let written = field.defaultValue, hasDisallowedString(written, as: field.type) else {
        continue
      }
      let message = "A valid value for \(field.name) of type \(field.type) is missing"
      let problem = Problem(
        .error, "missing-alias-field", path: path.text, message, at: value.written.start)
      foundStrings.append(
        ValueFinding(kind: .missing, problem: problem, type: field.type, candidates: []))
    }
  }

  private func hasDisallowedString(_ value: LocatedValue, as type: VariableType) -> Bool {
    switch type {
    case .alias(let name): value.string.map { !aliases.contains($0, in: name) } ?? false
    case .option(let inner): hasDisallowedString(value, as: inner)
    case .list(let item): value.elements.contains { hasDisallowedString($0, as: item) }
    case .map(.alias(let name), let item):
      value.members.contains {
        !aliases.contains($0.key, in: name) || hasDisallowedString($0.value, as: item)
      }
    case .map(_, let item): value.members.contains { hasDisallowedString($0.value, as: item) }
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .object: false
    }
  }

  private func isAllowed(_ text: String, in alias: String) -> Bool {
    declared.isSameName(as: alias) || aliases.contains(text, in: alias)
  }

  private mutating func reportType(
    _ value: MergedValue, _ type: VariableType, candidates: [String] = []
  ) {
    if let mistake = value.numberMistake { return reportNumber(mistake, type) }
    report(
      .value, "wrong-type", "Invalid value \(value.token) for type \(type)", at: value.written,
      Expected(type: type, candidates: candidates, name: value.written.text ?? ""))
  }

  /// Reports a number that is read as null or as a text, as one problem with the warning of the
  /// file's reader.
  private mutating func reportNumber(_ mistake: YAMLMistake, _ type: VariableType) {
    guard findings.count < Self.maxFindings else { return }
    let message = "Invalid value for type \(type): \(mistake.message)"
    let problem = Problem(
      .error, mistake.code, path: path.text, message, at: mistake.value.location)
    findings.append(
      ValueFinding(
        kind: .value, problem: problem.with(hint: mistake.hint), type: type, candidates: []))
  }

  private struct Expected {
    var severity = Problem.Severity.error
    var type: VariableType?
    /// The allowed names; `name` is the one written.
    var candidates: [String] = []
    var name = ""
    var list: WritableKeyPath<ValueChecker, [ValueFinding]> = \.findings
  }

  private mutating func report(
    _ kind: ValueFinding.Kind, _ code: Problem.Code, _ message: String, at written: LocatedValue,
    _ wanted: Expected = Expected()
  ) {
    guard self[keyPath: wanted.list].count < Self.maxFindings else { return }
    let meant = MeantText(wanted.name)
    let replacement = meant?.replacement(
      for: wanted.type, among: wanted.candidates, isPlain: written.isPlainText)
    let foreign = replacement.flatMap { meant?.hint(writing: $0) }
    let hint =
      givesHints ? foreign ?? Hints.didYouMean(wanted.candidates, for: wanted.name) : foreign
    let problem = Problem(wanted.severity, code, path: path.text, message, at: written.location)
      .with(hint: hint).with(replacement: replacement)
    self[keyPath: wanted.list].append(
      ValueFinding(kind: kind, problem: problem, type: wanted.type, candidates: wanted.candidates))
  }

  private static let maxFindings = 1000
}

extension [String] {
  func without(_ keys: [LocatedValue]) -> [String] {
    guard !keys.isEmpty else { return self }
    let used = Set(naming: keys.lazy.compactMap(\.text))
    return filter { !used.contains($0) }
  }

  func without(_ members: [MergedMember]) -> [String] {
    let used = Set(naming: members.lazy.map(\.key))
    return filter { !used.contains($0) }
  }
}

extension MergedValue {
  var kind: LocatedValue.Kind { members == nil ? written.kind : .object }

  /// What is wrong with a number in YAML that is read as another kind of value; nil for other
  /// values.
  var numberMistake: YAMLMistake? { members == nil ? written.numberMistake : nil }

  /// The elements of an array.
  var elements: [MergedValue] { written.elements.map { MergedValue($0, layer: layer) } }

  /// The value as messages write it: scalars as JSON, arrays as `[…]`, objects as `{…}`.
  var token: String {
    switch kind {
    case .array: "[…]"
    case .object: "{…}"
    case .string: "\"\((written.text ?? "").shortened(to: 80))\""
    default: written.json.compact
    }
  }
}

extension LocatedValue {
  /// A number as the file has it, which is easier to find there than another spelling; shortened.
  var numberAsWritten: String { (text ?? "").shortened(to: 80) }
}

extension MergedMember {
  fileprivate var keyNode: LocatedValue {
    value.written.isAbsent ? value.written : value.written.keyOfMember
  }
}

extension VariableType {
  /// JSON texts to start a value of this type with.
  package var placeholders: [String] {
    switch self {
    case .boolean: ["false", "true"]
    case .int, .double: ["0"]
    case .string, .text, .image: ["\"\""]
    case .list: ["[]"]
    case .object, .map: ["{}"]
    case .enumeration, .alias: []
    case .option(let inner): inner.placeholders
    }
  }
}
