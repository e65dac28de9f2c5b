package import VirgaJSON
package import VirgaSource

/// Finds unknown names, parts that always fail, and comparisons that are never true, without a
/// client.
///
/// It goes through the parts from the inside out and computes the kinds of values that each can
/// have. `app_version` can be a string or null, `app_version == 3` a boolean; and because a string
/// is never equal to a number, that comparison is reported.
struct ExpressionCheck {
  let expression: Expression
  /// The attributes that exist, with the kinds that each can have.
  let kindsByAttribute: [Name: ValueKinds]
  /// The app whose clients evaluate it; nil if any can.
  private let app: String?
  private(set) var problems: [Problem] = []
  /// The possible kinds of each part, by its index; none if the part always fails, which was then
  /// already reported.
  private(set) var kinds: [ValueKinds] = []
  /// The `&&` and `||` of mixed chains that were already reported.
  var mixedChains: Set<NodeID> = []

  /// Checks all parts; `app` is the app whose clients evaluate the expression, nil for all apps.
  init(_ expression: Expression, kindsByAttribute: [Name: ValueKinds], app: String?) {
    self.expression = expression
    self.kindsByAttribute = kindsByAttribute
    self.app = app
    // Operands come first, so their kinds are known when a part is checked.
    for node in expression.nodes.indices { kinds.append(kindsAfterChecking(node)) }
  }

  /// Adds a problem at a part.
  mutating func report(
    _ code: Problem.Code, _ node: NodeID, _ message: String, severity: Problem.Severity = .warning,
    hint: String? = nil
  ) {
    problems.append(
      Problem(
        severity, code, message,
        at: SourceLocation(file: expression.source.name, range: expression.range(of: node))
      ).with(hint: hint))
  }

  /// The text of a part in backticks, truncated if it is long.
  func quoted(_ node: NodeID) -> String { "`\(shortenedText(of: node))`" }

  /// The text of a part, truncated if it is long.
  ///
  /// Without a limit, messages about nested parts would repeat the same text again and again.
  func shortenedText(of node: NodeID) -> String {
    let text = expression.text(of: node)
    // Bytes are counted first, because that is faster.
    guard text.utf8.count > Self.maxTextLength, text.count > Self.maxTextLength else { return text }
    return text.prefix(Self.maxTextLength - 1) + "…"
  }

  /// The maximum length of a part's text in a message, in characters.
  private static let maxTextLength = 120

  /// Reports that a part always fails for a reason, and returns the kinds of its value: none.
  mutating func noKindsAfterReporting(_ node: NodeID, alwaysFails reason: String) -> ValueKinds {
    report("always-fails", node, "\(quoted(node)) is always an error: \(reason)")
    return []
  }

  /// Reports the problems of a part, and returns the kinds that its value can have; none if it
  /// always fails.
  ///
  /// The parts inside of it were checked before: their kinds are known, their problems reported.
  private mutating func kindsAfterChecking(_ node: NodeID) -> ValueKinds {
    switch expression.nodes[node] {
    case .literal(let value): return ValueKinds(of: value)
    case .identifier(let name): return checkIdentifier(name, at: node)
    case .member(let subject, _): return checkMember(of: subject, at: node)
    case .index(let subject, let index): return checkElement(of: subject, index, at: node)
    case .filter(let subject, _, _, _): return checkFilter(of: subject, at: node)
    case .binary(let symbol, let left, let right): return checkBinary(symbol, left, right, at: node)
    case .conditional(_, let then, let otherwise): return kinds[then].union(kinds[otherwise])
    case .transform(let subject, let name, let transform, let arguments):
      return checkTransform(subject, name, transform, arguments, at: node)
    case .array: return .list
    case .object(let members): return checkKeys(of: members, at: node)
    }
  }

  /// Reports a filter of something that is never a list, and returns the kinds of the result: none
  /// if it always fails.
  private mutating func checkFilter(of subject: NodeID, at node: NodeID) -> ValueKinds {
    guard canBe(subject, .list) else {
      return noKindsAfterReporting(node, alwaysFails: "only a list can be filtered")
    }
    return .list
  }

  /// Reports the first key that an object has twice, which is an error for every client, and
  /// returns the kinds of the object: none if it always fails.
  ///
  /// Its values were already checked.
  private mutating func checkKeys(of members: [Node.Member], at node: NodeID) -> ValueKinds {
    var seen: Set<Name> = []
    for member in members {
      let isNew = seen.insert(Name(member.key)).inserted
      if !isNew { return noKindsAfterReporting(node, alwaysFails: "duplicate key `\(member.key)`") }
    }
    return .object
  }

  /// Whether a part can have one of these kinds; true if it always fails, so that nothing further
  /// is reported about it.
  func canBe(_ node: NodeID, _ wanted: ValueKinds) -> Bool {
    let hasWantedKind = !kinds[node].isDisjoint(with: wanted)
    return alwaysFails(node) || hasWantedKind
  }

  /// Whether the evaluation of a part always ends with an error, so that its value has no kind.
  func alwaysFails(_ node: NodeID) -> Bool { kinds[node].isEmpty }

