import VirgaExperiments
import VirgaJSON
import VirgaSource

extension SchemaChecker {
  /// Checks that the type of an object's field allows the field's default; a missing one counts as
  /// null.
  mutating func checkDefault(of field: Variable, in object: ObjectDefinition) {
    let path = "objects/\(object.name).\(field.name)"
    let value = field.defaultOrNull
    checkMapDefault(value, field.type, path: path)
    // A map may lack variants here: features can add them, and their merged defaults are checked.
    var checker = ValueChecker(types: types, path: ValuePath(path), needsCompleteMaps: false)
    // Only the values of features get suggestions of similar names, which take time to find.
    checker.givesHints = false
    // `checkMapDefault` has reported a map that is not an object.
    checker.check(
      MergedValue(value, layer: .variableDefault), as: field.type, skipsReportedMapDefaults: true)
    add(checker.findings.map(\.problem))
  }

  /// Reports the default of a map, or of a map inside it, that is not an object.
  ///
  /// Before anything is merged over a map, the objects in it get their missing members. That needs
  /// an object, so even null is an error.
  mutating func checkMapDefault(
    _ value: LocatedValue, _ type: VariableType, path: @autoclosure () -> String
  ) {
    guard case .map(_, let item) = type else { return }
    guard value.kind == .object else {
      return report(
        .error, "map-without-default", path: path(),
        "a \(type) needs an object as default, such as `{}`, found \(value.kind.words)",
        at: value.location)
    }
    guard item.isMap else { return }
    for member in value.members {
      checkMapDefault(member.value, item, path: "\(path())['\(member.key)']")
    }
  }

  /// Warns of names that are not variables of the feature in its default blocks, and in those that
  /// importing modules add to it.
  mutating func checkNamesInBlocks(of feature: FeatureDefinition) {
    for block in feature.blocks + feature.additions.flatMap(\.blocks) {
      for member in block.value.members {
        // The name of a variable that is too broken to read is known too.
        let isKnown =
          feature.variable(member.key) != nil || feature.brokenNames.containsName(member.key)
        if !isKnown { reportUnknownVariable(member, of: feature) }
      }
    }
  }

  /// Warns of a member of a default block that is not a variable, with a hint at what may be meant.
  private mutating func reportUnknownVariable(
    _ member: LocatedMember, of feature: FeatureDefinition
  ) {
    let problem = Problem(
      .warning, "dropped-name", path: "features/\(feature.id)",
      "the feature has no variable `\(member.key)`; the value is ignored",
      at: member.keyNode.location)
    let comparedNames = feature.variables.prefix(Hints.maximumCompared).map(\.name)
    let similarNameHint = NameSuggestions.hint(for: member.key, among: comparedNames)
    // Without a similar name, the key may be meant for a map that is a variable.
    add([problem.with(hint: similarNameHint ?? mapHint(for: member.key, in: feature))])
  }

  /// A hint for a name that is a key of a map, written one level too high: `{news: true}` instead
  /// of `{sections: {news: true}}`, if `sections` is a map from an enum with the variant `news`;
  /// nil if there is no such map.
  private func mapHint(for name: String, in feature: FeatureDefinition) -> String? {
    let map = feature.variables.first { variable in
      guard case .map(.enumeration(let key), _) = variable.type else { return false }
      return types.enumeration(key)?.hasVariant(name) == true
    }
    return map.map { "put it under `\($0.name)`" }
  }

  /// Checks the values of examples against their types, as in a config.
  ///
  /// Strings of aliases are not checked here, because the allowed ones depend on the channel:
  /// findings about them are not in `findings`.
  mutating func checkExamples(of feature: FeatureDefinition) {
    for example in feature.examples {
      // An example is a partial config, so its maps may lack variants.
      var checker = ValueChecker(
        types: types, path: ValuePath("features/\(feature.id)"), needsCompleteMaps: false)
      checker.path.push(.example(example.name))
      // The layer does not matter: the checker only asks whether it is that of a default.
      checker.checkMembers(
        of: MergedValue(example.value, layer: .edit), feature.variables,
        brokenNames: feature.brokenNames)
      add(checker.findings.map(\.problem))
    }
  }

  /// Checks that each alias is declared once, by a variable whose type contains it, and that every
  /// alias that the feature uses is declared (Rule: VirgaManifest/StringAliases).
  mutating func checkAliases(of feature: FeatureDefinition) {
    guard types.hasAliases else { return }
    checkAliasDeclarations(of: feature)
    let declared = Set(naming: feature.variables.compactMap(\.stringAlias))
    // Several variables may have the same object, which is searched once.
    var seenObjects: Set<Name> = []
    for variable in feature.variables {
      reportUndeclaredAliases(
        usedBy: variable, path: "features/\(feature.id)", feature, declared, &seenObjects)
    }
  }

