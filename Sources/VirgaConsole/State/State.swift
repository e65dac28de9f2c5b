package import VirgaCanvas
import VirgaExperiments
package import VirgaHandoff
import VirgaJSON
import VirgaManifest
package import VirgaSession
package import VirgaSource
package import VirgaWorkbench

/// The state of the console: drawing depends on nothing else, and only `update` changes it.
package struct State: Sendable {
  /// Options of the command line, which do not change while the console runs.
  package struct Options: Sendable {
    /// Whether to draw borders and marks only with ASCII characters.
    package var isASCII = false
    /// Whether to refuse all changes.
    package var isReadOnly = false
    /// Why changes are refused; nil if the command line says so.
    package var restriction: StoreRestriction?
    /// The manifest's name in the header until it is read.
    package var manifestName = ""
    /// Whether there are only flag configurations and no manifest.
    package var isFlagsOnly = false
    /// The manifest as named on the command line; empty for the embedded demo.
    package var manifestPath = ""
    /// The absolute path of the session's file; empty if there is none.
    package var sessionFile = ""

    /// The options that name the session and manifest for other commands, such as `--session FILE`.
    package var sessionArguments: [String] = []
    /// The options of `virga flags` that specify the shown flag files.
    package var flagFileArguments: [String] = []
    /// The session's name in the header; empty for the default session of the manifest.
    package var sessionName = ""
    /// Whether the session is lost when the console ends.
    package var isInMemory = false
    /// The keys of the commands.
    package var keys = KeyMap()
    /// The process name in operations, such as `virga 4177`.
    package var process = "virga"
    /// The client's id if the session has none yet: a random UUID in lower case.
    package var newClientID = "00000000-0000-4000-8000-000000000000"
    /// Whether to record commands.
    package var isRecorded = false
    /// The apps to which a session can be handed off.
    package var handoffTargets = HandoffTarget.known

    /// Creates the default options.
    package init() {}
  }

  /// The options of the command line.
  @Boxed package var options: Options
  /// What the console was started with, as far as it still counts.
  var start = Start()
  /// The open manifest.
  @Boxed package var workspace = Workspace()
  /// The session; only `perform` changes it.
  package internal(set) var session = Session()
  /// The layers of the session.
  @Boxed package internal(set) var layers = SessionLayers(Session())
  var findings = SessionFindings()
  /// The channel whose defaults apply; nil if the manifest declares none.
  package var channel: String?
  @Boxed var features = Features()
  @Boxed var table = ValueTable()
  @Boxed var editing = Editing()
  @Boxed var flags = FlagList()
  @Boxed var channels = ChannelMatrix()
  /// Screen 4: recipes and the client's status in them.
  @Boxed package internal(set) var experiments = Experiments()
  /// Screen 5: the event log.
  @Boxed package internal(set) var events = EventLog()
  @Boxed var problems = Problems()
  @Boxed var search = TextSearch()
  /// The panel that receives the keys.
  package var focus = Panel.features
  var navigation = NavigationHistory()
  @Boxed var overlay: Picker?
  /// The message in the status line.
  package var status: StatusMessage?
  /// The earlier messages.
  package internal(set) var messages = MessageLog()
  /// What came from the keyboard, the mouse and the clock.
  package var input = ConsoleInput()
  /// What is read from files and written to them.
  @Boxed package internal(set) var files = OpenFiles()
  /// What the last event did, for a recording.
  @Boxed package internal(set) var recording = RunRecord()
  /// Where everything stands; computed after each event, so that one frame and the clicks on it agree.
  @Boxed var layout: Layout

  /// Creates a console that has not read its manifest yet.
  package init(size: Size, options: Options = Options()) {
    self.options = options
    layout = Layout(size: size) { _ in [:] }
    events.own = options.process
    reconcile()
  }

  /// The size of the terminal.
  package var size: Size { layout.size }

  var selectedFeature: FeatureDefinition? {
    features.list.selected.flatMap { workspace.manifest?.feature($0.name) }
  }

  /// The problems in the current channel, the flag files and the recipes, most severe first.
  package var currentProblems: [Problem] { problems.all.map(\.problem) }

  func count(_ severity: Problem.Severity) -> Int { problems.count(severity) }
}

extension State {
  /// Why the last command was refused or failed; nil if it was not.
  package var refusal: String? {
    guard let status, [.refusal, .failure].contains(status.kind) else { return nil }
    return status.text.plain
  }

  var isInEditor: Bool { focus == .editor || focus == .merged }

  /// Whether the selected feature has a text to show: typed, edit or draft.
  var hasText: Bool {
    guard let id = selectedFeature?.id else { return false }
    return isInEditor || session[.edit, id] != nil || session[.draft, id] != nil
      || editing.editors[id]?.isChanged == true
  }

  var editor: ConfigEditor? { hasText ? selectedFeature.flatMap { editing.editors[$0.id] } : nil }

  /// The areas of the visible editor.
  var editorLayout: EditorLayout? {
    guard let area = layout.panels[.editor], let editor else { return nil }
    return EditorLayout(area, of: editor)
  }

  /// Changes the editor of the selected feature; returns its message.
  @discardableResult
  mutating func edit(_ change: (inout ConfigEditor) -> Void) -> Outcome {
    guard let id = selectedFeature?.id, var editor = editing.editors.removeValue(forKey: Name(id)) else { return [] }
    editor.message = nil
    change(&editor)
    editing.editors[id] = editor
    guard let message = editor.message else { return [] }
    return message.kind == .refusal ? .refused(message) : .done(saying: message)
  }
}
