package import VirgaCanvas
import VirgaJSON

/// Something a person can do, as data.
///
/// The key map, the hint line, the `?` overlay, the command line, scripts and the README's key table all read the
/// one table of commands, so that none of them can say what another does not.
package final class Command: Sendable {
  /// Where keys of a command apply.
  package enum Context: Hashable, Sendable {
    /// Wherever keys go, also while text is typed.
    case always
    /// Wherever no text is typed and nothing lies over the screen.
    case everywhere
    /// In every list and text, on a screen or over it, while nothing is typed.
    case lists
    /// In a list that lies over the screen.
    case picker
    /// Only on a screen.
    case screen(Screen)
    /// Only while a panel has the focus.
    case panel(Panel)
    /// Only while text is typed.
    case typing(Typing)

    /// The screen that the context is bound to; nil for everywhere.
    package var screen: Screen? {
      switch self {
      case .always, .everywhere, .lists, .picker, .typing: nil
      case .screen(let screen): screen
      case .panel(let panel): panel.screen
      }
    }

    /// Where that is, in words; nil for everywhere.
    package var title: String? {
      switch self {
      case .always, .everywhere, .lists: nil
      case .picker: "list"
      case .screen(let screen): screen.title
      case .panel(let panel): panel.title
      case .typing(let typing): typing.title
      }
    }
  }

  /// What is typed where keys are text.
  package enum Typing: CaseIterable, Sendable {
    /// Any text: a line, or that of the config editor.
    case text
    /// A line with a list that follows it.
    case list
    /// The line of a list that lies over the screen.
    case overlay
    /// A filter or a search.
    case filter
    /// A targeting expression.
    case expression
    /// A value in its row.
    case value
    /// What is searched for in the config editor.
    case find
    /// The config editor's text while it proposes how to go on.
    case completion

    /// Where that is, in words.
    package var title: String {
      switch self {
      case .text: "typing"
      case .list: "typing above a list"
      case .overlay: "list"
      case .filter: "filter"
      case .expression: "expression"
      case .value: "value"
      case .find: "search in the edit"
      case .completion: "completion"
      }
    }
  }

  /// Whether a command can be run now.
  package enum Availability: Equatable, Sendable {
    /// It can; the text says on what it would act, if that helps.
    case applies(String = "")
    /// It can't, and why.
    case refused(String)
  }

  /// How a command goes from place to place.
  package enum Motion: Sendable {
    /// It moves the cursor or the focus, so that what was said stays to be read.
    case cursor
    /// It goes elsewhere, so that `back` leads to where it was run.
    case jump
  }

  /// Keys of a command that hold in one place alone, besides those that hold wherever it applies.
  package struct Near: Sendable {
    /// Where they hold.
    package let context: Context
    /// The keys.
    package let keys: [[KeyPress]]
    /// How early it stands in the hint line there; nil keeps it out.
    package let hint: Int?

    /// Keys written as in `h`; see the properties.
    package init(_ context: Context, _ keys: String..., hint: Int? = nil) {
      self.context = context
      self.keys = Command.presses(keys)
      self.hint = hint
    }
  }

  /// What a command's argument names.
  package enum Argument: Sendable {
    /// One of the names that there are in a state; the command line completes them.
    case oneOf(@Sendable (State) -> [String])
    /// One of the names that there are in a state, which may be very many; the command line lists the first that fit.
    case oneOfMany(@Sendable (State) -> PackedNames)
    /// One of the texts, each with what it is, that go on from what was typed; another one may be typed too.
    case described(@Sendable (State, _ typed: String) -> [(argument: String, detail: String)])
    /// The name of a file, or one of those that a state offers, which come first, each with what it is; the command line
    /// completes those that there are, before all others those with one of the endings.
    case file(endings: [String], besides: @Sendable (State) -> [(argument: String, detail: String)] = { _ in [] })
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
    package static let feature = oneOfMany { $0.list.names }
    /// The path of a value in the selected feature.
    package static let path = oneOf { $0.table.allPaths() }
  }

  /// Finds what is asked before a command is run in a state with an argument; nil for nothing.
  typealias Asking = @Sendable (State, _ argument: String) -> Question?

  /// The name that scripts and the command line use, such as `next-channel`.
  package let name: String
  /// What it does, in a few words.
  package let title: String
  /// More about it, in a sentence.
  package let help: String
  /// The keys that run it; a sequence is several presses.
  package let keys: [[KeyPress]]
  /// Where the keys apply.
  package let context: Context
  /// Keys that hold in a place of their own.
  package let near: Near?
  /// What its argument names, if it takes one.
  package let argument: Argument?
  /// Whether it changes anything beyond what is on screen, so that a read-only console refuses it.
  package let isMutating: Bool
  /// How it goes from place to place; nil where it does something.
  package let motion: Motion?
  /// How early it stands in the hint line; nil keeps it out.
  package let hint: Int?
  /// Whether the hint line names it in a state in which it can be run; nil: in any.
  package let isHinted: (@Sendable (State) -> Bool)?
  /// The command that does the opposite, where the hint line shows both as one.
  package let opposite: String?
  /// What lists and the hint line call it in a state, where that says more than ``title``.
  package let shownTitle: (@Sendable (State) -> String)?
  /// What the hint line calls it, where there is little room.
  package let short: String?
  /// Whether it applies in any state once its argument names what it acts on.
  package let isFreeOfPlace: Bool
  /// The question to ask before running it, unless the argument answers it; nil if it never asks.
  let asks: Asking?
  /// Whether it can be run in a state.
  package let availability: @Sendable (State) -> Availability
  /// Runs it.
  package let run: @Sendable (inout State, _ argument: String) -> [Effect]

  /// A command with keys written as in `Ctrl-D` or `y v`; see the properties.
  init(
    _ name: String, _ title: String, keys: [String] = [], in context: Context = .everywhere,
    near: Near? = nil, argument: Argument? = nil, isFreeOfPlace: Bool = false, isMutating: Bool = false,
    motion: Motion? = nil, hint: Int? = nil, hintedWhen isHinted: (@Sendable (State) -> Bool)? = nil,
    opposite: String? = nil,
    help: String = "",
    shownTitle: (@Sendable (State) -> String)? = nil, short: String? = nil,
    when availability: @escaping @Sendable (State) -> Availability = { _ in .applies() },
    asks: Asking? = nil, run: @escaping @Sendable (inout State, _ argument: String) -> [Effect]
  ) {
    self.name = name
    self.title = title
    self.help = help
    self.keys = Self.presses(keys)
    self.context = context
    self.near = near
    self.isFreeOfPlace = isFreeOfPlace
    self.argument = argument
    self.isMutating = isMutating
    self.motion = motion
    self.hint = hint
    self.isHinted = isHinted
    self.opposite = opposite
    self.shownTitle = shownTitle
    self.short = short
    self.availability = availability
    self.asks = asks
    self.run = run
  }

  private static func presses(_ keys: [String]) -> [[KeyPress]] {
    keys.map { sequence in
      let presses = sequence.split(separator: " ").map { KeyPress(String($0)) }
      // A sequence with a press that does not exist is no key at all, rather than a shorter one.
      return presses.contains(nil) ? [] : presses.compactMap(\.self)
    }
  }

  /// Whether the command can be run in `state` with an argument, read-only mode included.
  package func availability(in state: State, for argument: String = "") -> Availability {
    if isMutating && state.options.isReadOnly { return .refused(state.options.readOnlyReason) }
    return isFreeOfPlace && !argument.isEmpty ? .applies() : availability(state)
  }

  /// Which of the contexts where keys go it belongs to; nil for none.
  func place(in contexts: [Context]) -> Context? {
    contexts.contains(context) ? context : near.flatMap { contexts.contains($0.context) ? $0.context : nil }
  }

  /// How early it stands in the hint line where keys go to some contexts; nil keeps it out.
  func hint(in contexts: [Context]) -> Int? {
    if let near, let hint = near.hint, contexts.contains(near.context) { return hint }
    return contexts.contains(context) ? hint : nil
  }
}

