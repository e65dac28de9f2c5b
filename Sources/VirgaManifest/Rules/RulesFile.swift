import VirgaFiles
import VirgaJSON
package import VirgaSource
import VirgaYAML

/// The rules of a project, from the file `.virga.yaml` beside a manifest or above it.
///
/// Problems in the file are reported with their positions; its other rules still apply.
/// Rule: VirgaManifest/ProjectRules.
package struct RulesFile: Sendable {
  package static let name = ".virga.yaml"

  /// The text of the file.
  package let source: SourceText
  package private(set) var rules = ProblemRules()
  /// The manifest that configs and recipes beside the file or below it are for, as a path from the
  /// folder of the file; nil if none is named.
  package private(set) var manifest: String?
  /// Where the file names it.
  package private(set) var manifestLocation: SourceLocation?
  /// The channel whose defaults they are merged over; nil if none is named.
  package private(set) var channel: String?
  /// The mistakes in the file, in text order.
  package private(set) var problems: [Problem] = []

  /// Reads the text of the file; an empty one has no rules.
  ///
  /// - Parameter knownCodes: The codes of all problems; others cannot be ignored.
  package init(_ source: SourceText, knownCodes: [String]) {
    self.source = source
    let text = LocatedText(source)
    // Of a repeated key, the problem says that the last value is used.
    problems = text.problems.map(\.sayingWhichValueIsUsed)
    guard let written = text.written, written.kind != .null else { return }
    let log = ProblemLog(Self.problemWording)
    read(written, knownCodes, log)
    problems = (problems + log.problems).inTextOrder
  }

  /// The path of the file for manifests in `folder`: in that folder, or else in the nearest one
  /// above it, but not above the root of a repository; nil if there is none.
  ///
  /// - Parameters:
  ///   - folder: An absolute path.
  ///   - exists: Whether a file or folder exists at a path.
  package static func path(for folder: String, exists: (String) -> Bool) -> String? {
    let root = FilePath.repositoryRoot(above: folder, exists: exists)
    for each in FilePath.folders(upFrom: folder) {
      let path = FilePath.joined(each, name)
      if exists(path) { return path }
      if each == root { return nil }
    }
    return nil
  }

  private static let settingKeys = ObjectKeys(
    "the rules", ["strict", "severity", "ignore", "manifest", "channel"])
  private static let entryKeys = ObjectKeys("an entry of `ignore`", ["code", "path", "reason"])

  /// Reads the settings of the file.
  private mutating func read(_ written: LocatedValue, _ knownCodes: [String], _ log: ProblemLog) {
    guard written.kind == .object else {
      let message = "the rules are names and values, such as `strict: true`"
      return log.report(Problem(.error, "bad-setting", message), at: written)
    }
    let reader = ObjectReader(written, Self.settingKeys, log: log)
    reader.reportUnknownAndRepeatedKeys()
    // `value` gives nil, the `default`, for a setting that is absent. It gives nil too for one that
    // is wrong, such as null, and reports it.
    rules.isStrict = reader.value("strict", .boolean, default: nil) ?? false
    rules.leastSeverity = reader.value("severity", .severity, default: nil) ?? .hint
    manifest = reader.value("manifest", .text, default: nil)
    manifestLocation = reader["manifest"]?.location
    channel = reader.value("channel", .text, default: nil)
    rules.ignored = reader.elements("ignore").compactMap { entry in
      Self.ignoredProblems(entry, knownCodes, log)
    }
  }

  /// An entry of `ignore`; nil if it has no valid code, which is reported.
  private static func ignoredProblems(
    _ entry: LocatedValue, _ knownCodes: [String], _ log: ProblemLog
  ) -> IgnoredProblems? {
    guard entry.kind == .object else {
      let message = "an entry of `ignore` has a `code` and a `reason`, and may have a `path`"
      log.report(Problem(.error, "bad-setting", message), at: entry)
      return nil
    }
    let reader = ObjectReader(entry, entryKeys, log: log)
    reader.reportUnknownAndRepeatedKeys()
    let code = reader.required("code", .code(among: knownCodes))
    let path = reader.value("path", .text, default: nil)
    // An entry without a reason is reported, but ignores its problems nevertheless.
    let reason = reader.required("reason", .reason) ?? ""
    return code.map { IgnoredProblems($0, path: path, reason: reason, at: entry.location) }
  }

  /// The messages of problems with settings; they name no path, because the position is enough.
  ///
  /// The title of `keys` is that of the object to which they belong: "an entry of `ignore`". The
  /// `kind` of a missing value is how messages call it, such as "a text"; nil if that is not known.
  private static var problemWording: ObjectMessages {
    var wording = ObjectMessages()
    wording.missing = { key, kind, keys in
      let what = kind.map { ", \($0)" } ?? ""
      return Problem(.error, "bad-setting", "\(keys.title) needs `\(key)`\(what)")
    }
    wording.unknown = { key, keys in
      let known = keys.known.joined(separator: ", ")
      return Problem(.error, "bad-setting", "\(keys.title) has no `\(key)`; write \(known)")
    }
    wording.mismatch = { value, expected in
      Problem(.error, "bad-setting", "write \(expected), not \(value.title)")
    }
    wording.path = { _, _ in "" }
    return wording
  }
}

extension MemberKind<Problem.Severity> {
  /// A setting whose value is the name of a severity, such as `warning`; any other value (nil) is
  /// reported: "write error, warning or hint, not …".
  fileprivate static var severity: MemberKind {
    MemberKind("error, warning or hint") { value in
      value.string.flatMap { Problem.Severity(rawValue: $0) }
    }
  }
}

extension MemberKind<Problem.Code> {
  /// A setting whose value is the code of a problem; one that is not among `known`, the codes of
  /// all problems, is reported with a similar code.
  fileprivate static func code(among known: [String]) -> MemberKind {
    MemberKind("the code of a problem") { (value) throws(Problems) -> Problem.Code? in
      // Nil is reported as a value of the wrong kind.
      guard let name = value.string else { return nil }
      if known.contains(name) { return Problem.Code(stringLiteral: name) }
      let message = "no problem has the code `\(name)`; virga help problems lists all codes"
      let hint = NameSuggestions.hint(for: name, among: known)
      throw Problems([Problem(.error, "bad-setting", message).with(hint: hint)])
    }
  }
}

extension MemberKind<String> {
  /// A setting whose value is a text that says why problems do not count; a blank text and any
  /// other value (nil) are reported: "write a text that says why, not …".
  fileprivate static var reason: MemberKind {
    MemberKind("a text that says why") { value in
      let isBlank = value.string?.allSatisfy(\.isWhitespace) ?? true
      return isBlank ? nil : value.string
    }
  }
}
