/// Something wrong in what a person wrote: what, where, and what to do about it.
public struct Problem: Hashable, Sendable {
  /// How much a problem matters.
  public enum Severity: String, Hashable, Comparable, Sendable, CaseIterable {
    /// The input cannot be used as it stands.
    case error
    /// The input works, but not as its author probably believes.
    case warning
    /// The input could be better.
    case hint

    /// Whether one severity matters more than the other; errors come first.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .error: 0
      case .warning: 1
      case .hint: 2
      }
    }
  }

  /// A stable kebab-case name for a kind of problem, such as `unknown-type`.
  public struct Code: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name.
    public let description: String

    /// The code called `value`.
    public init(stringLiteral value: String) { description = value }
  }

  /// How much it matters.
  public var severity: Severity
  /// Which kind it is.
  public var code: Code
  /// The model element it belongs to, such as `features/app-menu#items.icon`; empty where there is none.
  public var path: String
  /// What is wrong and what to do, in a sentence without a final full stop.
  public var message: String
  /// Where it was written, if that is known.
  public var location: SourceLocation?
  /// A proposal, such as ``did you mean `Boolean`?``.
  public var hint: String?

  /// What is wrong and what to do about it, in one sentence without the place.
  public var sentence: String { message + (hint.map { "; \($0)" } ?? "") }

  /// A problem with all its parts; see the properties.
  ///
  /// User names and passwords of URLs are masked in `message` and `hint`.
  package init(
    _ severity: Severity, _ code: Code, path: String = "", _ message: String,
    at location: SourceLocation? = nil, hint: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.path = path
    self.message = message.maskingCredentials
    self.location = location
    self.hint = hint?.maskingCredentials
  }
}

/// An error that carries the problems of an input which cannot be used at all.
public struct Problems: Error, Hashable, Sendable {
  /// The problems; at least one is an error.
  public var all: [Problem]

  /// An error made of `problems`.
  public init(_ problems: [Problem]) { all = problems }
}
