import VirgaJSON
import VirgaManifest

/// The edits in progress on the Features screen: config editors and a single value.
struct Editing: Sendable {
  /// The editors by feature id; they are kept while the console runs, for undo.
  package internal(set) var editors: [Name: ConfigEditor] = [:]
  /// The relation of each text to the session, by feature id.
  var ties: [Name: SessionTie] = [:]
  /// The layers below each text when last synchronized, by feature id.
  var shownOver: [Name: SubjectKey] = [:]
  /// The features whose large drafts are being written in the background.
  var draftsUnderWay: Set<Name> = []
  /// Whether the console wants an event at the next pause in typing.
  var awaitsQuiet = false
  /// The number of features with unapplied text.
  var unapplied = 0
  /// Those features whose text has problems.
  package internal(set) var broken: Set<Name> = []
  /// Whether texts without a visible editor have problems, by feature id.
  var checkedDrafts: [Name: Derived<CheckedDraft, Bool>] = [:]
  /// The value being typed in its row.
  package internal(set) var value: ValueEntry?
  /// The feature whose editor had the focus after the last event.
  var typedIn: String?
  /// The background checks of large texts.
  var checks = Background<EditorCheck, EditorCheck.Finding>()

  var subject: EditorSubject?
  var subjectKey: SubjectKey?

  /// The input of an editor's subject.
  struct SubjectKey: Equatable, Sendable {
    var feature: String
    var generation: Int
    var session: Int
    var channel: String?
  }

  /// A text without a visible editor, and what it was checked against.
  struct CheckedDraft: Equatable, Sendable {
    let text: String
    let generation: Int
    let channel: Name?
  }

  /// Starts without any edit.
  package init() {}
}

/// The relation of a config editor's text to the session.
struct SessionTie: Equatable, Sendable {
  /// The edit that the text started from or was synchronized with; nil if there was none.
  var edit: JSONValue?
  /// The draft that the text continues; nil if there was none.
  var draft: String?
  /// The version of the text that the session holds as the edit or the draft.
  var version = 0
  /// A changed edit from elsewhere that the person was told about; null if it was removed.
  var foreignEdit: JSONValue?
  /// Whether a pause kept the draft without a message.
  var isKeptQuietly = false
  /// Whether the person was in the text, not only saw it.
  var wasEntered = false
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
  package var refusal: String?

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
