import VirgaJSON
import VirgaSource

extension SchemaChecker {
  /// Checks where a feature declares its string aliases and where it uses them.
  mutating func checkAliases(of feature: FeatureDefinition) {
    guard types.hasAliases else { return }
    var declared: NameSet = []
    for variable in feature.variables {
      guard let alias = variable.stringAlias else { continue }
      let path = "features/\(feature.id)/\(variable.name)"
      if !declared.insert(alias) {
        report(
          .error, "alias-declared-twice", path: path, "the string alias `\(alias)` can be declared once per feature",
          at: variable.location)
      } else if !variable.type.mentions(alias: alias) {
        report(
          .error, "alias-not-in-type", path: path,
          "the string alias `\(alias)` must be part of the type of `\(variable.name)`, which is \(variable.type)",
          at: variable.typeNode.location)
      }
    }
    var seen: NameSet = []
    for variable in feature.variables {
      checkUse(of: variable, path: "features/\(feature.id)", feature, declared, &seen)
    }
  }

  private mutating func checkUse(
    of variable: Variable, path: String, _ feature: FeatureDefinition, _ declared: NameSet, _ seen: inout NameSet
  ) {
    var objects: [String] = []
    variable.type.visitParts { part in
      if case .object(let name) = part { objects.append(name) }
      guard case .alias(let name) = part, !declared.contains(name) else { return }
      report(
        .error, "alias-not-declared", path: path,
        "the string alias `\(name)` has not been defined by the feature `\(feature.id)`",
        at: variable.typeNode.location)
    }
    for name in objects where seen.insert(name) {
      for field in types.object(name)?.fields ?? [] {
        checkUse(of: field, path: "objects/\(name)", feature, declared, &seen)
      }
    }
  }

  /// Objects that contain themselves, directly or through others, would never end.
  mutating func reportCycles() {
    var finder = ObjectCycles(types)
    for cycle in finder.all() {
      let names = cycle.names.joined(separator: " → ")
      report(
        .error, "recursive-object", path: "objects/\(cycle.object)/\(cycle.field.name)",
        "the object contains itself: \(names); put a List, Map or Option between", at: cycle.field.typeNode.location)
    }
    for name in types.oversized {
      report(
        .error, "object-too-large", path: "objects/\(name)",
        "with all that it contains the object has more than \(ObjectFilling.largest) fields, or too many levels",
        at: types.object(name)?.location)
    }
  }
}

/// Finds objects that contain themselves directly, each cycle once.
private struct ObjectCycles {
  struct Cycle {
    var object: String
    var field: Variable
    var names: [String]
  }

  private let types: TypeTable
  private var done: NameSet = []
  private var open: [String] = []
  private var openNames: NameSet = []
  private var cycles: [Cycle] = []

  init(_ types: TypeTable) { self.types = types }

  mutating func all() -> [Cycle] {
    for object in types.objects { visit(object) }
    return cycles
  }

  private mutating func visit(_ object: ObjectDefinition) {
    guard !done.contains(object.name), open.count < WrittenDocument.deepest else { return }
    open.append(object.name)
    openNames.insert(object.name)
    for field in object.fields {
      guard case .object(let inner) = field.type, let definition = types.object(inner) else { continue }
      if openNames.contains(inner) {
        let start = open.firstIndex { $0.isSameName(as: inner) } ?? 0
        cycles.append(Cycle(object: object.name, field: field, names: open[start...] + [inner]))
      } else {
        visit(definition)
      }
    }
    open.removeLast()
    openNames.remove(object.name)
    done.insert(object.name)
  }
}
