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
  /// Options of the command line and of the configuration file.
  ///
  /// Only keys, theme and characters change while the console runs.
  package struct Options: Sendable {
    /// The configuration file as last read.
    package var config = ConsoleConfig()
    /// The theme that the console is drawn with.
    package var theme = Theme.standard
    /// Who chose the theme; nil if nobody did, so that it is `themeOfBackground`.
    package var themeChoice: ThemeChoice?
    /// The theme for the terminal's background, as far as that is known.
    package var themeOfBackground = Theme.standard
    /// Whether to draw borders and marks only with ASCII characters.
    package var isASCII = false
    /// Whether it prints lines instead of drawing a screen.
    package var isPlain = false
    /// Whether the command line asks for ASCII.
    package var isASCIIFromCommandLine = false
    package var isReadOnly = false
    /// Why changes are refused; nil if the command line says so.
    package var restriction: StoreRestriction?
    /// The manifest's name in the header until it is read.
    package var manifestName = ""
    /// Whether the manifest is the embedded demo.
    package var isDemo = false
    /// Whether there are only flag configurations and no manifest.
    package var isFlagsOnly = false
    /// The manifest as named on the command line; empty for the embedded demo.
    package var manifestPath = ""
    /// Whether the feature with most to tell is selected first, instead of the first one.
    package var startsWithMostToTell = false
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
    /// Whether the console starts with the flags as a debug build shows them.
    package var isDebugBuild = false
    package var keys = KeyMap()
    /// The process name in operations, such as `virga 4177`.
    package var process = "virga"
    /// When the console started; what other consoles did before is by "an earlier console".
    package var startTime = Instant.epoch
    /// The id of the last event that the session had at the start; 0 without events.
    ///
    /// The times of events do not tell which were before the start: they are those of the client's
    /// clock, which can be moved.
    package var lastEarlierEventID: Int64 = 0
    /// The client's id if the session has none yet: a random UUID in lower case.
    package var newClientID = "00000000-0000-4000-8000-000000000000"
    /// The apps to which a session can be handed off.
    package var handoffTargets = HandoffTarget.known
    /// Where the live recipes of apps are, for names such as `nimbus:fenix`.
    package var recipeCollections = RecipeCollection.known
    /// The attributes that expressions may read besides the known ones.
    package var attributes: Set<Name> = []
    /// The variables of manifests whose texts are expressions, such as `messaging.triggers`.
    package var expressions: Set<Name> = []

    package init() {}
  }

  /// What all screens read.
  package var shared: Shared

  // The screens.

  var features = FeaturesScreen()
  var flags = FlagsScreen()
  var channels = ChannelsScreen()
  package internal(set) var experiments = ExperimentsScreen()
  package internal(set) var events = EventsScreen()

  // Where the person is, and what the console says.

  var navigation = NavigationHistory()
  /// The list over the screen.
  var overlay: Picker?
  var search = TextSearch()
  package var status: StatusMessage?
  package internal(set) var messages = MessageLog()
  package internal(set) var files = FileStatus()
  /// What a guided tour has done so far; nil if there was none.
  package internal(set) var tour: TourTrace?
  /// Creates a console that has not read its manifest yet.
  package init(size: Size, options: Options = Options()) {
    shared = Shared(size: size, options: options)
    // The events screen tells this console's events from those of other processes.
    events.ownProcess = options.process
    events.lastEarlierEventID = options.lastEarlierEventID
    // Output without a screen hides and folds no events.
    if options.isPlain { events.listAll() }
    refresh()
  }

  /// The view of the focused panel.
  var view: (any PanelView)? { screen.view(of: focus) }

  /// The number of rows that a panel shows at once; 0 for a panel of another screen.
  func height(of panel: Panel) -> Int { screen.view(of: panel)?.visibleRowCount(in: self) ?? 0 }

  /// The problems in all channels, the flag files, the recipes and the edits, most severe first.
  package var currentProblems: [Problem] { problems.all.map(\.problem) }

  /// The title of the terminal's window or tab; begins with the manifest, as tabs cut titles.
  package var windowTitle: DisplayText {
    DisplayText("\(workspace.manifest?.title ?? options.manifestName): \(screen.title) - virga")
  }
}

/// The state of reading and writing files.
package struct FileStatus: Sendable {
  /// The progress of background work; nil while none runs.
  package internal(set) var work: DisplayText?
  /// The progress of reading manifests; nil while none is read.
  package internal(set) var reading: DisplayText?
  /// The message about reading the manifest again, shown once its problems are found.
  var reloadMessage: StatusMessage?
  /// Whether the person ended the first reading, so that there is nothing to show.
  var isFirstReadingCanceled = false
  /// Whether the session is no longer saved, because writing its file failed.
  var isSessionLost = false
  /// The file that was not written because there is one already.
  var outputAwaitingAnswer: OutputFile?
  /// The session when it was last exported, and the file as the person named it.
  var lastExport: (session: Session, file: String)?
  /// The text that was copied last, and its name in messages.
  var copied: (text: String, what: String)?
  /// The folder that was listed for the command line, as in `manifests/`, and the sorted names in
  /// it; names of folders end with a `/`.
  var folderListing: (folder: String, names: [String])?
  /// The names among these of files that begin like an exported session.
  var listedSessions: [String] = []
}
