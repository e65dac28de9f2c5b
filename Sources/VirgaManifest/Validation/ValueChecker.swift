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
  /// Whether to warn of numbers that an `Int` allows and apps cannot read: true for configs.
  var warnsOfUnreadableInts = false
  /// Whether to make suggestions; false for the defaults in definitions of objects and variables.
  var givesHints = true
  /// The strings that each alias allows.
  var aliases = AliasSets()
  var path: ValuePath
  /// What is wrong, except for strings of aliases.
  private(set) var findings: [ValueFinding] = []
  /// Strings outside the set of their alias, also those of a set that is unknown; see
  /// ``aliasFindings``.
  ///
  /// Not in ``findings``, because it takes all values to find out which sets are unknown.
  /// Rule: VirgaManifest/StringAliases.
  private var allAliasFindings: [ValueFinding] = []
  /// The aliases whose sets are unknown, because the variables that define them have errors.
  private(set) var brokenAliases: Set<Name> = []
  /// The alias that the current variable declares: its strings define the set, so they are allowed.
  private var declaredAlias: String?
  /// How many values apps may still create to complete objects.
  private let completionBudget = CompletionBudget()
  private var hasReportedTooMany = false

  /// A checker of values below `path`, which has found nothing yet.
  ///
  /// - Parameter needsCompleteMaps: Whether a map from an enum must have every variant: true for
  ///   manifests, false for configs.
  init(types: TypeTable, path: ValuePath, needsCompleteMaps: Bool) {
    self.types = types
    self.path = path
    self.needsCompleteMaps = needsCompleteMaps
  }

  /// The findings for strings that their alias does not allow.
  ///
  /// An alias in `brokenAliases` has none: the variable that defines its strings has an error, so
  /// they are unknown.
  var aliasFindings: [ValueFinding] {
    guard !brokenAliases.isEmpty else { return allAliasFindings }
    return allAliasFindings.filter { finding in
      // The type is never nil here: each of these findings has one.
      !brokenAliases.contains { alias in finding.type?.mentions(alias: alias.text) ?? false }
    }
  }

  /// Checks the value of a variable or field.
  ///
  /// The value of a variable with a `string-alias` defines the strings that the alias allows; if
  /// the value has an error, the alias is recorded as broken, because its strings are unknown then.
  ///
  /// - Parameter skipsReportedMapDefaults: Whether to skip a map whose default in its definition is
  ///   not an object, such as null: `SchemaChecker.checkMapDefault` has reported it.
  mutating func check(
    _ value: MergedValue, of variable: Variable, skipsReportedMapDefaults: Bool = false
  ) {
    // While the value is checked, the alias that the variable declares allows any string. Fields of
    // an object in the value are checked by this function too, with their own alias.
    let outerAlias = declaredAlias
    declaredAlias = variable.stringAlias
    defer { declaredAlias = outerAlias }
    let countBefore = findings.count
    extendingPath(by: .name(variable.name)) { checker in
      checker.check(value, as: variable.type, skipsReportedMapDefaults: skipsReportedMapDefaults)
    }
    guard let alias = variable.stringAlias else { return }
    let hasError = findings[countBefore...].contains { $0.problem.severity == .error }
    if hasError { brokenAliases.insert(Name(alias)) }
  }

  /// Checks a value and everything in it.
  ///
  /// - Parameter skipsReportedMapDefaults: Whether to skip a map whose default in its definition is
  ///   not an object, such as null: `SchemaChecker.checkMapDefault` has reported it. That does not
  ///   look into options and lists, so maps in them are never skipped.
  mutating func check(
    _ value: MergedValue, as type: VariableType, skipsReportedMapDefaults: Bool = false
  ) {
    switch type {
    case .string, .text, .image: if value.kind != .string { reportType(value, type) }
    case .int, .double:
      // An `Int` allows every number, also one that apps cannot read as an integer.
      if value.kind != .integer, value.kind != .number { reportType(value, type) }
      if warnsOfUnreadableInts, type == .int { warnOfUnreadableInt(value) }
    case .boolean: if value.kind != .boolean { reportType(value, type) }
    case .alias(let name): checkAliasString(value, type, name)
    case .enumeration(let name): checkVariant(value, type, name)
    case .option(let inner):
      if value.kind != .null { check(value, as: inner) }
    case .list(let item):
      guard value.kind == .array else { return reportType(value, type) }
      for (index, element) in value.elements.enumerated() {
        extendingPath(by: .index(index)) { checker in checker.check(element, as: item) }
      }
    case .map(let key, let item):
      guard value.kind == .object else {
        let isReportedAlready = skipsReportedMapDefaults && isDefaultOfOwnDefinition(value)
        if !isReportedAlready { reportType(value, type) }
        return
      }
      checkMap(value, key, item, skipsReportedMapDefaults: skipsReportedMapDefaults)
    case .object(let name):
      checkObject(value, type, name, skipsReportedMapDefaults: skipsReportedMapDefaults)
    }
  }

  /// Checks the members of a feature's config or of an object, and reports unknown names.
  ///
  /// - Parameters:
  ///   - brokenNames: The names of variables with mistakes in their definitions; they are not
  ///     reported as unknown.
  ///   - skipsReportedMapDefaults: Whether to skip a map whose default in its definition is not an
  ///     object, such as null: `SchemaChecker.checkMapDefault` has reported it.
  mutating func checkMembers(
    of value: MergedValue, _ variables: [Variable], brokenNames: [String],
    skipsReportedMapDefaults: Bool = false
  ) {
    let members = value.members ?? []
    let keysOfUnreadableValues = value.written.keysOfUnreadableValues
    // The names that the object does not have yet, without hidden ones such as `_internal`:
    // suggestions for unknown names. Computed for the first of these.
    lazy var unusedNames = variables.map(\.name).filter(Hints.isSuggested)
      .without(members).without(keysOfUnreadableValues)
    for member in members {
      if let index = variables.position(of: member.key, by: \.name) {
        check(
          member.value, of: variables[index], skipsReportedMapDefaults: skipsReportedMapDefaults)
      } else if !brokenNames.containsName(member.key) {
        reportUnknown(member.key, at: member.keyNode, candidates: unusedNames)
      }
    }
    // Members whose values could not be parsed have no value to check, only a name.
    for key in keysOfUnreadableValues {
      let name = key.text ?? ""
      let isVariable = variables.position(of: name, by: \.name) != nil
      if !isVariable, !brokenNames.containsName(name) {
        reportUnknown(name, at: key, candidates: unusedNames)
      }
    }
  }

  /// Reports a name that is not that of a variable or field; `candidates` are the names that may be
  /// meant.
  private mutating func reportUnknown(
    _ name: String, at key: LocatedValue, candidates: [String]
  ) {
    report(
      .property, "unknown-property", "Invalid property \"\(name)\"", at: key,
      FindingDetails(candidates: candidates, writtenName: name))
  }

  /// Warns of a number that an `Int` allows but that an app cannot read as one: `7.5`, `1e30`, and
  /// on Android `3.0` (Rule: VirgaSDK/TypedGetters).
  private mutating func warnOfUnreadableInt(_ value: MergedValue) {
    // A value that is not a number is reported as one of the wrong type.
    guard let number = value.written.json.doubleValue else { return }
    let integer = value.written.json.integerValue
    let isReadable = value.kind == .integer && integer != nil
    if isReadable { return }
    let consequence = consequenceOfUnreadableValue
    let written = value.written.numberAsWritten
    let isWhole = number.rounded() == number
    let message =
      if let integer {
        "\(written) is \(integer) on iOS but not an Int on Android, where \(consequence)"
      } else if isWhole {
        "\(written) is too large for an Int: \(consequence)"
      } else {
        "\(written) is not a whole number: \(consequence)"
      }
    // A warning, because an `Int` allows the number.
    report(
      .value, "no-int-for-apps", message, at: value.written, FindingDetails(severity: .warning))
  }

  /// What apps do with the value at the current path if they cannot read it, for messages.
  private var consequenceOfUnreadableValue: String {
    switch path.destination {
    case .entry: "apps take the map's default for this key, or leave it out"
    case .element: "apps leave it out"
    case .other: "apps take their default instead"
    }
  }

  /// Checks that a value is a string that the alias `name` allows.
  ///
  /// A string that it does not allow is recorded in ``allAliasFindings``, not in ``findings``: the
  /// finding does not count if the variable that defines the strings turns out to have an error.
  private mutating func checkAliasString(
    _ value: MergedValue, _ type: VariableType, _ name: String
  ) {
    let strings = aliases.strings(ofAlias: name)
    guard let text = value.written.string else {
      return reportType(value, type, candidates: strings)
    }
    guard !isAllowed(text, in: name) else { return }
    report(
      .value, "unknown-alias-value", "Invalid value \(value.inMessages) for type \(name)",
      at: value.written,
      FindingDetails(
        type: type, candidates: strings, writtenName: text, recordedIn: \.allAliasFindings))
  }

  /// Checks that a value is a variant of the enum `name`.
  private mutating func checkVariant(_ value: MergedValue, _ type: VariableType, _ name: String) {
    // Nil for an undefined enum, which is reported where the manifest uses it.
    guard let definition = types.enumeration(name) else { return }
    // A number that is too large, such as `1e999`, is read as a text, but is not a name.
    let isName = value.kind == .string && value.numberMistake == nil
    if !isName {
      reportType(value, type, candidates: definition.names)
    } else if let text = value.written.text, !definition.hasVariant(text) {
      report(
        .value, "unknown-variant", "Invalid value \(value.inMessages) for type \(type)",
        at: value.written,
        FindingDetails(type: type, candidates: definition.names, writtenName: text))
    }
  }

  /// Checks the keys and the values of a map, and whether it has all variants of an enum of keys:
  /// the merged values of a manifest must (`needsCompleteMaps`), a config need not.
  ///
  /// - Parameters:
  ///   - item: The type of the values.
  ///   - skipsReportedMapDefaults: Whether to skip a map whose default in its definition is not an
  ///     object, such as null: `SchemaChecker.checkMapDefault` has reported it.
  private mutating func checkMap(
    _ value: MergedValue, _ keyType: VariableType, _ item: VariableType,
    skipsReportedMapDefaults: Bool
  ) {
    let members = value.members ?? []
    let keysOfUnreadableValues = value.written.keysOfUnreadableValues
    let enumOfKeys = enumOfKeys(of: keyType)
    // The variants of the enum that the map does not have; none for a map from something else.
    let missing = enumOfKeys.map { $0.names.without(members).without(keysOfUnreadableValues) } ?? []
    // Computed for the first key that the alias of the keys does not allow.
    var unusedStrings: [String]?
    for member in members {
      if case .alias(let name) = keyType {
        checkAliasKey(of: member, name, among: members, &unusedStrings)
      }
      checkEntry(member.key, member.keyNode, enumOfKeys, missing) { checker in
        checker.check(member.value, as: item, skipsReportedMapDefaults: skipsReportedMapDefaults)
      }
    }
    // Entries whose values could not be parsed have no value to check, only a key. A key that is a
    // list or an object has no text.
    for key in keysOfUnreadableValues {
      checkEntry(key.text ?? "", key, enumOfKeys, missing) { _ in }
    }
    if let enumOfKeys, needsCompleteMaps, !missing.isEmpty {
      reportMissing(missing, of: enumOfKeys, in: value, item)
    }
  }

  /// The enum that a map is from; nil for a map with other keys, and for an unknown enum, which is
  /// reported elsewhere.
  private func enumOfKeys(of keyType: VariableType) -> EnumDefinition? {
    guard case .enumeration(let name) = keyType else { return nil }
    return types.enumeration(name)
  }

  /// Whether a value is the default in the definition of its variable or field.
  ///
  /// The default of a variable that sets a field of an object is not the field's own default.
  private func isDefaultOfOwnDefinition(_ value: MergedValue) -> Bool {
    path.isInObject ? value.layer == .objectDefault : value.layer.isDefaultInDefinition
  }

  /// Reports the key of a map's entry if the alias `name` does not allow it.
  ///
  /// The finding is added to ``allAliasFindings``, not to ``findings``: it does not count if
  /// the variable that defines the strings turns out to have an error.
  ///
  /// - Parameter unusedStrings: The strings of the alias that the map, with `members`, does not
  ///   have: suggestions. Nil until they are computed for the first wrong key.
  private mutating func checkAliasKey(
    of member: MergedMember, _ name: String, among members: [MergedMember],
    _ unusedStrings: inout [String]?
  ) {
    guard !isAllowed(member.key, in: name) else { return }
    let candidates = unusedStrings ?? aliases.strings(ofAlias: name).without(members)
    unusedStrings = candidates
    report(
      .key, "unknown-alias-key", "Invalid key \"\(member.key)\" for type \(name)",
      at: member.keyNode,
      FindingDetails(
        type: .alias(name), candidates: candidates, writtenName: member.key,
        recordedIn: \.allAliasFindings))
  }

  /// Reports the variants that a map from an enum lacks: an error, or a hint if its values may be
  /// null.
  private mutating func reportMissing(
    _ missing: [String], of definition: EnumDefinition, in value: MergedValue, _ item: VariableType
  ) {
    let quotedNames = missing.map { "\"\($0)\"" }
    let list = quotedNames.joined(separator: ", ")
    if item.isOption {
      let message = "no value for {\(list)} of \(definition.name): write null if that is intended"
      report(
        .incomplete, "partial-enum-map", message, at: value.written, FindingDetails(severity: .hint)
      )
    } else {
      report(
        .incomplete, "incomplete-enum-map",
        "Enum map \(definition.name) missing values for {\(list)}",
        at: value.written)
    }
  }

  /// Checks that the key of a map's entry is a variant, if the map is from an enum, and calls
  /// `checkValue` at the path of the entry: `[Side#left]` for a variant, `['left']` for any other
  /// key.
  ///
  /// - Parameters:
  ///   - node: Where the key is written.
  ///   - enumOfKeys: The enum that the map is from; nil for other maps.
  ///   - missing: The variants that the map lacks: suggestions for a wrong key.
  private mutating func checkEntry(
    _ key: String, _ node: LocatedValue, _ enumOfKeys: EnumDefinition?, _ missing: [String],
    _ checkValue: (inout ValueChecker) -> Void
  ) {
    guard let enumOfKeys else { return extendingPath(by: .key(key), checkValue) }
    if enumOfKeys.hasVariant(key) {
      return extendingPath(by: .variant(enumOfKeys.name, key), checkValue)
    }
    extendingPath(by: .key(key)) { checker in
      checker.report(
        .key, "unknown-enum-key", "Invalid key \"\(key)\" for type \(enumOfKeys.name)", at: node,
        FindingDetails(type: .enumeration(enumOfKeys.name), candidates: missing, writtenName: key))
      checkValue(&checker)
    }
  }

  /// Checks an object of the type `name`.
  ///
  /// A member named in `brokenNames` is not reported as unknown: the definition of its field is
  /// broken.
  ///
  /// - Parameter skipsReportedMapDefaults: Whether to skip a map whose default in its definition is
  ///   not an object, such as null: `SchemaChecker.checkMapDefault` has reported it.
  private mutating func checkObject(
    _ value: MergedValue, _ type: VariableType, _ name: String, skipsReportedMapDefaults: Bool
  ) {
    guard value.kind == .object else { return reportType(value, type) }
    // Nil for an undefined type, which is reported where the manifest uses it.
    guard let definition = types.object(name) else { return }
    checkLimitOfAddedFields(of: value, name)
    extendingPath(by: .object(name)) { checker in
      checker.checkMembers(
        of: value, definition.fields, brokenNames: definition.brokenNames,
        skipsReportedMapDefaults: skipsReportedMapDefaults)
      if checker.types.hasAliases { checker.checkAliasesInAbsentFields(of: value, definition) }
    }
  }

  /// Counts the values that apps add to an object of the type `name` to complete it, and reports
  /// the first object with which all counts together exceed the limit of `completionBudget`.
  ///
  /// A type that no app can create has no complete object (nil). Rule: VirgaManifest/Limits.
  private mutating func checkLimitOfAddedFields(of value: MergedValue, _ name: String) {
    guard !hasReportedTooMany, let complete = types.completeObjects[name] else { return }
    let addedCount = complete.addedCount(completing: value.members ?? [])
    let isWithinLimit = completionBudget.add(addedCount)
    guard !isWithinLimit else { return }
    hasReportedTooMany = true
    let message = "\(ReadingFault.tooManyValues): this one and all later ones are left out"
    let problem = Problem(
      .error, "too-many-values", path: path.text, message, at: value.written.startLocation)
    findings.append(ValueFinding(kind: .value, problem: problem, type: nil, candidates: []))
  }

  /// Reports the fields that an object leaves out and whose own default has a string that its alias
  /// does not allow.
  private mutating func checkAliasesInAbsentFields(
    of value: MergedValue, _ definition: ObjectDefinition
  ) {
    let present = Set(naming: (value.members ?? []).lazy.map(\.key))
    for field in definition.fields where !present.contains(field.name) {
      // Each of many objects may leave out the same field: not all of them are reported.
      guard allAliasFindings.count < Self.maximumFindings else { return }
      guard let written = field.defaultValue, hasDisallowedString(written, as: field.type) else {
        continue
      }
      let message = "A valid value for \(field.name) of type \(field.type) is missing"
      let problem = Problem(
        .error, "missing-alias-field", path: path.text, message, at: value.written.startLocation)
      allAliasFindings.append(
        ValueFinding(kind: .missing, problem: problem, type: field.type, candidates: []))
    }
  }

  /// Whether a value has a string or a key that its alias does not allow.
  ///
  /// Objects in the value are not searched. A part of a wrong type has no such string.
  private func hasDisallowedString(_ value: LocatedValue, as type: VariableType) -> Bool {
    switch type {
    case .alias(let name): value.string.map { !aliases.allows($0, inAlias: name) } ?? false
    case .option(let inner): hasDisallowedString(value, as: inner)
    case .list(let item): value.elements.contains { hasDisallowedString($0, as: item) }
    case .map(.alias(let name), let item):
      value.members.contains { entry in
        !aliases.allows(entry.key, inAlias: name) || hasDisallowedString(entry.value, as: item)
      }
    case .map(_, let item):
      value.members.contains { entry in hasDisallowedString(entry.value, as: item) }
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .object: false
    }
  }

  /// Whether an alias allows a string; the variable that declares the alias may have any.
  private func isAllowed(_ text: String, in alias: String) -> Bool {
    declaredAlias.isSameName(as: alias) || aliases.allows(text, inAlias: alias)
  }

  /// Reports a value of the wrong type at the location where it was written.
  ///
  /// A number that JSON does not have, such as `1e999`, has a `numberMistake`, which is reported
  /// instead.
  ///
  /// `candidates` are the names that the type allows, such as the variants of an enum.
  private mutating func reportType(
    _ value: MergedValue, _ type: VariableType, candidates: [String] = []
  ) {
    if let mistake = value.numberMistake { return reportNumber(mistake, type) }
    report(
      .value, "wrong-type", "Invalid value \(value.inMessages) for type \(type)", at: value.written,
      FindingDetails(type: type, candidates: candidates, writtenName: value.written.text ?? ""))
  }

  /// Reports a number that YAML reads as null, such as `.inf`, or as a text, such as `1e999`.
  ///
  /// The location and the code are those of the warning that the file's reader gives, so that this
  /// error and the warning count as one problem.
  private mutating func reportNumber(_ mistake: YAMLMistake, _ type: VariableType) {
    guard findings.count < Self.maximumFindings else { return }
    let message = "Invalid value for type \(type): \(mistake.message)"
    let location = mistake.value.location
    let problem = Problem(.error, mistake.code, path: path.text, message, at: location)
      .with(hint: mistake.hint)
    findings.append(ValueFinding(kind: .value, problem: problem, type: type, candidates: []))
  }

  /// What a finding has besides its message: its severity, where it is recorded, and for
  /// suggestions and corrections, what was written and what it should have been.
  private struct FindingDetails {
    var severity = Problem.Severity.error
    /// The expected type; nil for a name.
    var type: VariableType?
    /// The allowed names.
    var candidates: [String] = []
    /// The name that was written instead.
    var writtenName = ""
    /// The list in which the finding is recorded.
    var recordedIn: WritableKeyPath<ValueChecker, [ValueFinding]> = \.findings
  }

  /// Records a finding in the list `details.recordedIn`, unless that has too many already.
  ///
  /// The finding suggests what to write instead: a text that is known to be right, such as `"left"`
  /// for `“left”`, or else allowed names that are similar.
  private mutating func report(
    _ kind: ValueFinding.Kind, _ code: Problem.Code, _ message: String, at written: LocatedValue,
    _ details: FindingDetails = FindingDetails()
  ) {
    guard self[keyPath: details.recordedIn].count < Self.maximumFindings else { return }
    // Nil if the text has no characters that look like ASCII ones, such as typographic quotes.
    let lookalikes = LookalikeText(details.writtenName)
    // Nil if such characters do not explain what is wrong. A text without quotes (`isPlain`) may
    // also be a key with its value, as `enabled：true`, or several items.
    let replacement = lookalikes?.replacement(
      for: details.type, among: details.candidates, isPlain: written.isPlainText)
    let replacementHint = replacement.flatMap { lookalikes?.hint(writing: $0) }
    let hint = replacementHint ?? similarNamesHint(details)
    let problem = Problem(details.severity, code, path: path.text, message, at: written.location)
      .with(hint: hint).with(replacement: replacement)
    var finding = ValueFinding(
      kind: kind, problem: problem, type: details.type, candidates: details.candidates)
    // `"true"` for a Boolean gives `true`; nil if the text is not a Boolean or number of the type.
    if written.kind == .string {
      finding.unquoted = LookalikeText.booleanOrNumber(details.writtenName, of: details.type)
    }
    self[keyPath: details.recordedIn].append(finding)
  }

  /// A hint with the allowed names that are similar to the written one; nil if there are none, or
  /// if this checker makes no suggestions.
  private func similarNamesHint(_ details: FindingDetails) -> String? {
    guard givesHints else { return nil }
    return Hints.didYouMean(details.candidates, for: details.writtenName)
  }

  /// The maximum number of findings of each kind, for a text with a mistake in every line.
  private static let maximumFindings = 1000
}

