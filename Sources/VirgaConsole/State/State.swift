package import VirgaCanvas
import VirgaExperiments
package import VirgaHandoff
import VirgaJSON
import VirgaManifest
package import VirgaSession
package import VirgaSource
package import VirgaTargeting
package import VirgaWorkbench

/// The state of the console: drawing depends on nothing else, and only `update` changes it.
package struct State: Sendable {
  /// Options of the command line, which do not change while the console runs.
  package struct Options: Sendable {
    /// Whether to draw borders and marks only with ASCII characters.
    package var isASCII = false
    /// Whether to refuse all changes.
    package var isReadOnly = false
    /// Why changes are refused, and how to allow them.
    package var readOnlyReason = "the session is read-only; start virga without --readonly to change it"
    /// The manifest's name in the header until it is read.
    package var manifestName = ""
    /// Whether there are only flag configurations and no manifest.
    package var isFlagsOnly = false
    /// The manifest as named on the command line; empty for the embedded demo.
    package var manifestPath = ""
    /// The absolute path of the session's file; empty if there is none.
    package var sessionFile = ""

    /// The options that name the session and manifest for other commands, such as `--session FILE`.
    package var sessionWords: [String] = []
    /// The options of `virga flags` that specify the shown flag files.
    package var flagWords: [String] = []
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

  /// The size of the terminal.
  package var size: Size
  /// The options of the command line.
  @Boxed package var options: Options
  /// The open manifest.
  @Boxed package var workspace = Workspace()
  /// The session; only `perform` changes it.
  package internal(set) var session = Session()
  /// The layers of the session.
  @Boxed package internal(set) var layers = SessionLayers(Session())
  /// The orphaned edits and forced branches, with the reason.
  package internal(set) var orphans: [EntryKey: String] = [:]
  /// The configs of active branches that do not match the manifest.
  var misfits = BranchMisfits()
  /// The changes of the client, which are not overrides.
  var clientChanges = ClientChanges()
  /// Increases with every change of the session.
  var sessionGeneration = 0
  /// Whether the session can no longer be saved because its file failed.
  var isSessionLost = false
  /// The time of the current event.
  package var now = Instant.epoch
  /// The channel whose defaults apply; nil if the manifest declares none.
  package var channel: String?
  /// Screen 1: the features.
  @Boxed var features = Features()
  /// The values of the selected feature.
  @Boxed var table = ValueTable()
  /// Screen 3: channels side by side.
  @Boxed var channels = ChannelMatrix()
  /// Screen 4: recipes and the client's status in them.
  @Boxed package internal(set) var experiments = Experiments()
  /// Screen 5: the event log.
  @Boxed package internal(set) var events = EventLog()
  /// The search in a text.
  @Boxed var search = TextSearch()
  /// The config editors, and a value being typed in its row.
  @Boxed var editing = Editing()
  /// Screen 2: every flag.
  @Boxed var flags = FlagList()
  /// The problems of the recipe files.
  var recipeProblems: [Problem] = []
  /// The recipes that could not be read.
  var unreadRecipes: [UnreadRecipe] = []
  /// The errors in flag files that were reported.
  var toldFlagErrors: [Problem] = []
  /// The problems of all files after the last event.
  @Boxed var problems = Problems()
  /// The scroll position of screen 1's details.
  var details = TextScroll()
  /// The panel that receives the keys.
  package var focus = Panel.features
  /// The panel that had the focus when each screen was left.
  var lastFocus: [Screen: Panel] = [:]
  /// Whether the focused details are about the feature instead of its value.
  var isAboutFeature = false
  /// The list over the screen.
  @Boxed var overlay: Picker?
  /// The file that was not written because it exists.
  @Boxed var unwritten: FileDraft?
  /// The session when it was last written to a file.
  var written: WrittenSession?
  /// The last copied text.
  var copied: Copied?
  /// The session that was read from a file and waits for confirmation.
  @Boxed var waitingImport: WaitingImport?
  /// The files to complete on the command line.
  var files: ListedFiles?
  /// The channels to complete on the command line.
  var listedChannels: ListedChannels?
  /// The progress of background work; nil if there is none.
  package internal(set) var work: DisplayText?
  /// The progress of reading manifests; nil if none are being read.
  package internal(set) var reading: DisplayText?
  /// Whether the person canceled the first reading, so that there is nothing to show.
  var isUnread = false
  /// The message in the status line.
  package var status: StatusMessage?
  /// The earlier messages.
  var messages = MessageLog()
  /// The places that jumps and going back left.
  var trail = Trail()
  /// The caption of a guided tour.
  package internal(set) var caption: TourCaption?
  /// The changes that a guided tour made; nil if there was none.
  package internal(set) var tour: TourTrace?
  /// The commands that the last event ran, as script lines.
  package internal(set) var performed: [Recording.Line] = []
  /// The place to which replaying the recorded commands so far leads.
  @Boxed var recordedPlace: RecordedPlace?
  var runDepth = 0
  /// The commands to record for the running command, if not itself.
  var recordedAs: [Invocation]?
  /// Whether the last command came from a script, where repeated settings are not errors.
  var isInScript = false
  /// The keys of an incomplete sequence.
  var pendingKeys: [KeyPress] = []
  /// The last mouse press, which a second one would make a double click.
  var lastClick: Click?
  /// Whether the person has done anything since the manifest was shown.
  var isUsed = false
  /// Whether the console has the mouse.
  package var hasMouse = true

  var wantedFeature: String?
  /// The channel from the command line; it applies until the session sets one.
  var startChannel: String?
  var problemWasVisited = false
  /// The operations from the command line; undo asks before it undoes one.
  var openingOperations: Set<Int64> = []
  /// Those operations about which undo has asked.
  var askedOpenings: Set<Int64> = []
  /// The recipes and attributes from the command line in a read-only console.
  var shownOpening: SessionOpening?

  /// The layout; computed after each event, so that frame and clicks agree.
  @Boxed var layout: Layout
  /// The commands for the hint line in the current contexts.
  var hintKeys = Derived<HintKeys.Place, HintKeys>()

  /// Creates a console that has not read its manifest yet.
  package init(size: Size, options: Options = Options()) {
    self.size = size
    self.options = options
    layout = Layout(size: size) { _ in [:] }
    events.own = options.process
    settle()
  }

  /// The selected feature.
  var selectedFeature: FeatureDefinition? {
    features.list.selected.flatMap { workspace.manifest?.feature($0.name) }
  }

  /// The problems in the current channel, the flag files and the recipes, most severe first.
  package var currentProblems: [Problem] { problems.list.items.map(\.problem) }

  /// The number of problems of a severity.
  func count(_ severity: Problem.Severity) -> Int { problems.count(severity) }

  /// The number of problems that need room: one line for warnings only, none for hints.
  var shownProblemCount: Int {
    let (errors, warnings) = (count(.error), count(.warning))
    return errors > 0 ? errors + warnings : min(warnings, 1)
  }
}

extension State {
  /// Why the last command was refused or failed; nil if it was not.
  package var refusal: String? {
    guard let status, [.refusal, .failure].contains(status.kind) else { return nil }
    return status.text.plain
  }
}
