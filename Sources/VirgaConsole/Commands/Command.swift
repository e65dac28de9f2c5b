import VirgaCanvas
import VirgaJSON
import VirgaManifest

/// Something a person can do, as data.
///
/// The key map, the hint line, the `?` overlay, the command line, scripts and the article about keys all read the
/// one table of commands, so that none of them can say what another does not.
struct Command: Sendable {
  /// Whether a command can be run now.
  enum Availability: Equatable, Sendable {
    /// It can; the text says on what it would act, if that helps.
    case applies(String = "")
    /// It can't, and why.
    case refused(String)
  }

  /// How a command goes from place to place.
  enum Motion: Sendable {
    /// It moves the cursor or the focus, so that the message stays to be read.
    case cursor
    /// It goes elsewhere, so that `back` leads to where it was run.
    case jump
  }

  /// What a recording writes after the command ran.
  enum Recorded: Sendable {
    /// The command, with its argument, unless it only holds while text is typed.
    case itself
    /// The same, also while text is typed.
    case always
    /// The line of the list that the cursor is on then.
    case cursor
    /// Nothing: what it leads to is recorded when that is done.
    case nothing
  }

  /// Keys of a command that hold in one place alone, besides those that hold wherever it applies.
  struct Near: Sendable {
    /// Where they hold.
    package let context: Context
    /// The keys.
    package let keys: [[KeyPress]]
    /// Its priority in the hint line there; nil keeps it out.
    package let hint: Int?
  }

  /// What a command's argument names.
  package enum Argument: Sendable {
    /// One of the names that there are in a state; the command line completes them.
    case oneOf(@Sendable (State) -> [String])
    /// One of the names that there are in a state, which may be very many; the command line lists the first that fit.
    case oneOfMany(@Sendable (State) -> [String])
    /// One of the texts, each with what it is, that go on from what was typed; another one may be typed too.
    case described(@Sendable (State, _ typed: String) -> [(argument: String, detail: String)])
    /// The name of a file, or one of those that a state offers, which come first, each with what it is; the command line
    /// completes those with one of the endings that are of the kind, as far as that is known.
    case file(
      endings: [String], kind: FileKind? = nil,
      besides: @Sendable (State) -> [(argument: String, detail: String)] = { _ in [] })
    /// The name of a manifest's file, or one of the texts that a state offers, which come first, each with what it is.
    case manifest(besides: @Sendable (State) -> [(argument: String, detail: String)])
    /// Any text.
    case text

    /// Whether a file can be named.
    var isFile: Bool {
      switch self {
      case .file, .manifest: true
      case .oneOf, .oneOfMany, .described, .text: false
      }
    }

    /// One of the manifest's channels.
    package static let channel = oneOf { $0.workspace.channels }
    /// A feature's id.
    package static let feature = oneOfMany { $0.workspace.features.map(\.id) }
    /// The path of a value in the selected feature.
    package static let path = oneOf { $0.table.allPaths() }
  }

  /// Runs a command.
  typealias Run = @Sendable (inout State, _ argument: String) -> Outcome
  /// Finds what is asked before a command is run in a state with an argument; nil for nothing.
  typealias Asking = @Sendable (State, _ argument: String) -> Question?

  /// The name that scripts and the command line use, such as `next-channel`.
  package let name: String
  /// What it does, in a few words.
  package let title: String
  /// Runs it.
  let run: Run
  /// More about it, in a sentence.
  package private(set) var help = ""
  /// The keys that run it; a sequence is several presses.
  package private(set) var keys: [[KeyPress]] = []
  /// Where the keys apply.
  package private(set) var context = Context.everywhere
  /// Keys that hold in a place of their own.
  package private(set) var near: Near?
  /// The verb of which the name is an older alias.
  private(set) var verb: String?
  /// Whether the verb runs it where its context applies.
  private(set) var isForm = false
  /// What its argument names, if it takes one.
  package private(set) var argument: Argument?
  /// Whether it applies in any state once its argument names what it acts on.
  private(set) var isFreeOfPlace = false
  /// Whether it changes anything beyond what is on screen, so that a read-only console refuses it.
  private(set) var isMutating = false
  /// How it goes from place to place; nil where it does something.
  private(set) var motion: Motion?
  /// What a recording writes after it ran.
  private(set) var recorded = Recorded.itself
  /// Its priority in the hint line; nil keeps it out.
  package private(set) var hint: Int?
  /// Whether the hint line names it in a state in which it can be run; nil: in any.
  private(set) var isHinted: (@Sendable (State) -> Bool)?
  /// The command that does the opposite, where the hint line shows both as one.
  private(set) var opposite: String?
  /// What lists and the hint line call it in a state, where that says more than ``title``.
  private(set) var shownTitle: (@Sendable (State) -> String)?
  /// What the hint line calls it, if there is little room.
  private(set) var short: String?
  /// Whether it can be run in a state.
  private(set) var availability: @Sendable (State) -> Availability = { _ in .applies() }
  /// The question to ask before running it, unless the argument answers it; nil if it never asks.
  private(set) var asks: Asking?