/// A command with its argument, as typed or as chosen from a list.
package struct Invocation: Hashable, Sendable {
  /// The command's name.
  package var name: String
  /// Its argument; empty where there is none.
  package var argument = ""

  /// The line that a script would hold.
  ///
  /// An argument that a line cannot hold as it is, such as one with an end of a line, stands there as JSON behind a `\`.
  package var line: String { argument.isEmpty ? name : "\(name) \(Self.written(argument))" }

  /// What a command line offers to be typed: the line, or the beginning of one behind whose blank more is to come.
  var proposal: String { argument.utf8.last == UInt8(ascii: " ") ? "\(name) \(argument)" : line }

  /// Reads a line of a script: a name, then the rest as its argument.
  package init?(line: String) {
    let blank = UInt8(ascii: " ")
    let words = line.utf8.drop { $0 == blank }
    let name = words.prefix { $0 != blank }
    guard !name.isEmpty else { return nil }
    var argument = words[name.endIndex...].drop { $0 == blank }
    while argument.last == blank { argument.removeLast() }
    self.init(String(Substring(name)), Self.read(String(Substring(argument))))
  }

  private static let quotedStart = [UInt8(ascii: "\\"), UInt8(ascii: "\"")]

  private static func written(_ argument: String) -> String {
    let bytes = argument.utf8
    let blank = UInt8(ascii: " ")
    let isPlain = bytes.first != blank && bytes.last != blank && !bytes.starts(with: quotedStart)
    return isPlain && !bytes.contains { $0 == 0x0A || $0 == 0x0D }
      ? argument : "\\\(JSONValue.string(argument).compact)"
  }

  private static func read(_ argument: String) -> String {
    guard argument.utf8.starts(with: quotedStart) else { return argument }
    return (try? JSONValue.parse(String(argument.dropFirst())))?.stringValue ?? argument
  }

  /// The command `name` with `argument`.
  package init(_ name: String, _ argument: String = "") {
    self.name = name
    self.argument = argument
  }
}