  /// The kinds that the value of an attribute can have; reports one that does not exist.
  ///
  /// An attribute that does not exist can have any kind, because a client may set it.
  private mutating func checkIdentifier(_ name: String, at node: NodeID) -> ValueKinds {
    if let known = kindsByAttribute[name] { return known }
    report(
      "unknown-attribute", node,
      "\(whyUnknown(name)); evaluation fails for clients that do not set it",
      hint: Self.foreignKeywordHint(for: name)
        ?? NameSuggestions.hint(for: name, among: kindsByAttribute.keys.sorted().map(\.text)))
    return .any
  }

  /// Says that an attribute is unknown, or that only other apps have it.
  ///
  /// ``app`` is the app that the expression is for; nil for all apps.
  private func whyUnknown(_ attribute: String) -> String {
    let apps = KnownAttribute.apps(recording: attribute)
    guard let app, !apps.isEmpty else { return "Unknown attribute `\(attribute)`" }
    return "`\(attribute)` is an attribute of \(apps.joined(separator: " and ")), not of \(app)"
  }

  /// A hint for a keyword in the spelling of another language or in full-width letters; nil for
  /// other names.
  private static func foreignKeywordHint(for name: String) -> String? {
    switch name.replacingLookalikes.lowercased() {
    case "true": "write `true`"
    case "false": "write `false`"
    case "null", "none", "nil", "undefined": "write `null`"
    default: nil
    }
  }

  /// Reports a member of something that is never an object, and returns the kinds of the member.
  private mutating func checkMember(of subject: NodeID, at node: NodeID) -> ValueKinds {
    if !canBe(subject, .object) {
      report("always-null", node, "\(quoted(node)) is always null: only an object has members")
      return .null
    }
    return .any
  }

  /// Reports an index that always fails or gives null, and returns the kinds of the element: none
  /// if it always fails.
  private mutating func checkElement(
    of subject: NodeID, _ index: NodeID, at node: NodeID
  ) -> ValueKinds {
    guard canBe(index, [.text, .number]) else {
      return noKindsAfterReporting(node, alwaysFails: "an index must be a string or a number")
    }
    guard canBe(subject, [.list, .object]) else {
      report(
        "always-null", node, "\(quoted(node)) is always null: only lists and objects have elements")
      return .null
    }
    return .any
  }

  /// Reports that the value of the whole expression is not, or may not be, a boolean.
  fileprivate mutating func reportIfNotBoolean() {
    let result = kinds[expression.root]
    let alwaysFails = result.isEmpty
    let isUnknown = result == .any
    // Failures are already reported, and nothing can be said about an unknown value.
    if alwaysFails || isUnknown || result == .boolean { return }
    let certainty = result.isDisjoint(with: .boolean) ? "is" : "can be"
    report(
      "not-boolean", expression.root,
      "The value \(certainty) \(result.subtracting(.boolean)), but targeting must be true or false",
      hint: "compare it with something")
  }

  /// Reports a transform that does not exist, or whose arguments are wrong, and returns the kinds
  /// of its value.
  mutating func checkTransform(
    _ subject: NodeID, _ name: String, _ transform: Transform?, _ arguments: [NodeID],
    at node: NodeID
  ) -> ValueKinds {
    guard let transform else { return noKindsAfterReportingUnknownTransform(name, at: node) }
    // Too few arguments, or too many.
    if let mistake = transform.signature.mistake(of: transform, argumentCount: arguments.count) {
      return noKindsAfterReporting(node, alwaysFails: mistake)
    }
    reportIgnoredArguments(arguments, of: transform)
    // An operand that always fails was reported, and the transform fails with it.
    let operands = [subject] + arguments
    if operands.contains(where: { alwaysFails($0) }) { return [] }
    let reasonForFailure =
      kindMismatch(of: transform, subject, arguments)
      ?? failureWhenTried(transform, subject, arguments)
    if let reasonForFailure { return noKindsAfterReporting(node, alwaysFails: reasonForFailure) }
    return transform.resultKinds
  }

  /// Reports the arguments beyond those that a transform has parameters for, at the first of them,
  /// if clients ignore them.
  private mutating func reportIgnoredArguments(_ arguments: [NodeID], of transform: Transform) {
    let signature = transform.signature
    let message = signature.messageOnIgnoredArguments(of: transform, argumentCount: arguments.count)
    guard let message else { return }
    let firstIgnored = arguments[signature.parameters.count]
    report("ignored-argument", firstIgnored, message)
  }

  /// Why the kind of the subject of a transform, or of an argument, is never right; nil if all
  /// kinds can be right.
  private func kindMismatch(
    of transform: Transform, _ subject: NodeID, _ arguments: [NodeID]
  ) -> String? {
    let signature = transform.signature
    var pairs = zip(signature.parameters, arguments).map { (parameter: $0, node: $1) }
    if let parameter = signature.subject { pairs.insert((parameter, subject), at: 0) }
    for (parameter, node) in pairs where !canBe(node, parameter.kinds) {
      // A literal with its value, as in "the number 12"; any other part by its possible kinds.
      let found = literal(node).map(ExplanationBuilder.kindAndValue) ?? "\(kinds[node])"
      return parameter.mismatch(of: transform, found: found)
    }
    return nil
  }