  /// A command that applies everywhere and has no key; the functions below say more of it.
  init(_ name: String, _ title: String, run: @escaping Run) {
    (self.name, self.title, self.run) = (name, title, run)
  }

  /// A command that takes no argument, has nothing to say and leaves nothing to do outside.
  init(_ name: String, _ title: String, does change: @escaping @Sendable (inout State) -> Void) {
    self.init(name, title) { state, _ in
      change(&state)
      return []
    }
  }

  /// Whether the command can be run in `state` with an argument, read-only mode included.
  func availability(in state: State, for argument: String = "") -> Availability {
    if isMutating && state.options.isReadOnly { return .refused(state.options.readOnlyReason) }
    return isFreeOfPlace && !argument.isEmpty ? .applies() : availability(state)
  }

  /// Which of the contexts where keys go it belongs to; nil for none.
  func place(in contexts: [Context]) -> Context? {
    contexts.contains(context) ? context : near.flatMap { contexts.contains($0.context) ? $0.context : nil }
  }

  /// Its priority in the hint line where keys go to some contexts; nil keeps it out.
  func hint(in contexts: [Context]) -> Int? {
    if let near, let hint = near.hint, contexts.contains(near.context) { return hint }
    return contexts.contains(context) ? hint : nil
  }
}

// How a command is declared: each function gives the same command with one thing more said of it.
extension Command {
  /// Keys written as in `Ctrl-D` or `y v`.
  func keys(_ keys: String...) -> Command { self.keys(keys) }
  /// The same keys as a list.
  func keys(_ keys: [String]) -> Command { with { $0.keys = Self.presses(keys) } }
  /// Where its keys apply; a script that runs it goes to that screen.
  func `in`(_ context: Context) -> Command { with { $0.context = context } }
  /// Keys that hold in another place, and the priority in the hint line there.
  func near(_ context: Context, _ keys: String..., hint: Int? = nil) -> Command {
    with { $0.near = Near(context: context, keys: Self.presses(keys), hint: hint) }
  }
  /// What a verb does for the subject of its context; its name is an alias of the verb.
  func form(of verb: String) -> Command { with { ($0.verb, $0.isForm) = (verb, true) } }
  /// The name is only an alias of a verb.
  func alias(of verb: String) -> Command { with { $0.verb = verb } }
  /// What its argument names, and whether that suffices to run it in any state.
  func argument(_ argument: Argument, suffices: Bool = false) -> Command {
    with { ($0.argument, $0.isFreeOfPlace) = (argument, suffices) }
  }
  /// It changes something beyond what is on screen.
  func mutating() -> Command { with { $0.isMutating = true } }
  /// How it goes from place to place.
  func moves(_ motion: Motion) -> Command { with { $0.motion = motion } }
  /// What a recording writes after it ran.
  func records(_ recorded: Recorded) -> Command { with { $0.recorded = recorded } }
  /// Its priority in the hint line, and the states in which it is named there.
  func hint(_ priority: Int?, when isHinted: (@Sendable (State) -> Bool)? = nil) -> Command {
    with { ($0.hint, $0.isHinted) = (priority, isHinted) }
  }
  /// The states in which the hint line names it near.
  func hinted(when isHinted: @escaping @Sendable (State) -> Bool) -> Command { with { $0.isHinted = isHinted } }
  /// The command that does the opposite.
  func opposite(_ name: String) -> Command { with { $0.opposite = name } }
  /// What the hint line calls it, if there is little room.
  func short(_ title: String) -> Command { with { $0.short = title } }
  /// What it is called in a state.
  func titled(_ title: @escaping @Sendable (State) -> String) -> Command { with { $0.shownTitle = title } }
  /// Whether it can be run in a state.
  func when(_ availability: @escaping @Sendable (State) -> Availability) -> Command {
    with { $0.availability = availability }
  }
  /// What is asked before it is run.
  func asks(_ question: @escaping Asking) -> Command { with { $0.asks = question } }
  /// More about it, in a sentence.
  func help(_ help: String) -> Command { with { $0.help = help } }

  private func with(_ change: (inout Command) -> Void) -> Command {
    var command = self
    change(&command)
    return command
  }

  private static func presses(_ keys: [String]) -> [[KeyPress]] {
    keys.map { sequence in
      let presses = sequence.split(separator: " ").map { KeyPress(String($0)) }
      // A sequence with a press that does not exist is not a key, rather than a shorter one.
      return presses.contains(nil) ? [] : presses.compactMap(\.self)
    }
  }
}
