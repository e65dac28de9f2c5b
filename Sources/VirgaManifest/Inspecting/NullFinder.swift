import VirgaExperiments
import VirgaJSON
import VirgaSource

/// Finds the nulls of a config that apps read as the default: those without an effect, and those
/// that hide a recipe's value.
///
/// A null in a list of options is a value, and so is an entry of a map of options unless a recipe
/// sends that entry. Rule: VirgaManifest/Reading.
struct NullFinder: ValueWalker {
  private let types: TypeTable
  var path: ValuePath
  private(set) var findings: [ValueFinding] = []

  /// A finder that has found nothing yet; `path` is where its findings begin.
  init(types: TypeTable, path: ValuePath) {
    self.types = types
    self.path = path
  }

  /// Finds the nulls in a value of a config that select the default.
  ///
  /// With `rows: Option<Int>` and `badges: Map<String, Option<Int>>`, `{"rows": null}` has one, and
  /// `{"badges": {"new": null}}` has none, because a null is a value there. But if an experiment
  /// sends `new`, the null removes what it sends, so that the default applies.
  ///
  /// - Parameter base: The value that the app reads without the config; nil if it reads none.
  mutating func visit(_ written: LocatedValue, as type: VariableType, over base: MergedValue?) {
    switch (type, written.kind) {
    case (.option, .null): reportNull(written, over: base)
    case (.option(let inner), _): visit(written, as: inner, over: base)
    case (.object(let name), .object):
      guard let definition = types.object(name) else { return }
      extendingPath(by: .object(name)) { finder in
        finder.visitMembers(of: written, over: base) { fieldName in definition.field(fieldName) }
      }
    case (.map(let keyType, let valueType), .object):
      visitEntries(of: written, over: base, keyType, valueType)
    // A null of a type that is not an option is reported as a value of the wrong type.
    default: break
    }
  }

  /// Finds the nulls in the members of a config or an object.
  ///
  /// `base` has the members that the app reads without the config: a null without a member in it
  /// hides nothing, so it is not reported. A member is skipped if `variableNamed` finds no variable
  /// or field with its name (nil).
  mutating func visitMembers(
    of written: LocatedValue, over base: MergedValue?, _ variableNamed: (String) -> Variable?
  ) {
    for member in written.members {
      guard let type = variableNamed(member.key)?.type else { continue }
      extendingPath(by: .name(member.key)) { finder in
        finder.visit(member.value, as: type, over: base?[member.key])
      }
    }
  }

  /// Finds the nulls in the entries of a map; `base` is the map that the app reads without the
  /// config, nil if it reads none.
  private mutating func visitEntries(
    of written: LocatedValue, over base: MergedValue?, _ keyType: VariableType,
    _ valueType: VariableType
  ) {
    for member in written.members {
      let baseEntry = base?[member.key]
      // In a map, a null is the value of its entry. Only if a recipe sends the entry, the null
      // removes what it sends.
      let isNullValue = member.value.kind == .null && baseEntry?.recipe == nil
      if isNullValue { continue }
      extendingPath(by: pathStep(toEntry: member.key, keyType)) { finder in
        finder.visit(member.value, as: valueType, over: baseEntry)
      }
    }
  }

  /// The step of a path to the entry `key` of a map whose keys are of `type`: the variant of an
  /// enum, or any key.
  private func pathStep(toEntry key: String, _ type: VariableType) -> ValuePath.Step {
    guard case .enumeration(let name) = type, types.enumeration(name)?.hasVariant(key) == true
    else { return .key(key) }
    return .variant(name, key)
  }

  /// Reports a null that hides a recipe's value, or that has no effect because the default applies
  /// anyway.
  ///
  /// - Parameter base: The value that the app reads without the null; nil if it reads none.
  private mutating func reportNull(_ written: LocatedValue, over base: MergedValue?) {
    // Without a value below it, a null has nothing to hide.
    guard let base else { return }
    if let recipe = base.recipe {
      // The highest default, because the history begins with the lowest layer.
      let defaultEntry = base.history.last { entry in !entry.layer.isOfRecipe }
      let defaultText = defaultEntry.map { " \($0.value.shortened)" } ?? ""
      let message =
        "this null hides the value of \(recipe.title): apps use the default\(defaultText)"
      add("null-hides-value", .warning, message, at: written)
    } else {
      let message = "this null has no effect: apps use the default \(base.json.shortened)"
      // A null over a default of null says what applies, so a hint is enough.
      let severity: Problem.Severity = base.isNull ? .hint : .warning
      add("null-without-effect", severity, message, at: written)
    }
  }

  /// Adds a finding at the current path; it has neither a type (nil) nor names that an editor could
  /// offer as corrections.
  private mutating func add(
    _ code: Problem.Code, _ severity: Problem.Severity, _ message: String, at written: LocatedValue
  ) {
    let problem = Problem(severity, code, path: path.text, message, at: written.location)
    findings.append(ValueFinding(kind: .value, problem: problem, type: nil, candidates: []))
  }
}

extension MergedValue {
  /// The rollout or experiment that sets the value or a part of it; nil if none does.
  fileprivate var recipe: Layer? {
    if let members { return members.lazy.compactMap(\.value.recipe).first }
    return layer.isOfRecipe ? layer : nil
  }
}

extension Layer {
  /// Whether the layer is a rollout or an experiment.
  fileprivate var isOfRecipe: Bool {
    switch self {
    case .rollout, .experiment: true
    case .objectDefault, .variableDefault, .manifestDefault, .importDefault, .edit, .appSetting:
      false
    }
  }
}

extension JSONValue {
  /// The value on one line, as far as there is room in a message.
  fileprivate var shortened: String {
    let maxLength = 80
    return compact.shortened(to: maxLength)
  }
}