  /// The transforms of the desktop client.
  private static let desktopTransforms = [
    "date", "length", "regExpMatch", "preferenceValue", "mapToProperty", "keys", "values",
  ]

  /// Reports a transform that does not exist, and returns the kinds of its value: none.
  private mutating func noKindsAfterReportingUnknownTransform(
    _ name: String, at node: NodeID
  ) -> ValueKinds {
    let names = Transform.allCases.map(\.rawValue)
    // `eventAverage` is too short to be found similar to the name that was meant.
    let hint =
      name == "eventAverage"
      ? "did you mean `eventAveragePerInterval`?" : NameSuggestions.hint(for: name, among: names)
    // The desktop client has these, so the message says which clients do not.
    let place = Self.desktopTransforms.contains(name) ? " on mobile clients" : ""
    report(
      "unknown-transform", node,
      "Unknown transform `\(name)`\(place); evaluating it is an error", hint: hint)
    return []
  }

  /// Why a transform always fails for its arguments; nil if it may succeed.
  ///
  /// It is tried with its arguments if all are literals, as those of `opened|eventSum('Moons', 1)`,
  /// and with a valid subject if the subject is not a literal.
  private func failureWhenTried(
    _ transform: Transform, _ subject: NodeID, _ arguments: [NodeID]
  ) -> String? {
    let values = arguments.compactMap { literal($0) }
    let areAllLiterals = values.count == arguments.count
    guard areAllLiterals else { return nil }
    // A transform without a rule for its subject takes any text.
    let validSubject = transform.signature.subject?.acceptedText ?? "any"
    return Self.failure(of: transform, appliedTo: literal(subject) ?? .string(validSubject), values)
  }

  /// Why a transform fails for a subject and arguments; nil if it succeeds.
  private static func failure(
    of transform: Transform, appliedTo subject: ExpressionValue, _ arguments: [ExpressionValue]
  ) -> String? {
    // `bucketSample` fails without a sampler; one that always says no is enough for it to succeed.
    let context = TargetingContext(sampler: { _, _, _, _ in false })
    do throws(EvaluationError) {
      _ = try transform.apply(to: subject, arguments, in: context)
      return nil
    } catch {
      if case .transform(let message) = error { return message }
      return error.description
    }
  }

  /// The value of a part that is a literal; nil for any other part, also for a list of literals.
  private func literal(_ node: NodeID) -> ExpressionValue? {
    if case .literal(let value) = expression.nodes[node] { value } else { nil }
  }
}

extension Expression {
  /// The problems of the expression that do not depend on the client, with their positions.
  ///
  /// - Parameters:
  ///   - names: Attributes that exist in addition to the known ones.
  ///   - app: The app whose attributes are known. Nil, or an app whose attributes are not known,
  ///     means those of all apps.
  ///   - isTargeting: Whether the value must be a boolean.
  package func problems(
    knowing names: Set<Name> = [], app: String? = nil, isTargeting: Bool = true
  ) -> [Problem] {
    var known = KnownAttribute.kinds(for: app)
    for name in names where known[name] == nil {
      // An attribute of other apps keeps the kinds that it has there.
      known[name] = KnownAttribute.kindsByName[name] ?? .any
    }
    // The initializer checks all parts, but not whether the value of the whole is a boolean.
    var check = ExpressionCheck(self, kindsByAttribute: known, app: app)
    if isTargeting { check.reportIfNotBoolean() }
    // The parts are not checked in the order of the text.
    func start(of problem: Problem) -> SourcePosition { problem.location?.range.start ?? .start }
    return check.problems.sorted { first, second in start(of: first) < start(of: second) }
  }
}

extension [Problem] {
  /// The problems except the warning that says the same as `error`, the error of an evaluation.
  package func without(_ error: EvaluationError?) -> [Problem] {
    // Only the warning about a transform has the words of the evaluation's error.
    guard case .transform(let reason)? = error else { return self }
    return filter { problem in
      // The message ends as in "… is always an error: reason".
      let saysSame = problem.code == "always-fails" && problem.message.hasSuffix(": \(reason)")
      return !saysSame
    }
  }
}

extension Transform {
  /// The kinds that the value of a call of the transform can have.
  ///
  /// `eventAveragePerInterval` is null if it is asked for 0 intervals, but
  /// `eventAveragePerNonZeroInterval` is 0 if no interval has an event.
  fileprivate var resultKinds: ValueKinds {
    switch self {
    case .versionCompare: .integer
    case .preferenceIsUserSet, .bucketSample: .boolean
    case .eventAveragePerInterval: [.real, .null]
    case .eventSum, .eventCountNonZero, .eventAveragePerNonZeroInterval, .eventLastSeen: .real
    }
  }
}
