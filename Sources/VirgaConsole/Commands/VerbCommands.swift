import VirgaWorkbench

/// The verbs of every screen.
///
/// The item under the cursor (or the marked ones) decides what a verb does: each form is declared
/// with what it acts on.
enum VerbCommands {
  static let all: [Command] = [
    verb("open", "open what is under the cursor", .cannotOpen),
    verb("toggle", "switch what is under the cursor", .cannotToggle),
    verb("edit", "edit what is under the cursor", .cannotEdit),
    Command("drop", "drop the override", on: FeaturesScreen.self) { screen, shared, named in
      named.isEmpty || named == "yes"
        ? .refused(.cannotDrop) : Dropping.drop(&screen, shared, named)
    }
    .argument(
      .described { model, typed in
        let named =
          ["value ", "feature ", "draft "].contains(where: typed.hasPrefix) ? [(typed, "")] : []
        return named
          + model.session.overrides.map { ($0.argument, $0.title(in: model.workspace.manifest)) }
      }
    ).mutating()
    .help(
      "Drops the override under the cursor, or one by its kind and name, such as drop edit homescreen; a path after an edit drops only that value. Also: value PATH (of the selected feature), feature ID (all its overrides), draft ID."
    ),
    verb("list", "choose what is listed", .everythingListed),
    verb("only-overridden", "only overridden", .cannotOverride),
    Command("export", "write to a file") { model, file in
      model.run(Invocation("session-export", file))
    }
    .argument(.file(endings: ["json"]))
    .help("Writes the matrix or the events on their screens, the session on any other screen."),
    Command("copy", "copy a part of it") { model, part in
      guard copiedParts.contains(part) else {
        return .refused(.unknown("part", part, among: copiedParts))
      }
      return model.run(Invocation("copy-\(part)"))
    }
    .argument(.oneOf { _ in copiedParts }).prompts()
    .help("Takes the part of the item under the cursor to copy, like the keys that begin with y."),
  ]

  /// The arguments of `copy`: `id` for the command `copy-id`, and so on.
  private static var copiedParts: [String] {
    CommandTable.commands(ofVerb: "copy").map { String($0.name.dropFirst("copy-".count)) }
  }

  /// A verb that only does what its forms do; if the focus has no form of it, it is refused.
  private static func verb(_ name: String, _ title: String, _ refusal: StatusMessage) -> Command {
    Command(name, title, does: { _ in }).when { _ in .refused(refusal) }
  }
}
