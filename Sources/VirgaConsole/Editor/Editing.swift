import VirgaExperiments
import VirgaJSON
import VirgaManifest

struct Editing: Sendable {
  /// The editors by feature id; they stay while the console runs, so that undo reaches back.
  var editors: [Name: ConfigEditor] = [:]
  /// What each of their texts was begun over, by feature id.
  var origins: [Name: EditorOrigin] = [:]
  var entered: Set<Name> = []
  var shownOver: [Name: SubjectKey] = [:]
  var awaitsIdle = false
  var unapplied = 0
  /// Those features whose text has problems.
  var broken: Set<Name> = []
  /// Whether texts without a visible editor have problems, by feature id.
  var checkedDrafts: [Name: Derived<CheckedDraft, Bool>] = [:]
  var value: ValueEntry?
  var stay: (feature: String, version: Int)?
  /// The background checks of large texts.
  var checks = Background<EditorCheck, EditorCheck.Finding>()

  var subject: EditorSubject?
  var subjectKey: SubjectKey?

  struct SubjectKey: Equatable, Sendable {
    let feature: String
    let manifest: Workspace.Identity
    let channel: Name?
    let enrolled: EffectiveFeature?
    let preferences: [Name: JSONValue]
  }

  /// A text without a visible editor, and what it was checked against.
  struct CheckedDraft: Equatable, Sendable {
    let text: String
    let manifest: Workspace.Identity
    let channel: Name?
  }

  /// Starts without any edit.
  init() {}
}

struct ValueEntry: Equatable, Sendable {
  var feature: String
  var path: JSONPath
  /// The type; nil if the manifest has none.
  var type: VariableType?
  var field: TextField
  /// Why the value cannot be set; nil if it can.
  var refusal: StatusMessage?

  /// The typed value; nil if it does not match the type.
  var value: JSONValue? { Self.value(field.text, as: type) }

  private static func value(_ text: String, as type: VariableType?) -> JSONValue? {
    switch type {
    case .string, .text, .image, .alias, .enumeration: .string(text)
    // Apps do not read an Int from a fraction.
    case .int: (try? JSONValue.parse(text)).flatMap { $0.integerValue == nil ? nil : $0 }
    case .option(let inner): text == "null" ? .null : value(text, as: inner)
    default: try? JSONValue.parse(text)
    }
  }

  static func text(of value: JSONValue, as type: VariableType?) -> String {
    switch type {
    case .option(let inner): value.isNull ? "null" : text(of: value, as: inner)
    default: value.stringValue ?? value.compact
    }
  }
}
