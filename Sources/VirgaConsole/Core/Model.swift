package import VirgaCanvas
package import VirgaJSON
import VirgaManifest
package import VirgaSession
package import VirgaSource
package import VirgaTargeting
package import VirgaWorkbench

/// The state of the console: drawing depends on nothing else, and only `update` changes it.
///
/// Initializers borrow it where they can: they own their parameters otherwise, which copies
/// hundreds of fields.
package struct Model: Sendable {
  /// Options of the command line, which do not change while the console runs.
  package struct Options: Sendable {
    /// Whether to draw borders and marks only with ASCII characters.
    package var isASCII = false
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
    package var keys = KeyMap()
    /// The process name in operations, such as `virga 4177`.
    package var process = "virga"
    /// The client's id if the session has none yet: a random UUID in lower case.
    package var newClientID = "00000000-0000-4000-8000-000000000000"
    /// The apps to which a session can be handed off.
    package var handoffTargets = HandoffTarget.known
    /// The attributes that expressions may read besides the known ones.
    package var attributes: Set<Name> = []

    package init() {}
  }

  // What all screens share.

  package var options: Options
  var startup = StartupRequest()
  package var workspace = Workspace()
  /// The session; only `perform` changes it.
  package internal(set) var session = Session()
  package internal(set) var layers = SessionLayers(Session())
  var issues = SessionIssues()
  var problems = ProblemIndex()
  /// The apps that have the session open, in the order in which they connected.
  var apps: [ComparedApp] = []
  /// The channel whose defaults apply; nil if the manifest declares none.
  package var channel: String?
  /// The flags with what the session stores for them; nil until something needs them.
  package var sessionFlags: SessionFlags? { flags.flags }

  // The screens.

  var features = FeaturesScreen()
  var flags = FlagsScreen()
  var channels = ChannelsScreen()
  package internal(set) var experiments = ExperimentsScreen()
  package internal(set) var events = EventsScreen()

  // Where the person is, and what the console says.

  /// The panel that receives the keys.
  package var focus = Panel.features
  var navigation = NavigationHistory()
  /// The list over the screen.
  var overlay: Picker?
  var search = TextSearch()
  package var status: StatusMessage?
  package internal(set) var messages = MessageLog()
  package var input = ConsoleInput()
  package internal(set) var files = FileStatus()
  /// What a guided tour has done so far; nil if there was none.
  package internal(set) var tour: TourTrace?
  /// The areas of the panels; computed after each event, so that one frame and the clicks on it
  /// agree.
  var layout: Layout

  /// Creates a console that has not read its manifest yet.
  package init(size: Size, options: Options = Options()) {
    self.options = options
    layout = Layout(size: size)
    events.own = options.process
    refresh()
  }

  package var size: Size { layout.size }
  package var screen: Screen { focus.screen }
  var definition: any ScreenDefinition.Type { screen.definition }
  var view: (any PanelView)? { definition.view(of: focus) }

  func height(of panel: Panel) -> Int { definition.view(of: panel)?.height(in: self) ?? 0 }

  /// The problems in all channels, the flag files, the recipes and the edits, most severe first.
  package var currentProblems: [Problem] { problems.all.map(\.problem) }

  /// The title of the terminal's window or tab; begins with the manifest, as tabs cut titles.
  package var windowTitle: DisplayText {
    DisplayText("\(workspace.manifest?.title ?? options.manifestName): \(screen.title) - virga")
  }
}

/// Startup options that are not used up yet.
struct StartupRequest: Sendable {
  /// The feature to select once the manifest was read.
  var feature: String?
  /// The channel that was named; it is shown until the session has one.
  var channel: String?
  /// The ids of the operations that added named recipes and attributes to the session; undo asks
  /// before it reverts one of these.
  var operations: Set<Int64> = []
  /// The ids among `operations` about which undo has asked.
  var asked: Set<Int64> = []
  /// The recipes and attributes that a read-only console added to the session that it shows.
  var shown: SessionOpening?
}

/// The latest input of keyboard, mouse and clock.
package struct ConsoleInput: Sendable {
  /// The time of the event that is being handled.
  package var now = Instant.epoch
  /// The keys of a sequence that is not complete.
  var pendingKeys: [KeyPress] = []
  /// The last press that may begin a double click; its time is since 1970.
  var lastClick: (point: Point, time: Duration)?
  /// Whether the mouse is the console's, rather than the terminal's.
  package var hasMouse = true
  /// Whether the person did anything since the manifest was read.
  var isUsed = false
  /// Whether the last command came from a script, where setting what is already set is not an
  /// error.
  var isInScript = false
  /// The keys of the hint line in the current contexts; nil before the first refresh.
  var hintKeys: HintKeys?
}

/// The state of reading and writing files.
package struct FileStatus: Sendable {
  /// The progress of background work; nil while none runs.
  package internal(set) var work: DisplayText?
  /// The progress of reading manifests; nil while none is read.
  package internal(set) var reading: DisplayText?
  /// The message about reading the manifest again, shown once its problems are found.
  var reload: StatusMessage?
  /// Whether the person ended the first reading, so that there is nothing to show.
  var isUnread = false
  /// Whether the session is no longer saved, because writing its file failed.
  var isSessionLost = false
  /// The file that was not written because there is one already.
  var unwritten: OutputFile?
  /// The session when it was last exported, and the file as the person named it.
  var written: (session: Session, file: String)?
  /// The text that was copied last, and its name in messages.
  var copied: (text: String, what: String)?
  /// The folder that was listed for the command line, as in `manifests/`, and the sorted names in
  /// it; names of folders end with a `/`.
  var listed: (folder: String, names: [String])?
}
