import VirgaCanvas
import VirgaManifest
import VirgaSource

/// Something a person can do, declared as data.
///
/// The key map, the hint line, the `?` overlay, the command line, scripts and the article about
/// keys all use the same table of commands, so that they always agree.
struct Command: Sendable {
  enum Availability: Equatable, Sendable {
    /// It can be run; the text names what it would act on, if that helps.
    case applies(String = "")
    /// It cannot be run; the message says why.
    case refused(StatusMessage)

    /// It can be run if there is at least one thing, and names their number.
    static func counting(_ count: Int, _ noun: String, else refusal: StatusMessage) -> Self {
      count == 0 ? .refused(refusal) : .applies(count.pluralizing(noun))
    }
  }

  /// What running it does besides what it returns.
  enum Kind: Sendable {
    case plain
    /// Changes more than the screen; a read-only console refuses it.
    case change
    /// Moves a cursor.
    case motion
    /// Goes elsewhere; `back` returns to where it was run.
    case jump
  }

  /// Where its keys apply, and its place in the hint line there.
  struct Place: Sendable {
    var context: Context
    /// A sequence has several presses.
    var keys: [[KeyPress]] = []
    /// Nil keeps it out of the hint line.
    var hintPlace: HintPlace?
  }

  /// How the hint line and a panel of keys show it.
  struct Hint: Sendable {
    /// The panel that lists it with its key; nil for none.
    var panel: Panel?
    /// Whether it is shown in a state in which it can be run; nil for always.
    var isShown: (@Sendable (Model) -> Bool)?
    /// The opposite command, if the hint line shows both as one.
    var opposite: String?
    /// Its title there; nil for that of the command.
    var title: String?
  }

  /// The verb that it belongs to; the command line then lists only the verb.
  struct Verb: Sendable {
    let name: String
    /// Whether it is what the verb does while the focus is in its context, as `edit-context` is for
    /// `edit`; if not, it is what the verb does with one kind of argument.
    let isChosenByFocus: Bool
  }

  /// An argument that completes what was typed, with a description.
  typealias Completion = (argument: String, detail: String)

  enum Argument: Sendable {
    /// One of the names that a state has; the command line lists the first matches.
    case oneOf(@Sendable (Model) -> [String])
    /// Completions of what was typed; other text is allowed too.
    case described(@Sendable (Model, _ typed: String) -> [Completion])
    /// The name of a file; `reads` describes such a file, nil if it is written. Other choices that
    /// the state offers come first; then the command line completes file names with one of the
    /// endings.
    case file(
      endings: [String], reads: String? = nil,
      besides: @Sendable (Model) -> [Completion] = { _ in [] })
    case text

    var isFile: Bool { if case .file = self { true } else { false } }

    /// The name of a manifest to read, or one of the choices that the state offers.
    static func manifest(_ besides: @escaping @Sendable (Model) -> [Completion]) -> Self {
      .file(endings: ["yaml", "yml"], reads: "a manifest", besides: besides)
    }
    static let feature = oneOf { $0.workspace.features.map(\.id) }
  }

  /// The argument that it takes.
  struct Parameter: Sendable {
    let argument: Argument
    /// Whether the command applies in any state if the argument names what it acts on.
    let suffices: Bool
  }

  struct Title: Sendable {
    let text: String
    /// What lists and the hint line say in a state; nil for `text`.
    var inState: (@Sendable (Model) -> String)?
  }

  typealias Run = @Sendable (inout Model, _ argument: String) -> Outcome
  /// The question to ask before a command runs with an argument; nil for none.
  typealias Asking = @Sendable (Model, _ argument: String) -> Picker?

  /// The name for scripts and the command line, such as `next-channel`.
  let name: String
  private(set) var title: Title
  private let action: Run
  private(set) var help = ""
  /// Where its keys apply: its own context first.
  private(set) var places = [Place(context: .everywhere)]
  /// Nil if it is a verb itself.
  private(set) var verb: Verb?
  private(set) var parameter: Parameter?
  /// What the command line proposes if the argument is missing; nil runs it without one.
  private var proposal: String?
  private(set) var kind = Kind.plain
  private(set) var hint = Hint()
  /// Whether what it acts on lets it be run, apart from read-only mode.
  private(set) var checkSubject: @Sendable (Model) -> Availability = { _ in .applies() }
  /// The question to ask before running it, unless the argument answers it; nil if it never asks.
  private(set) var asks: Asking?

  /// Creates a command that applies everywhere and has no key; the modifiers below add the rest.
  init(_ name: String, _ title: String, run: @escaping Run) {
    (self.name, self.title, self.action) = (name, Title(text: title), run)
  }

