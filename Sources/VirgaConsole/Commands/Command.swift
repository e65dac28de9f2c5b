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

  enum Motion: Sendable {
    case cursor
    /// It goes elsewhere; `back` returns to where it was run.
    case jump
  }

  /// An argument that completes what was typed, with a description.
  typealias Completion = (argument: String, detail: String)

  enum Argument: Sendable {
    /// One of the names that a state has; the command line lists the first matches.
    case oneOf(@Sendable (Model) -> [String])
    /// Completions of what was typed; other text is allowed too.
    case described(@Sendable (Model, _ typed: String) -> [Completion])
    /// The name of a file; `reads` says what it is read as, nil if it is written. Other choices
    /// that the state offers come first; then the command line completes file names with one of the
    /// endings.
    case file(
      endings: [String], reads: String? = nil,
      besides: @Sendable (Model) -> [Completion] = { _ in [] })
    case text

    var isFile: Bool { if case .file = self { true } else { false } }

    static func manifest(_ besides: @escaping @Sendable (Model) -> [Completion]) -> Self {
      .file(endings: ["yaml", "yml"], reads: "a manifest", besides: besides)
    }
    static let feature = oneOf { $0.workspace.features.map(\.id) }
  }

  typealias Run = @Sendable (inout Model, _ argument: String) -> Outcome
  /// The question to ask before a command runs with an argument; nil for none.
  typealias Asking = @Sendable (Model, _ argument: String) -> Picker?

  /// The name for scripts and the command line, such as `next-channel`.
  let name: String
  let title: String
  private(set) var run: Run
  private(set) var help = ""
  /// The keys that run it; a sequence has several presses.
  private(set) var keys: [[KeyPress]] = []
  private(set) var context = Context.everywhere
  /// One more context, with the keys there and the priority in its hint line; nil keeps it out.
  private(set) var near: (context: Context, keys: [[KeyPress]], hint: Int?)?
  /// The verb of which it is a form or a part; the command line then lists only the verb.
  private(set) var verb: String?
  private(set) var isForm = false
  /// The argument; nil if it takes none.
  private(set) var argument: Argument?
  /// Whether it applies in any state if its argument names what it acts on.
  private(set) var argumentSuffices = false
  /// Whether it changes more than the screen; a read-only console then refuses it.
  private(set) var isMutating = false
  /// The kind of navigation; nil if it does something else.
  private(set) var motion: Motion?
  /// The priority in the hint line; nil keeps it out.
  private(set) var hint: Int?
  /// Whether the hint line shows it in a state in which it can be run; nil for always.
  private(set) var isHinted: (@Sendable (Model) -> Bool)?
  /// The opposite command, if the hint line shows both as one.
  private(set) var opposite: String?
  /// Its name in a state, in lists and the hint line; nil for ``title``.
  private(set) var shownTitle: (@Sendable (Model) -> String)?
  /// Its name in the hint line if there is little room.
  private(set) var short: String?
  private(set) var availability: @Sendable (Model) -> Availability = { _ in .applies() }
  /// The question to ask before running it, unless the argument answers it; nil if it never asks.
  private(set) var asks: Asking?

  /// Creates a command that applies everywhere and has no key; the modifiers below add the rest.
  init(_ name: String, _ title: String, run: @escaping Run) {
    (self.name, self.title, self.run) = (name, title, run)
  }

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

  /// Whether the argument names what the command acts on, instead of the cursor.
  var namesSubject: Bool { argument.map { !$0.isFile } == true }

  /// The command to run in the focus: a verb's form, unless the argument is specific.
  func resolved(in model: Model, for argument: String = "") -> Command {
    guard argument.isEmpty || argument == "yes" || !namesSubject else { return self }
    return CommandTable.form(of: name, in: model.focus) ?? self
  }

  /// Whether it only moves a cursor, in a list or in a line that is typed; the message stays then.
  var isMotion: Bool {
    if case .typing = context { return true }
    return motion == .cursor || context == .picker
  }

  /// Whether the command can be run in `model` with an argument, read-only mode included.
  func availability(in model: Model, for argument: String = "") -> Availability {
    if isMutating && model.options.isReadOnly {
      return .refused(.readOnly(model.options.restriction))
    }
    return argumentSuffices && !argument.isEmpty ? .applies() : availability(model)
  }

  /// The first of its contexts that is among `contexts`; nil if there is none.
  func applicableContext(in contexts: [Context]) -> Context? {
    contexts.contains(context)
      ? context : near.flatMap { contexts.contains($0.context) ? $0.context : nil }
  }

  /// Its priority in the hint line while `contexts` apply; nil keeps it out.
  func hint(in contexts: [Context]) -> Int? {
    if let near, let hint = near.hint, contexts.contains(near.context) { return hint }
    return contexts.contains(context) ? hint : nil
  }
}

// Modifiers that declare a command: each returns the command with one property changed; the
// properties say more.
extension Command {
  /// Keys written as in `Ctrl-D` or `y v`.
  func keys(_ keys: String...) -> Command { self.keys(keys) }
  func keys(_ keys: [String]) -> Command { with { $0.keys = keys.map(Self.presses) } }
  /// The context of its keys; a script that runs it goes to that screen.
  func `in`(_ context: Context) -> Command { with { $0.context = context } }
  func near(_ context: Context, _ keys: String..., hint: Int? = nil) -> Command {
    with { $0.near = (context, keys.map(Self.presses), hint) }
  }
  /// Makes it what a verb does in its context.
  func form(of verb: String) -> Command { with { ($0.verb, $0.isForm) = (verb, true) } }
  /// Makes it what a verb does with one kind of argument, as `go` does with the name of a flag.
  func part(of verb: String) -> Command { with { $0.verb = verb } }
  func argument(_ argument: Argument, suffices: Bool = false) -> Command {
    with { ($0.argument, $0.argumentSuffices) = (argument, suffices) }
  }
  func mutating() -> Command { with { $0.isMutating = true } }
  func moves(_ motion: Motion) -> Command { with { $0.motion = motion } }
  /// Its priority in the hint line, and the states in which it is shown there.
  func hint(_ priority: Int?, when isHinted: (@Sendable (Model) -> Bool)? = nil) -> Command {
    with { ($0.hint, $0.isHinted) = (priority, isHinted) }
  }
  func opposite(_ name: String) -> Command { with { $0.opposite = name } }
  func short(_ title: String) -> Command { with { $0.short = title } }
  func titled(_ title: @escaping @Sendable (Model) -> String) -> Command {
    with { $0.shownTitle = title }
  }
  func when(_ availability: @escaping @Sendable (Model) -> Availability) -> Command {
    with { $0.availability = availability }
  }
  /// Lets it be run while a condition holds.
  func when(_ holds: @escaping @Sendable (Model) -> Bool, else refusal: StatusMessage) -> Command {
    when { holds($0) ? .applies() : .refused(refusal) }
  }
  /// Lets it be run while there is something that it acts on, which is named.
  func when(
    _ subject: @escaping @Sendable (Model) -> String?, else refusal: StatusMessage
  ) -> Command {
    when { model in subject(model).map { .applies($0) } ?? .refused(refusal) }
  }
  /// Opens the command line if the argument is missing, with a proposed file; for a form, stated
  /// after its verb.
  func prompts(_ proposal: String = "") -> Command {
    let (written, run) = (verb ?? name, run)
    return with {
      $0.run = { $1.isEmpty ? .prompt("\(written) ", proposing: proposal) : run(&$0, $1) }
    }
  }
  func asks(_ question: @escaping Asking) -> Command { with { $0.asks = question } }
  func help(_ help: String) -> Command { with { $0.help = help } }

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