  /// Reports aliases that are declared twice or by a variable whose type does not contain them.
  private mutating func checkAliasDeclarations(of feature: FeatureDefinition) {
    var seen: Set<Name> = []
    for variable in feature.variables {
      guard let alias = variable.stringAlias else { continue }
      var path: String { "features/\(feature.id)/\(variable.name)" }
      let isNew = seen.insert(alias)
      if !isNew {
        report(
          .error, "alias-declared-twice", path: path,
          "the string alias `\(alias)` can be declared only once per feature", at: variable.location
        )
      } else if !variable.type.mentions(alias: alias) {
        report(
          .error, "alias-not-in-type", path: path,
          "the string alias `\(alias)` must be part of the type of `\(variable.name)`, which is \(variable.type)",
          at: variable.typeNode.location)
      }
    }
  }

  /// Reports the aliases in the type of a variable, and in the fields of the objects in it, that
  /// the feature does not declare; each object is searched once.
  ///
  /// - Parameters:
  ///   - variable: A variable of the feature, or a field of an object in one.
  ///   - path: The path of a problem with it.
  ///   - declared: The aliases that the feature declares.
  private mutating func reportUndeclaredAliases(
    usedBy variable: Variable, path: @autoclosure () -> String, _ feature: FeatureDefinition,
    _ declared: Set<Name>, _ seenObjects: inout Set<Name>
  ) {
    variable.type.visitTypeAndParts { part in
      guard case .alias(let name) = part, !declared.contains(name) else { return }
      report(
        .error, "alias-not-declared", path: path(),
        "the string alias `\(name)` has not been defined by the feature `\(feature.id)`",
        at: variable.typeNode.location
      )
    }
    for name in variable.type.objectNames where seenObjects.insert(name) {
      for field in types.object(name)?.fields ?? [] {
        reportUndeclaredAliases(
          usedBy: field, path: "objects/\(name)", feature, declared, &seenObjects)
      }
    }
  }

  /// Reports objects that contain themselves.
  mutating func reportCycles() {
    var search = ObjectCycles(types)
    for cycle in search.all() {
      let names = cycle.names.joined(separator: " → ")
      report(
        .error, "recursive-object", path: "objects/\(cycle.object)/\(cycle.field.name)",
        "the object contains itself: \(names); put a List, Map or Option in between",
        at: cycle.field.typeNode.location)
    }
  }

  /// Reports objects with too many fields or levels as errors, and warns of those that no app can
  /// create.
  ///
  /// Apps give the objects in a list all their fields. If the default of the field `children` of
  /// `Node` is `[{}]`, with a `Node` in the list, that one has `children` too, and so on.
  mutating func reportImpossibleDefaults() {
    for name in types.oversizedObjects {
      report(
        .error, "object-too-large", path: "objects/\(name)",
        "the object has more than \(ObjectFilling.maximumValueCount) fields, nested ones included, or too many levels",
        at: types.object(name)?.location)
    }
    for name in types.impossibleObjects {
      report(
        .warning, "endless-default", path: "objects/\(name)",
        "the default of the object contains itself, or more than \(ObjectFilling.maximumValueCount) values: an app cannot create it",
        at: types.object(name)?.location)
    }
  }
}

extension VariableType {
  /// The names of the objects in the type: `Card` for `Map<String, List<Card>>`.
  fileprivate var objectNames: [String] {
    var names: [String] = []
    visitTypeAndParts { part in
      if case .object(let name) = part { names.append(name) }
    }
    return names
  }

  /// Whether the type is a map itself; an option of a map is not.
  var isMap: Bool {
    if case .map = self { true } else { false }
  }
}

/// Finds objects that contain themselves without a list, map or option between, each cycle once.
private struct ObjectCycles {
  struct Cycle {
    /// The object and its field that close the cycle.
    var object: String
    var field: Variable
    /// The objects around the cycle: `["Card", "Image", "Card"]`.
    var names: [String]
  }

  private let types: TypeTable
  /// The objects whose fields have all been searched.
  private var searchedObjects: Set<Name> = []
  /// The objects on the way to the current one, each in a field of the one before.
  private var trail: [String] = []
  private var cycles: [Cycle] = []

  init(_ types: TypeTable) { self.types = types }

  /// The cycles of all objects, in the order in which they are found.
  mutating func all() -> [Cycle] {
    for object in types.objects { searchFields(of: object) }
    return cycles
  }

  /// Searches the fields of an object for cycles, depth first.
  ///
  /// `trail` has the names of the objects around it: with `[A, B]`, a field of the type `A` in `B`
  /// closes the cycle `A → B → A`.
  private mutating func searchFields(of object: ObjectDefinition) {
    guard !searchedObjects.contains(object.name) else { return }
    // Objects nested more deeply are reported as too large.
    guard trail.count < LocatedDocument.maxDepth else { return }
    trail.append(object.name)
    for field in object.fields {
      guard case .object(let inner) = field.type, let definition = types.object(inner) else {
        continue
      }
      let cycleStart = trail.firstIndex { name in name.isSameName(as: inner) }
      if let cycleStart {
        // The objects before it are not in the cycle.
        let names = trail[cycleStart...] + [inner]
        cycles.append(Cycle(object: object.name, field: field, names: Array(names)))
      } else {
        searchFields(of: definition)
      }
    }
    trail.removeLast()
    searchedObjects.insert(object.name)
  }
}
