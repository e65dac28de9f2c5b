import VirgaJSON
import VirgaSource
import VirgaYAML

/// Reads one file of a manifest into drafts, and reports what is wrong with it.
///
/// A broken part is omitted, or read as far as it makes sense; all other parts are read.
struct FileReader {
  let document: LocatedDocument
  let log: ProblemLog
  /// Whether constructs that nimbus-fml rejects and virga accepts cause warnings.
  private let reportsExtensions: Bool

  /// A reader of one document, with a log of its own.
  ///
  /// - Parameter reportsExtensions: Whether to warn of what virga accepts and nimbus-fml rejects.
  init(_ document: LocatedDocument, reportsExtensions: Bool = false) {
    self.document = document
    self.reportsExtensions = reportsExtensions
    let wording = ObjectMessages.problemWording(
      forManifest: document, reportsExtensions: reportsExtensions)
    log = ProblemLog(wording)
  }

  /// A reader of the object's members, after unknown, repeated and missing keys were reported; nil
  /// if `value` is not an object, which is reported too.
  func checkedFields(of value: LocatedValue, _ level: ManifestLevel) -> ObjectReader? {
    ObjectReader(checking: value, level.objectKeys, log: log)
  }

  /// Adds a problem at the location of `value`.
  func report(
    _ severity: Problem.Severity, _ code: Problem.Code, _ message: String, at value: LocatedValue
  ) {
    log.report(Problem(severity, code, message), at: value)
  }

  /// Reports what YAML allows and JSON does not: repeated keys, of which the last one is used, and
  /// numbers such as `1e999` and `.nan`.
  ///
  /// Integers of more than 64 bits are left to ``reportLargeIntegersAndUnquotedKeys(in:)``, because
  /// they are errors only in values.
  func reportYAMLMistakes() {
    // Keys that the language knows were reported when their object was read.
    let duplicates = log.problems.lazy.filter { $0.code == "duplicate-key" }
    let reportedLocations = Set(duplicates.map(\.location))
    for mistake in document.mistakes where !reportedLocations.contains(mistake.value.location) {
      reportYAMLMistake(mistake)
    }
  }

  /// Reports one mistake, unless it is an integer of more than 64 bits.
  private func reportYAMLMistake(_ mistake: YAMLMistake) {
    let maxShownLength = 40
    // The key or the number; only a key that is a list or an object has no text.
    let text = (mistake.value.text ?? "").shortened(to: maxShownLength)
    switch mistake.kind {
    case .repeatedKey(let first):
      let line = first.sourceLocation.range.start.line
      let message = "`\(text)` is already on line \(line); only this one is used"
      report(.warning, "repeated-key", message, at: mistake.value)
    // An integer of more than 64 bits is an error, but only in a value, and is reported there by
    // `reportLargeIntegersAndUnquotedKeys`.
    case .tooLargeInteger: break
    // More than a double can hold, such as `1e999`.
    case .tooLargeDecimal:
      let message = "`\(text)` is too large for a number: it is read as a text; put it in quotes"
      report(.warning, "number-too-large", message, at: mistake.value)
    case .notFinite:
      let message = "`\(text)` is not a number in JSON: it is read as null"
      report(.warning, "number-not-finite", message, at: mistake.value)
    }
  }

  /// The key of a member as a name; reported if it is not a string, which types and variants need.
  func checkedStringKey(of member: LocatedMember) -> LocatedName {
    if let problem = Problem.unquotedTextError(member.keyNode) {
      log.report(problem, at: member.keyNode)
    }
    return LocatedName(keyOf: member)
  }

  /// The `description` of an object; empty if it is missing, which is reported.
  ///
  /// - Parameters:
  ///   - fields: The members of the object.
  ///   - what: The object as the warning calls it, such as "the enum `Side`".
  ///   - kind: A string, or a scalar if numbers without quotes are not to be reported.
  func readDescription(
    _ fields: ObjectReader, of what: String, _ kind: MemberKind<LocatedName> = .string
  ) -> String {
    if fields["description"] == nil {
      reportToleratedMistake(
        "missing-description", "\(what) has no description", at: fields.object.keyOrValue)
    }
    return fields.optional("description", kind)?.text ?? ""
  }

  /// Warns of a mistake that virga tolerates and nimbus-fml rejects.
  ///
  /// If the options ask for warnings about what nimbus-fml rejects, it is one of them, with their
  /// code; otherwise it has its own `code`.
  func reportToleratedMistake(_ code: Problem.Code, _ message: String, at value: LocatedValue) {
    guard reportsExtensions else { return report(.warning, code, message, at: value) }
    report(.warning, "nimbus-fml-refuses", "\(message), which nimbus-fml rejects", at: value)
  }

  /// Warns of a construct that nimbus-fml rejects and virga accepts, if the options ask for that.
  func reportRejectedByNimbusFML(_ what: String, at value: LocatedValue) {
    if reportsExtensions {
      report(.warning, "nimbus-fml-refuses", "nimbus-fml rejects \(what)", at: value)
    }
  }

  /// Warns of each of `keys` whose value is null: nimbus-fml needs a list or an object there.
  func warnOfNulls(in fields: ObjectReader, under keys: [String]) {
    for key in keys {
      guard let member = fields.member(key), member.value.kind == .null else { continue }
      reportRejectedByNimbusFML("a null for `\(key)`: leave the key out", at: member.keyNode)
    }
  }

  /// Warns of a type that only virga can read: `List<Map<String, Int>>`, `Int?` and `Double`.
  ///
  /// Rule: VirgaManifest/WritingTypes.
  func reportTypeRejectedByNimbusFML(_ type: LocatedName?) {
    guard reportsExtensions, let type else { return }
    let levels = type.text.utf8.count { $0 == UInt8(ascii: "<") }
    if levels > 1 {
      reportRejectedByNimbusFML(
        "types with more than one level of `<`: `\(type.text)`", at: type.written)
    }
    if type.text.utf8.contains(UInt8(ascii: "?")) {
      reportRejectedByNimbusFML("`?`: write `Option<…>`", at: type.written)
    }
    let words = type.text.utf8.split { "<>,? ".utf8.contains($0) }
    if words.contains(where: { $0.elementsEqual("Double".utf8) }) {
      reportRejectedByNimbusFML("the type `Double`", at: type.written)
    }
  }
}
