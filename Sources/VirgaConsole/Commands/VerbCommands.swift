import VirgaSession
import VirgaWorkbench

enum VerbCommands {
  /// The verbs of every screen.
  ///
  /// The item under the cursor (or the marked ones) decides what a verb does: each form is declared with what it acts
  /// on, and its name is an older alias of the verb.
  static let all: [Command] = [
    verb("open", "open what is under the cursor", .cannotOpen),
    verb("toggle", "switch what is under the cursor", .cannotToggle),
    verb("edit", "edit what is under the cursor", .cannotEdit),
    Command("drop", "drop the override") { state, argument in
      argument.isEmpty || argument == "yes" ? .refused(.cannotDrop) : state.dropOverride(argument)
    }
    .argument(.described { $0.droppable($1) }).mutating()
    .help(
      "Drops the override under the cursor, or one by its kind and name, such as drop edit homescreen; a path after an edit drops only that value. Also: value PATH (of the selected feature), feature ID (all its overrides), draft ID. Name several edited values in a JSON list: drop [\"edit homescreen greeting\"]."
    ),
    alias("drop-override", of: "drop").mutating(), alias("filter-list", of: "filter"),
    verb("list", "choose what is listed", .everythingListed),
    verb("only-overridden", "only overridden", .cannotOverride),
    Command("export", "write to a file") { state, file in state.run(Invocation("session-export", file)) }
      .argument(.file(endings: ["json"]))
      .help("Writes the matrix or the events on their screens, the session on any other screen."),
    Command("copy", "copy a part of it") { state, part in
      guard !part.isEmpty else { return .prompt("copy ") }
      guard copiedParts.contains(part) else { return .refused(.unknown("part", part, among: copiedParts)) }
      return state.run(Invocation("copy-\(part)"))
    }
    .argument(.oneOf { _ in copiedParts })
    .help("Takes the part of the item under the cursor to copy, like the keys that begin with y."),
  ]

  private static var copiedParts: [String] {
    CommandTable.forms(of: "copy").map { String($0.name.dropFirst("copy-".count)) }
  }

  /// A verb that only does what its forms do.
  private static func verb(_ name: String, _ title: String, _ refusal: StatusMessage) -> Command {
    Command(name, title) { _, _ in .refused(refusal) }.when { _ in .refused(refusal) }
  }

  private static func alias(_ name: String, of verb: String) -> Command {
    Command(name, "the same as \(verb)") { state, argument in state.run(Invocation(verb, argument)) }
      .alias(of: verb).argument(.text)
  }
}

extension Command {
  /// Whether the argument names what the command acts on, instead of the cursor.
  var namesSubject: Bool { argument.map { !$0.isFile } == true }

  /// The command to run in the focus: a verb's form, unless the argument is specific.
  func resolved(in state: State, for argument: String = "") -> Command {
    guard argument.isEmpty || argument == "yes" || !namesSubject else { return self }
    return CommandTable.form(of: name, in: state.focus) ?? self
  }
}

extension Command {
  /// How a script runs the command in a panel: by its verb if equivalent.
  func written(_ argument: String, in focus: Panel) -> Invocation {
    let verb = verb.flatMap { CommandTable.form(of: $0, in: focus)?.name == name ? $0 : nil }
    return Invocation(verb ?? name, argument)
  }
}

extension State {
  /// The arguments that complete what is typed after `drop`.
  fileprivate func droppable(_ typed: String) -> [(argument: String, detail: String)] {
    let named = ["value ", "feature ", "draft ", "["].contains(where: typed.hasPrefix) ? [(typed, "")] : []
    return named + session.overrides.map { ($0.argument, $0.title(in: workspace.manifest)) }
  }
}
