import VirgaExperiments
import VirgaJSON
import VirgaManifest

/// The edits in progress on the Features screen: config editors and a single value.
struct Editing: Sendable {
  /// The editors by feature id; they stay while the console runs, so that undo reaches back.
  package internal(set) var editors: [Name: ConfigEditor] = [:]
  /// What each of their texts was begun over, by feature id.
  var origins: [Name: EditorOrigin] = [:]
  /// The features whose editors had the focus.
  var entered: Set<Name> = []
  /// What lay below the texts when they were shown last, by feature id.
  var shownOver: [Name: SubjectKey] = [:]
  /// Whether the console is to hear of the next pause in typing.
  var awaitsQuiet = false
  /// The number of features with unapplied text.
  var unapplied = 0
  /// Those features whose text has problems.
  package internal(set) var broken: Set<Name> = []
  /// Whether texts without a visible editor have problems, by feature id.
  var checkedDrafts: [Name: Derived<CheckedDraft, Bool>] = [:]
  /// The value being typed in its row.
  package internal(set) var value: ValueEntry?
  /// The feature whose editor had the focus after the last event, and the version of its text when it got it.
  var stay: (feature: String, version: Int)?
  /// The background checks of large texts.
  var checks = Background<EditorCheck, EditorCheck.Finding>()

  var subject: EditorSubject?
  var subjectKey: SubjectKey?

  /// The input of an editor's subject.
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
  package init() {}
}

/// A value being typed in its row of the table.
struct ValueEntry: Equatable, Sendable {
  /// The feature.
  package var feature: String
  /// The value's path.
  package var path: JSONPath
  /// The type; nil if the manifest has none.
  package var type: VariableType?
  /// The text being typed.
  package var field: TextField
  /// Why the value cannot be set; nil if it can.
  package var refusal: StatusMessage?

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

  /// The text to start with when a value is typed.
  static func text(of value: JSONValue, as type: VariableType?) -> String {
    switch type {
    case .option(let inner): value.isNull ? "null" : text(of: value, as: inner)
    default: value.stringValue ?? value.compact
    }
  }
}
