import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTargeting

/// Finds mistakes in the expressions that a config of a feature contains, such as the triggers of
/// messages.
struct ExpressionValues {
  private let manifest: Manifest
  private let feature: FeatureDefinition
  /// Variables that contain expressions although their descriptions do not say so, as in
  /// `messaging.triggers`.
  private let expressionVariables: Set<Name>
  /// The app whose clients evaluate them; nil if any can.
  private let app: String?

  /// A search for mistakes in the expressions in configs of a feature.
  ///
  /// - Parameters:
  ///   - expressionVariables: Variables that contain expressions although their descriptions do not
  ///     say so, such as `messaging.triggers`.
  ///   - app: The app whose clients evaluate the expressions; nil if it can be any app.
  init(
    _ manifest: Manifest, _ feature: FeatureDefinition, _ expressionVariables: Set<Name>,
    app: String?
  ) {
    self.manifest = manifest
    self.feature = feature
    self.expressionVariables = expressionVariables
    self.app = app
  }

  /// The problems of the expressions that a config has as values, such as the trigger of a message,
  /// with their positions.
  ///
  /// The texts of a variable are expressions if its description in the manifest says so, or if
  /// `expressionVariables`, the list in virga's config file, has it, such as `messaging.triggers`.
  func problems(in config: LocatedValue) -> [Problem] {
    config.members.flatMap { member -> [Problem] in
      guard let variable = feature.variable(member.key) else { return [] }
      let isListed = expressionVariables.contains(Name("\(feature.id).\(variable.name)"))
      let isExpression = isListed || variable.containsExpressions
      let path = "features/\(feature.id).\(variable.name)"
      return problems(of: member.value, variable.type, isExpression: isExpression, path)
    }
  }

  /// The problems of the expressions in a value of a type.
  ///
  /// The texts in a variable are expressions if `isExpression`. Those in an object are expressions
  /// if the description of their field says so, whatever the variable says. The `path` is that of
  /// the value, such as `features/messaging.triggers['a']`.
  private func problems(
    of value: LocatedValue, _ type: VariableType, isExpression: Bool, _ path: String
  ) -> [Problem] {
    switch type.unwrapped {
    case .string, .text:
      guard isExpression, let text = value.string else { return [] }
      return problems(ofExpression: text, in: value, path)
    case .list(let item):
      return value.elements.flatMap { problems(of: $0, item, isExpression: isExpression, path) }
    case .map(_, let item):
      return value.members.flatMap { member in
        problems(of: member.value, item, isExpression: isExpression, "\(path)['\(member.key)']")
      }
    case .object(let name): return problems(ofObject: value, name, path)
    // `unwrapped` leaves no `.option`.
    case .int, .double, .boolean, .image, .enumeration, .alias, .option: return []
    }
  }

  /// The problems of the expressions in the fields of an object, `value`, of the type `name`;
  /// fields that the type does not have are skipped.
  private func problems(
    ofObject value: LocatedValue, _ name: String, _ path: String
  ) -> [Problem] {
    guard let object = manifest.object(name, in: feature.module) else { return [] }
    return value.members.flatMap { member -> [Problem] in
      guard let field = object.field(member.key) else { return [] }
      return problems(
        of: member.value, field.type, isExpression: field.containsExpressions,
        "\(path).\(field.name)")
    }
  }

  /// The problems of an expression, `text`, which is the string of `value` at a path of the config.
  private func problems(
    ofExpression text: String, in value: LocatedValue, _ path: String
  ) -> [Problem] {
    problems(ofExpression: text).map { problem in
      var problem = problem
      problem.path = path
      // The position was found in the expression alone; the file has it inside a string.
      let rangeInText = problem.location?.range
      let location = rangeInText.flatMap { value.location?.location(ofPart: $0, in: text) }
      problem.location = location ?? value.location
      return problem
    }
  }

  /// The problems of an expression, with their positions in it.
  ///
  /// Unknown attributes are left out, because apps add attributes of their own to these
  /// expressions.
  private func problems(ofExpression text: String) -> [Problem] {
    do {
      let expression = try Expression(text, name: "expression")
      // Unlike targeting, its value need not be a Boolean.
      let problems = expression.problems(app: app, isTargeting: false)
      return problems.filter { $0.code != "unknown-attribute" }
    } catch {
      return error.all.map { problem in
        var problem = problem
        problem.code = "unreadable-expression"
        return problem
      }
    }
  }
}

extension Variable {
  /// The word for the language of expressions in descriptions.
  private static let languageName = "jexl"

  /// Whether the description says that its texts are expressions, as in "maps to a valid JEXL
  /// expression".
  fileprivate var containsExpressions: Bool {
    description.lowercased().containsBytes(of: Self.languageName)
  }
}
