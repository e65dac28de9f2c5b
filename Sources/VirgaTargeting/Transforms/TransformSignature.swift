import VirgaJSON

/// What a transform applies to, and the arguments that it takes.
struct TransformSignature {
  /// A value that a transform takes: its name in messages, and the kinds that it may have.
  struct Parameter {
    let name: String
    let kinds: ValueKinds
    /// A text that it accepts, to try a transform whose subject is not known.
    var acceptedText = "event"

    static let event = Parameter(name: "event", kinds: .text)
    static let interval = Parameter(name: "interval", kinds: .text)
    static let count = Parameter(name: "number of intervals", kinds: .number)
    static let start = Parameter(name: "first interval", kinds: .number)

    /// Why `found`, a value or a kind in words, is an error.
    func mismatch(of transform: Transform, found: String) -> String {
      "the \(name) of \(transform.rawValue) must be \(kinds), not \(found)"
    }
  }

  /// What comes before the transform; nil if it can be of any kind.
  let subject: Parameter?
  let parameters: [Parameter]
  /// How many of the parameters need an argument.
  let requiredCount: Int
  /// Whether clients ignore further arguments; for other transforms they are an error.
  var ignoresExcessArguments = false

  /// Why a number of arguments is an error; nil if it is not.
  ///
  /// "eventLastSeen is missing the interval; it takes 1 or 2 arguments", or "too many arguments for
  /// eventLastSeen, which takes 1 or 2; remove the last one".
  func mistake(of transform: Transform, argumentCount count: Int) -> String? {
    if count < requiredCount {
      let missingNames = parameters[count..<requiredCount].map { "the \($0.name)" }
      let missing = missingNames.joined(separator: " and ")
      let takesOne = acceptedCountsText == "1"
      let noun = takesOne ? "argument" : "arguments"
      return "\(transform.rawValue) is missing \(missing); it takes \(acceptedCountsText) \(noun)"
    }
    guard count > parameters.count, !ignoresExcessArguments else { return nil }
    return "\(tooManyArguments(for: transform)); remove \(excessArguments(of: count))"
  }

  /// What to say about arguments that clients ignore; nil if there are none.
  func messageOnIgnoredArguments(of transform: Transform, argumentCount count: Int) -> String? {
    guard ignoresExcessArguments, count > parameters.count else { return nil }
    return "\(tooManyArguments(for: transform)); clients ignore \(excessArguments(of: count))"
  }

  /// The beginning of a message about arguments beyond the parameters.
  private func tooManyArguments(for transform: Transform) -> String {
    "too many arguments for \(transform.rawValue), which takes \(acceptedCountsText)"
  }

  /// The arguments beyond the parameters if there are `count` arguments, as in "the last one" or
  /// "the last 2".
  private func excessArguments(of count: Int) -> String {
    let excess = count - parameters.count
    return excess == 1 ? "the last one" : "the last \(excess)"
  }

  /// The accepted numbers of arguments, as in "2 or 3"; "none" for 0.
  private var acceptedCountsText: String {
    let counts = (requiredCount...parameters.count).map { $0 == 0 ? "none" : String($0) }
    return counts.joined(separator: " or ")
  }
}

extension Transform {
  /// What the transform applies to, and its parameters.
  ///
  /// If the subject of a call is not a literal, a check of its arguments uses `acceptedText` as the
  /// subject. The default of `acceptedText` is `event`, which is not a version, so `versionCompare`
  /// has its own.
  var signature: TransformSignature {
    switch self {
    case .versionCompare:
      TransformSignature(
        subject: .init(name: "first version", kinds: .text, acceptedText: "1"),
        parameters: [.init(name: "second version", kinds: .text)],
        requiredCount: 1,
        ignoresExcessArguments: true)
    case .eventSum, .eventCountNonZero, .eventAveragePerInterval, .eventAveragePerNonZeroInterval:
      TransformSignature(
        subject: .event, parameters: [.interval, .count, .start], requiredCount: 2)
    case .eventLastSeen:
      TransformSignature(subject: .event, parameters: [.interval, .start], requiredCount: 1)
    case .preferenceIsUserSet:
      TransformSignature(
        subject: .init(name: "preference", kinds: .text), parameters: [], requiredCount: 0)
    case .bucketSample:
      // Any value can be hashed, so there is no rule for the subject.
      TransformSignature(
        subject: nil,
        parameters: ["start", "count", "total"].map { .init(name: $0, kinds: .number) },
        requiredCount: 3,
        ignoresExcessArguments: true)
    }
  }
}

/// A transform with its subject and the right number of arguments, of which each is read by index.
struct TransformCall {
  let transform: Transform
  let subject: ExpressionValue
  private let arguments: [ExpressionValue]
  private let signature: TransformSignature

  /// Creates a call; throws if the number of arguments is wrong.
  init(
    _ transform: Transform, of subject: ExpressionValue, _ arguments: [ExpressionValue]
  ) throws(EvaluationError) {
    self.transform = transform
    self.subject = subject
    self.arguments = arguments
    signature = transform.signature
    if let mistake = signature.mistake(of: transform, argumentCount: arguments.count) {
      throw .transform(mistake)
    }
  }

  /// The subject, which must be a string.
  func subjectText() throws(EvaluationError) -> String {
    guard let text = subject.text else {
      // `signature.subject` is nil only for a transform that takes any subject, and so never asks
      // for a text.
      let parameter = signature.subject ?? .init(name: "subject", kinds: .text)
      let found = ExplanationBuilder.kindAndValue(of: subject)
      throw .transform(parameter.mismatch(of: transform, found: found))
    }
    return text
  }

  /// An argument that must be a string.
  func textArgument(_ index: Int) throws(EvaluationError) -> String {
    guard let text = arguments[index].text else { throw mismatch(ofArgument: index) }
    return text
  }

  /// An argument that must be a number; nil if it is left out.
  func numberArgument(_ index: Int) throws(EvaluationError) -> Double? {
    guard arguments.indices.contains(index) else { return nil }
    guard let number = arguments[index].number else { throw mismatch(ofArgument: index) }
    return number
  }

  /// The error for an argument of the wrong kind.
  private func mismatch(ofArgument index: Int) -> EvaluationError {
    let found = ExplanationBuilder.kindAndValue(of: arguments[index])
    return .transform(signature.parameters[index].mismatch(of: transform, found: found))
  }
}
