public import VirgaSource

/// A text of an app's resources, with the place where it was written.
public struct ResourceText: Hashable, Sendable {
  /// The text, with escapes and entities resolved.
  public let text: String
  /// Where it stands.
  public let location: SourceLocation

  /// A text that stands at `location`.
  public init(_ text: String, at location: SourceLocation) {
    self.text = text
    self.location = location
  }
}

/// The texts of one file by key, and what is wrong with the file.
public struct TextTable: Sendable {
  /// The texts; of a repeated key the last one counts.
  public private(set) var texts: [String: ResourceText] = [:]
  /// What is wrong, in the order of the file; what could be understood is in `texts` nevertheless.
  public private(set) var problems: [Problem] = []

  static let mostProblems = 100

  mutating func add(_ key: String, _ text: ResourceText, writtenAt location: SourceLocation) {
    if texts.updateValue(text, forKey: key) != nil {
      report(.warning, "repeated-text", "Give each text its own key; the last `\(key)` counts", at: location)
    }
  }

  mutating func report(
    _ severity: Problem.Severity, _ code: Problem.Code, _ message: String, at location: SourceLocation,
    hint: String? = nil
  ) {
    guard problems.count < Self.mostProblems else { return }
    problems.append(Problem(severity, code, message, at: location, hint: hint))
  }

  mutating func report(_ found: [Problem]) { problems += found.prefix(Self.mostProblems - problems.count) }

  mutating func replace(_ key: String, _ text: ResourceText) { texts[key] = text }
}
