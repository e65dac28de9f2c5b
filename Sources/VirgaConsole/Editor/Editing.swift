import VirgaExperiments
import VirgaJSON
import VirgaManifest

/// What is typed on the Features screen: the config editors of the features, and a value that is typed in its row.
struct Editing: Sendable {
  /// The editors by feature id; they stay while the console runs, so that undo reaches back.
  package internal(set) var editors: NameTable<ConfigEditor> = [:]
  /// What each of their texts was begun over, by feature id.
  var ties: NameTable<EditorTie> = [:]
  /// The features whose editors had the focus.
  var entered: NameSet = []
  /// What lay below the texts when they were shown last, by feature id.
  var shownOver: NameTable<SubjectKey> = [:]
  /// Whether the console is to hear of the next pause in typing.
  var awaitsQuiet = false
  /// How many features have a text that is not applied.
  var unapplied = 0
  /// Those of them whose texts have problems.
  package internal(set) var broken: NameSet = []
  /// Whether the texts that no editor in sight shows have problems, by feature id.
  var checkedDrafts: NameTable<Derived<CheckedDraft, Bool>> = [:]
  /// The value that is typed in its row.
  package internal(set) var value: ValueEntry?
  /// The feature whose editor had the focus after the last event, and the version of its text when it got it.
  var stay: (feature: String, version: Int)?
  /// Checks large texts.
  var checks = Background<EditorCheck, EditorCheck.Finding>()

  var subject: EditorSubject?
  var subjectKey: SubjectKey?

  /// What a subject depends on.
  struct SubjectKey: Equatable, Sendable {
    let feature: String
    let manifest: Workspace.Identity
    let channel: ExactText?
    let enrolled: EffectiveFeature?
    let preferences: NameTable<JSONValue>
  }

  /// A text that no editor in sight shows, and what it was checked against.
  struct CheckedDraft: Equatable, Sendable {
    let text: String
    let manifest: Workspace.Identity
    let channel: ExactText?
  }

  /// Nothing is edited.
  package init() {}
}

/// A value that is typed in its row of the table.
struct ValueEntry: Equatable, Sendable {
  /// The feature.
  package var feature: String
  /// The value's path.
  package var path: JSONPath
  /// Its type; nil where the manifest gives none.
  package var type: VariableType?
  /// What is typed.
  package var field: TextField
  /// Why that cannot be set; nil where it can.
  package var refusal: String?

  /// The value that is typed; nil where it is no value of the type.
  var value: JSONValue? { Self.value(field.text, as: type) }

  private static func value(_ text: String, as type: VariableType?) -> JSONValue? {
    switch type {
    case .string, .text, .image, .alias, .enumeration: .string(text)
    // No app reads an Int from a fraction.
    case .int: (try? JSONValue.parse(text)).flatMap { $0.integerValue == nil ? nil : $0 }
    case .option(let inner): text == "null" ? .null : value(text, as: inner)
    default: try? JSONValue.parse(text)
    }
  }

  /// The text with which a value begins to be typed.
  static func text(of value: JSONValue, as type: VariableType?) -> String {
    switch type {
    case .option(let inner): value.isNull ? "null" : text(of: value, as: inner)
    default: value.stringValue ?? value.compact
    }
  }
}
