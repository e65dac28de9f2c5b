package import VirgaCanvas
import VirgaFlags
import VirgaManifest
package import VirgaSession
import VirgaSource
package import VirgaTargeting
package import VirgaWorkbench

/// What all screens read: the manifest, the session, what follows from both, and where the person
/// is.
///
/// No screen changes it. A command of a screen returns an `Outcome` instead: with an operation on
/// the session, or with the panel or item to go to.
package struct Shared: Sendable {
  package var options: Model.Options
  var startup = StartupRequest()
  package var workspace = Workspace()
  /// The session; only `perform` changes it.
  package internal(set) var session = Session()
  package internal(set) var layers = SessionLayers(Session())
  var issues = SessionIssues()
  /// The changes of the client's attributes, clock, participation and behavioral events, which are
  /// not overrides.
  var clientChanges = ClientChanges()
  var problems = ProblemIndex()
  /// The flags of manifest and files, and what they resolve to.
  var flags = FlagResolution()
  /// The apps that have the session open, in the order in which they connected.
  var apps: [ComparedApp] = []
  /// The channel whose defaults apply; nil if the manifest declares none.
  package var channel: String?
  /// The panel that receives the keys.
  package var focus = Panel.features
  package var input = ConsoleInput()
  /// The contexts of the commands that keys can run, nearest first, as of the last event.
  var keyContexts: [Command.Context] = []
  /// The areas of the panels; computed after each event, so that one frame and the clicks on it
  /// agree.
  var layout: Layout

  /// The state before anything was read.
  init(size: Size, options: Model.Options) {
    self.options = options
    layout = Layout(size: size)
    // Only the initial value: a command toggles it.
    flags.isDebugBuild = options.isDebugBuild
  }

  package var size: Size { layout.size }
  package var screen: Screen { focus.screen }
  /// The resolved flags; nil before there is a manifest.
  package var sessionFlags: SessionFlags? { flags.resolved(self) }
  /// The flags as they are defined; nil before there is a manifest.
  var flagCatalogue: FlagCatalogue? { flags.catalogue(of: workspace) }
  /// The number of all flags; 0 before a manifest is loaded.
  var flagCount: Int { flagCatalogue?.flags.count ?? 0 }
  /// The ids of all flags, in the order of the catalogue.
  var flagIDs: [String] { flagCatalogue?.flags.map(\.id) ?? [] }
  /// The problems in the files that define flags.
  var flagProblems: [Problem] { flagCatalogue?.problems ?? [] }

  /// What operations on the session need, such as the process that they name as theirs: this
  /// console, for example `virga 4177`.
  package var operationContext: OperationContext {
    var operationContext = OperationContext(
      manifest: workspace.manifest, channel: channel, time: input.now, process: options.process,
      newClientID: options.newClientID)
    // Without a restriction of the store, the person asked for a read-only console.
    if options.isReadOnly {
      operationContext.readOnlyReason = "\(options.restriction ?? .readOnlyRequested)"
    }
    return operationContext
  }

  /// The operations that are possible now.
  package var operations: Operations { session.operations(in: operationContext) }

  /// The key that runs a command, or else its name, for a sentence: `u` or `:undo`.
  ///
  /// - Parameter panel: The panel that will have the focus; nil for the one that has it.
  func keyName(of name: String, at panel: Panel? = nil) -> String {
    keyName(of: name, in: panel.map { Command.Context.of($0) } ?? keyContexts)
  }

  /// The key that runs a command, preferably one that works in `contexts`, or else its name, for a
  /// sentence: `u` or `:undo`.
  ///
  /// A verb such as `edit` has a key only through its forms, such as `choose-value`. The form for
  /// the focused panel counts, whatever `contexts` are; without one, the verb's first form.
  func keyName(of name: String, in contexts: [Command.Context]) -> String {
    // For a verb, this is its form for the focused panel, or the verb itself without such a form.
    guard let found = CommandTable.command(named: name, in: focus) else { return ":\(name)" }
    let hasNoFormHere = found.name == name
    // Nil for a command that is not a verb: it has no forms at all. Forms that the argument
    // chooses, not the focus, do not count.
    let firstForm =
      hasNoFormHere
      ? CommandTable.commands(ofVerb: name).first { $0.verb?.isChosenByFocus == true } : nil
    let keys = options.keys.keys(naming: firstForm ?? found, in: contexts)
    return keys.map { $0.map(\.description).joined(separator: " ") } ?? ":\(name)"
  }

  /// Reports that everything is already as requested; in a script this is not an error.
  func alreadyDone(_ message: StatusMessage) -> Outcome {
    .says(input.isInScript ? message.asNote : message)
  }
}

// What all screens share, by its own name: it can be read here, and changed only through `shared`.
extension Model {
  package var options: Options { shared.options }
  var startup: StartupRequest { shared.startup }
  package var workspace: Workspace { shared.workspace }
  package var session: Session { shared.session }
  package var layers: SessionLayers { shared.layers }
  var issues: SessionIssues { shared.issues }
  var clientChanges: ClientChanges { shared.clientChanges }
  var problems: ProblemIndex { shared.problems }
  var apps: [ComparedApp] { shared.apps }
  package var channel: String? { shared.channel }
  package var focus: Panel { shared.focus }
  package var input: ConsoleInput { shared.input }
  var layout: Layout { shared.layout }
  package var size: Size { shared.size }
  package var screen: Screen { shared.screen }
  package var sessionFlags: SessionFlags? { shared.sessionFlags }
  package var operationContext: OperationContext { shared.operationContext }
}

/// Startup options that are not used up yet.
struct StartupRequest: Sendable {
  /// The feature to select once the manifest was read.
  var feature: String?
  /// The feature that the console selected, because none was named.
  var chosenFeature: String?
  /// The channel that was named; it is shown until the session has one.
  var channel: String?
  /// The ids of the operations that added named recipes and attributes to the session; undo asks
  /// before it reverts one of these.
  var operationIDs: Set<Int64> = []
  /// The ids among `operationIDs` about which undo has asked.
  var askedOperationIDs: Set<Int64> = []
  /// The recipes and attributes that a read-only console added to the session that it shows.
  var readOnlyOpening: SessionOpening?
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
  var hasPersonActed = false
  /// Whether the last command came from a script, where setting what is already set is not an
  /// error.
  var isInScript = false
  /// The keys of the hint line in the current contexts; nil before the first refresh.
  var hintKeys: HintKeys?
}