  /// Creates a command without an argument.
  init(_ name: String, _ title: String, run: @escaping @Sendable (inout Model) -> Outcome) {
    self.init(name, title) { model, _ in run(&model) }
  }

  /// Creates a command that only changes the state: no argument, no message, no effect.
  init(_ name: String, _ title: String, does change: @escaping @Sendable (inout Model) -> Void) {
    self.init(name, title) { model, _ in
      change(&model)
      return []
    }
  }

  // Commands of a screen change that screen alone, and read what all screens share.

  /// Creates a command that changes one screen: the one in the type of `run`.
  init<Screen: ConsoleScreen>(
    _ name: String, _ title: String,
    run: @escaping @Sendable (inout Screen, Shared, _ argument: String) -> Outcome
  ) {
    self.init(name, title) { model, argument in
      // Read first, because the model cannot be read while one of its screens is changed.
      let shared = model.shared
      return run(&model[keyPath: Screen.path], shared, argument)
    }
  }

  /// Creates a command that changes one screen; `on` gives the screen's type to a closure that does
  /// not name it, such as `{ screen, _, _ in … }`.
  init<Screen: ConsoleScreen>(
    _ name: String, _ title: String, on _: Screen.Type,
    run: @escaping @Sendable (inout Screen, Shared, _ argument: String) -> Outcome
  ) {
    self.init(name, title, run: run)
  }

  /// Creates a command without an argument that changes the given screen.
  init<Screen: ConsoleScreen>(
    _ name: String, _ title: String, on _: Screen.Type,
    run: @escaping @Sendable (inout Screen, Shared) -> Outcome
  ) {
    self.init(name, title) { (screen: inout Screen, shared, _) in run(&screen, shared) }
  }

  /// Runs it, or opens the command line if it asks for its argument and that is missing.
  ///
  /// The form of a verb opens the command line with the name of its verb.
  func run(_ model: inout Model, _ argument: String) -> Outcome {
    guard argument.isEmpty, let proposal else { return action(&model, argument) }
    return .prompt("\(verbName) ", proposing: proposal)
  }

  /// Its own context; a script that runs it goes to that screen.
  var context: Context { places[0].context }
  /// The keys in its own context.
  var keys: [[KeyPress]] { places[0].keys }
  /// Nil if it takes none.
  var argument: Argument? { parameter?.argument }
  /// Whether it changes more than the screen; a read-only console then refuses it.
  var isMutating: Bool { kind == .change }

  /// Its title in lists and in the hint line, which may depend on the state.
  func title(in model: Model) -> String { title.inState?(model) ?? title.text }

  /// Whether the argument names what the command acts on, instead of the cursor; a file is only the
  /// destination.
  var argumentNamesSubject: Bool { argument.map { !$0.isFile } == true }

  /// The command to run in the focus: the form of a verb, such as `drop-context` of `drop`, or else
  /// the command itself.
  ///
  /// A verb with an argument that names what it acts on, such as `drop` with `edit homescreen`,
  /// runs itself: the focus does not matter then. `yes` names nothing; it only answers the question
  /// before the command.
  func resolved(in focus: Panel, for argument: String = "") -> Command {
    let actsOnCursor = argument.isEmpty || argument == "yes" || !argumentNamesSubject
    guard actsOnCursor else { return self }
    return CommandTable.form(of: name, in: focus) ?? self
  }

  /// Whether it only moves a cursor, types, or acts on a list over the screen: the message of the
  /// last action then stays.
  var isMotion: Bool {
    if case .typing = context { return true }
    return kind == .motion || context == .picker
  }

  /// Whether the command can be run in `model` with an argument, read-only mode included.
  func availability(in model: Model, for argument: String = "") -> Availability {
    if isMutating && model.options.isReadOnly {
      return .refused(.readOnly(model.options.restriction))
    }
    // An argument that names what it acts on replaces the item under the cursor. Without one, the
    // command's own condition decides, which looks at that item.
    let argumentSuffices = parameter?.suffices == true && !argument.isEmpty
    return argumentSuffices ? .applies() : checkSubject(model)
  }

  /// The first of its contexts, its own preferred, that is among `contexts`; nil if none is.
  func applicableContext(in contexts: [Context]) -> Context? {
    places.first { contexts.contains($0.context) }?.context
  }

  /// The place of the command in the hint line while `contexts` apply, nearest first; nil keeps it
  /// out.
  func hintPlace(in contexts: [Context]) -> HintPlace? {
    for context in contexts {
      let place = places.first { $0.context == context && $0.hintPlace != nil }
      if let place { return place.hintPlace }
    }
    return nil
  }
}