extension [String] {
  /// The names that are not among `keys`.
  func without(_ keys: [LocatedValue]) -> [String] {
    guard !keys.isEmpty else { return self }
    let used = Set(naming: keys.lazy.compactMap(\.text))
    return filter { name in !used.contains(name) }
  }

  /// The names that are not keys of `members`.
  func without(_ members: [MergedMember]) -> [String] {
    let used = Set(naming: members.lazy.map(\.key))
    return filter { name in !used.contains(name) }
  }
}

extension MergedValue {
  /// The kind of JSON value: an object if it has members, else what was written.
  var kind: LocatedValue.Kind { members == nil ? written.kind : .object }

  /// What is wrong with a number in YAML that is read as another kind of value; nil for other
  /// values.
  var numberMistake: YAMLMistake? { members == nil ? written.numberMistake : nil }

  /// The elements of an array.
  var elements: [MergedValue] {
    written.elements.map { element in MergedValue(element, layer: layer) }
  }

  /// The value as messages write it: scalars as JSON, arrays as `[…]`, objects as `{…}`.
  var inMessages: String {
    switch kind {
    case .array: "[…]"
    case .object: "{…}"
    case .string: "\"\(written.shortText)\""
    default: written.json.compact
    }
  }
}

extension LocatedValue {
  /// A number as the file has it, which is easier to find there than another spelling; shortened.
  var numberAsWritten: String { shortText }

  /// The text of a scalar, shortened for a message.
  fileprivate var shortText: String {
    let maxShownLength = 80
    return (text ?? "").shortened(to: maxShownLength)
  }
}

extension MergedMember {
  /// Where the key was written; for a value that was not written, where its definition is.
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
    // The names that these types allow are suggested instead.
    case .enumeration, .alias: []
    case .option(let inner): inner.placeholders
    }
  }
}
