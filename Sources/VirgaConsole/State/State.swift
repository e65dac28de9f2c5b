package import VirgaCanvas
import VirgaExperiments
package import VirgaHandoff
import VirgaJSON
import VirgaManifest
package import VirgaSession
package import VirgaSource
package import VirgaTargeting
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

  /// The size of the terminal.
  package var size: Size
  /// What was decided at the start.
  @Boxed package var options: Options
  /// What is open.
  @Boxed package var workspace = Workspace()
  /// What the person tries out; changed through `perform` alone.
  package internal(set) var session = Session()
  /// What the session lays over the features.
  @Boxed package internal(set) var layers = SessionLayers(Session())
  /// The edits and forced branches that do not fit the manifest or the recipes, with the reason.
  package internal(set) var orphans: [EntryKey: String] = [:]
  /// The configs of branches that count and do not fit the manifest.
  var misfits = BranchMisfits()
  /// What was changed of the client, which is no override.
  var clientChanges = ClientChanges()
  /// Rises with everything that becomes of the session.
  var sessionGeneration = 0
  /// Whether the session is kept nowhere any more, because its file failed.
  var isSessionLost = false
  /// The time of the event that is being taken.
  package var now = Instant.epoch
  /// The channel whose defaults apply; nil where the manifest declares none.
  package var channel: String?
  /// Screen 1: the features.
  @Boxed var features = Features()
  /// The values of the selected feature.
  @Boxed var table = ValueTable()
  /// Screen 3: channels side by side.
  @Boxed var channels = ChannelMatrix()
  /// Screen 4: recipes and what becomes of them.
  @Boxed package internal(set) var experiments = Experiments()
  /// Screen 5: what happened.
  @Boxed package internal(set) var events = EventLog()
  /// What is searched for in a text.
  @Boxed var search = TextSearch()
  /// The config editors, and a value that is typed in its row.
  @Boxed var editing = Editing()
  /// Screen 2: every flag.
  @Boxed var flags = FlagList()
  /// What is wrong in the files of recipes that were read.
  var recipeProblems: [Problem] = []
  /// The recipes of files that could not be read.
  var unreadRecipes: [UnreadRecipe] = []
  /// The errors in files of flags that were told of.
  var toldFlagErrors: [Problem] = []
  /// What is wrong in all files, as it was found after the last event.
  @Boxed var problems = Problems()
  /// The details of what is under the cursor of screen 1.
  var details = TextScroll()
  /// The panel that keys go to.
  package var focus = Panel.features
  /// The panel that had the focus when a screen was left.
  var lastFocus: [Screen: Panel] = [:]
  /// Whether the details, while they have the focus, are about the feature and not about its value.
  var isAboutFeature = false
  /// What lies over the screen, if anything.
  @Boxed var overlay: Picker?
  /// The file that was not written because there is one already.
  @Boxed var unwritten: FileDraft?
  /// The session as it was written to a file last.
  var written: WrittenSession?
  /// What was copied last.
  var copied: Copied?
  /// The session that was read from a file and is to be confirmed.
  @Boxed var waitingImport: WaitingImport?
  /// The files that the command line completes.
  var files: ListedFiles?
  /// The channels that the command line completes.
  var listedChannels: ListedChannels?
  /// How far work beside is; nil while there is none.
  package internal(set) var work: DisplayText?
  /// How far the reading of manifests is; nil while none goes on.
  package internal(set) var reading: DisplayText?
  /// Whether the person ended the first reading, so that there is nothing to show.
  var isUnread = false
  /// What is said in the status line.
  package var status: StatusMessage?
  /// What was said there before.
  var messages = MessageLog()
  /// Where jumps came from, and where going back came from.
  var trail = Trail()
  /// What a guided tour says.
  package internal(set) var caption: TourCaption?
  /// What a guided tour has done so far; nil if there was none.
  package internal(set) var tour: TourTrace?
  /// The commands that were run by the last event, as a script would hold them.
  package internal(set) var performed: [Recording.Line] = []
  /// Where the commands that were recorded so far lead.
  @Boxed var recordedPlace: RecordedPlace?
  var runDepth = 0
  /// What the command that runs is recorded as, if that is not how it was run.
  var recordedAs: [Invocation]?
  /// Whether the last command came from a script, where setting what is already set is not an error.
  var isInScript = false
  /// The keys of a sequence that is not complete.
  var pendingKeys: [KeyPress] = []
  /// The press of the button that a second one would make a double click.
  var lastClick: Click?
  /// Whether a key, a click or a command did anything since the manifest is shown.
  var isUsed = false
  /// Whether the mouse is ours.
  package var hasMouse = true

  var wantedFeature: String?
  /// The channel that was named at the start; it counts until the session says otherwise.
  var startChannel: String?
  var problemWasVisited = false
  /// The operations by which what was named at the start was taken in; undo says so before it takes one back.
  var openingOperations: Set<Int64> = []
  /// Those of them before which undo has asked.
  var askedOpenings: Set<Int64> = []
  /// What a read-only console took when it opened.
  var shownOpening: SessionOpening?

  /// Where everything stands; made anew after each event, so that one frame and the clicks on it agree.
  @Boxed var layout: Layout
  /// What the hint line may name where keys go.
  var hintKeys = Derived<HintKeys.Place, HintKeys>()

  /// A console that has not read its manifest yet.
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

  /// What is wrong in the channel on screen and in the files of flags and of recipes, what matters most first.
  package var currentProblems: [Problem] { problems.all.map(\.problem) }

  /// How many problems of a severity there are.
  func count(_ severity: Problem.Severity) -> Int { problems.count(severity) }
}

extension State {
  /// Why the last command was refused or what went wrong; nil where nothing did.
  package var refusal: String? {
    guard let status, [.refusal, .failure].contains(status.kind) else { return nil }
    return status.text.plain
  }
}