// Modifiers that declare a command, in any order: each returns the command with one property
// changed; the properties say more.
extension Command {
  /// Keys written as in `Ctrl-D` or `y v`.
  func keys(_ keys: String...) -> Command { self.keys(keys) }
  /// Keys in its own context, each written as in `Ctrl-D` or `y v`.
  func keys(_ keys: [String]) -> Command { with { $0.ownPlace.keys = keys.map(Self.presses) } }
  /// Its own context, in place of `everywhere`.
  func `in`(_ context: Context) -> Command { with { $0.ownPlace.context = context } }
  /// Adds a context to its own, with the keys and the place in the hint line there.
  func near(_ context: Context, _ keys: String..., hint: HintPlace? = nil) -> Command {
    let place = Place(context: context, keys: keys.map(Self.presses), hintPlace: hint)
    return with { $0.places.append(place) }
  }
  /// Makes it what a verb does in its context.
  func form(of verb: String) -> Command {
    with { $0.verb = Verb(name: verb, isChosenByFocus: true) }
  }
  /// Makes it what a verb does with one kind of argument, as `go` does with the name of a flag.
  func part(of verb: String) -> Command {
    with { $0.verb = Verb(name: verb, isChosenByFocus: false) }
  }
  /// The argument that it takes, and whether the command applies in any state if the argument names
  /// what it acts on.
  func argument(_ argument: Argument, suffices: Bool = false) -> Command {
    with { $0.parameter = Parameter(argument: argument, suffices: suffices) }
  }
  /// Says that it changes more than the screen, so that a read-only console refuses it.
  func mutating() -> Command { with { $0.kind = .change } }
  /// Says that it moves a cursor (`motion`) or goes elsewhere (`jump`).
  func moves(_ kind: Kind) -> Command { with { $0.kind = kind } }
  /// Shows the command in the hint line while its own context applies: as far to the left as
  /// `place` says, and only in states for which `isShown` is true; nil leaves the condition as it
  /// is.
  func hint(_ place: HintPlace, when isShown: (@Sendable (Model) -> Bool)? = nil) -> Command {
    with {
      $0.ownPlace.hintPlace = place
      if let isShown { $0.hint.isShown = isShown }
    }
  }
  /// The states in which the hint line shows it.
  func hint(when isShown: @escaping @Sendable (Model) -> Bool) -> Command {
    with { $0.hint.isShown = isShown }
  }
  /// The panel that lists it with its key, in the order of the table.
  func listed(in panel: Panel) -> Command { with { $0.hint.panel = panel } }
  /// The name of the opposite command; the hint line shows both as one, with two keys: `N n`.
  func opposite(_ name: String) -> Command { with { $0.hint.opposite = name } }
  /// A shorter title for the hint line.
  func short(_ title: String) -> Command { with { $0.hint.title = title } }
  /// Its title in lists and in the hint line, depending on the state.
  func titled(_ title: @escaping @Sendable (Model) -> String) -> Command {
    with { $0.title.inState = title }
  }
  /// Whether it can be run, and what it acts on, or why it cannot be run.
  func when(_ availability: @escaping @Sendable (Model) -> Availability) -> Command {
    with { $0.checkSubject = availability }
  }
  /// The command as one that can be run while a condition holds, and is refused otherwise.
  func when(_ holds: @escaping @Sendable (Model) -> Bool, else refusal: StatusMessage) -> Command {
    when { holds($0) ? .applies() : .refused(refusal) }
  }
  /// The command, which can be run only while `subject` names what it acts on; while that is nil,
  /// it is refused.
  func when(
    _ subject: @escaping @Sendable (Model) -> String?, else refusal: StatusMessage
  ) -> Command {
    when { model in subject(model).map { .applies($0) } ?? .refused(refusal) }
  }
  /// Opens the command line if the argument is missing, with a proposed file.
  func prompts(_ proposal: String = "") -> Command { with { $0.proposal = proposal } }
  /// The question to ask before it runs; `question` returns nil if none is needed.
  func asks(_ question: @escaping Asking) -> Command { with { $0.asks = question } }
  /// A sentence about it, for lists and the article about keys.
  func help(_ help: String) -> Command { with { $0.help = help } }

  /// The first of its places, which is in its own context.
  private var ownPlace: Place {
    get { places[0] }
    set { places[0] = newValue }
  }

  /// A copy of the command with a change.
  private func with(_ change: (inout Command) -> Void) -> Command {
    var command = self
    change(&command)
    return command
  }

  /// The presses of a sequence such as `y v`; empty if one of the keys is unknown, instead of a
  /// shorter sequence.
  static func presses(_ sequence: String) -> [KeyPress] {
    let presses = sequence.split(separator: " ").map { KeyPress(String($0)) }
    return presses.contains(nil) ? [] : presses.compactMap(\.self)
  }
}
