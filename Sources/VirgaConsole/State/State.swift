package import VirgaCanvas
import VirgaExperiments
package import VirgaHandoff
import VirgaJSON
import VirgaManifest
package import VirgaSession
package import VirgaSource
package import VirgaWorkbench

/// Everything the console knows: drawing it needs nothing else, and only `update` changes it.
package struct State: Sendable {
  /// What was decided when the console was started and can't be changed by using it.
  package struct Options: Sendable {
    /// Draws borders and marks with ASCII characters alone.
    package var isASCII = false
    /// Refuses everything that would change something.
    package var isReadOnly = false
    /// Why it does, and what would change that.
    package var readOnlyReason = "the session is read-only; start virga without --readonly to change it"
    /// What the header calls the manifest until it has been read.
    package var manifestName = ""
    /// Whether flags are all that there is: configurations of flags without a manifest.
    package var isFlagsOnly = false
    /// The manifest as it was named on the command line; empty for the embedded demo.
    package var manifestPath = ""
    /// The file that keeps the session, an absolute path; empty where none does.
    package var sessionFile = ""

    /// The options that name the session and its manifest to other commands, such as `--session FILE`.
    package var sessionWords: [String] = []
    /// The options of `virga flags` that name the files of flags that are shown.
    package var flagWords: [String] = []
    /// What the header calls the session; empty where it is the usual one of the manifest.
    package var sessionName = ""
    /// Whether the session ends with the console, so that leaving loses what was done.
    package var isInMemory = false
    /// The keys of the commands.
    package var keys = KeyMap()
    /// What operations say did them, such as `virga 4177`.
    package var process = "virga"
    /// The id of the client where the session has none yet, a random UUID in lower case.
    package var newClientID = "00000000-0000-4000-8000-000000000000"
    /// Whether what is done is noted as commands, for a recording.
    package var isRecorded = false
    /// The apps that a session can be handed to.
    package var handoffTargets = HandoffTarget.known

    /// The usual options.
    package init() {}
  }

  /// What was decided at the start.
  @Boxed package var options: Options
  /// What the console was started with, as far as it still counts.
  var start = Start()
  /// What is open.
  @Boxed package var workspace = Workspace()
  /// What the person tries out; changed through `perform` alone.
  package internal(set) var session = Session()
  /// What the session lays over the features.
  @Boxed package internal(set) var layers = SessionLayers(Session())
  /// What else follows from the session.
  var findings = SessionFindings()
  /// The channel whose defaults apply; nil if the manifest declares none.
  package var channel: String?
  /// Screen 1: the features.
  @Boxed var features = Features()
  /// The values of the selected feature.
  @Boxed var table = ValueTable()
  /// The config editors, and a value that is typed in its row.
  @Boxed var editing = Editing()
  /// Screen 2: every flag.
  @Boxed var flags = FlagList()
  /// Screen 3: channels side by side.
  @Boxed var channels = ChannelMatrix()
  /// Screen 4: recipes and what becomes of them.
  @Boxed package internal(set) var experiments = Experiments()
  /// Screen 5: what happened.
  @Boxed package internal(set) var events = EventLog()
  /// What is wrong in all files, as it was found after the last event.
  @Boxed var problems = Problems()
  /// What is searched for in a text.
  @Boxed var search = TextSearch()
  /// The panel that keys go to.
  package var focus = Panel.features
  /// Where jumps came from, and where going back came from.
  var trail = Trail()
  /// What lies over the screen, if anything.
  @Boxed var overlay: Picker?
  /// What is said in the status line.
  package var status: StatusMessage?
  /// What was said there before.
  package internal(set) var messages = MessageLog()
  /// What came from the keyboard, the mouse and the clock.
  package var input = ConsoleInput()
  /// What is read from files and written to them.
  @Boxed package internal(set) var files = OpenFiles()
  /// What the last event did, for a recording.
  @Boxed package internal(set) var recording = RunRecord()
  /// Where everything stands; computed after each event, so that one frame and the clicks on it agree.
  @Boxed var layout: Layout

  /// A console that has not read its manifest yet.
  package init(size: Size, options: Options = Options()) {
    self.options = options
    layout = Layout(size: size) { _ in [:] }
    events.own = options.process
    settle()
  }

  /// The size of the terminal.
  package var size: Size { layout.size }

  /// The selected feature.
  var selectedFeature: FeatureDefinition? {
    features.list.selected.flatMap { workspace.manifest?.feature($0.name) }
  }

  /// What is wrong in the channel on screen and in the files of flags and of recipes, what matters most first.
  package var currentProblems: [Problem] { problems.list.items.map(\.problem) }

  /// How many problems of a severity there are.
  func count(_ severity: Problem.Severity) -> Int { problems.count(severity) }

  /// How many problems ask for room on the screen: warnings alone for one line, hints for none.
  var shownProblemCount: Int {
    let (errors, warnings) = (count(.error), count(.warning))
    return errors > 0 ? errors + warnings : min(warnings, 1)
  }
}

extension State {
  /// Why the last command was refused or what went wrong; nil where nothing did.
  package var refusal: String? {
    guard let status, [.refusal, .failure].contains(status.kind) else { return nil }
    return status.text.plain
  }
}
