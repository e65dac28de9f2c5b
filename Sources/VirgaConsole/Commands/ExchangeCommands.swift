import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// Exporting and importing the session, as a file, as commands or as a recipe; loading recipes,
/// writing files.
enum ExchangeCommands {
  static let all: [Command] = [
    Command("session-export", "write the session to a file") { model, file in
      refusal(ofURL: file) ?? [.exportSession(file, channel: model.channel)]
    }
    .keys("w").argument(.file(endings: ["json"])).prompts("session.json")
    .help(
      "Exports everything including history, events and drafts: to share with a colleague, as a backup or for a bug report. session-import reads it."
    ),
    Command("session-import", "read a session from a file") { _, file in
      refusal(ofURL: file) ?? [.readSession(file)]
    }
    .argument(
      .file(endings: ["json"], reads: "a JSON file", besides: FileCompletion.sessions)
    ).prompts().mutating()
    .help(
      "Replaces this session with an exported one and its latest events, as one undo step. Says so if that is of another manifest; what does not match is listed as orphaned."
    ),
    Command("copy-session", "copy the session as shell commands") { model in
      let changes = model.clientChanges.all
      let with = SessionSummary.listed([
        (changes.count, "change of the client", "changes of the client"),
        (model.session.draftCount, "draft not applied", "drafts not applied"),
      ])
      let script = model.session.shellScript(
        options: model.options.sessionArguments, channel: model.channel,
        clientChange: model.shared.operations.clientChange(changes))
      let added = with.isEmpty ? "" : ", with \(with)"
      return [
        .copy(script, what: "the session as shell commands\(added), without history and events")
      ]
    }
    .part(of: "copy").keys("y s")
    .help(
      "Exports a script that recreates the session and the client changes, to share in a chat or an issue. History and events are not included."
    ),
    Command("recipe-of-edits", "make a recipe of the edits") { model, file in
      do throws(Refusal) {
        let recipe = JSONValue.object(
          try model.shared.operations.recipeOfEdits(slug: "virga-edits")
        )
        .pretty()
        let what = "a recipe of the edits"
        guard !file.isEmpty else { return [.copy(recipe, what: what)] }
        var output = OutputFile(path: file, text: recipe + "\n", what: what)
        output.name = "recipe.json"
        return [.write(output)]
      } catch {
        return .refused(.refusal(error))
      }
    }
    .argument(.file(endings: ["json"]))
    .when { .counting($0.session.count(of: .edit), "edit", else: .noEdits) }
    .help(
      "Exports a recipe that gives every client the edits: copies it, or writes it to the file you name."
    ),
    Command("copy-defaults", "copy the edits as defaults") { model in
      do throws(Refusal) {
        let defaults = try model.shared.operations.defaultsOfEdits()
        let what = "\(defaults.count.pluralizing("default block")) for the manifest"
        return [.copy(defaults.map(\.textWithPlace).joined(separator: "\n"), what: what)]
      } catch {
        return .refused(.refusal(error))
      }
    }
    .part(of: "copy").keys("y d")
    .when { .counting($0.session.count(of: .edit), "edit", else: .noEdits) }
    .help(
      "Exports the default blocks that make the edits permanent, indented for their places in the manifest, each below the file and line where it belongs."
    ),
    Command("load-recipes", "load recipes from a file", run: loadRecipes)
      .near(.screen(.experiments), "A", hint: .sixth)
      .argument(.file(endings: ["json", "yaml", "yml"], reads: "recipes", besides: recipeSources))
      .prompts().mutating()
      .titled { _ in "load recipes" }
      .help(
        "Adds recipes to the session: one, an array, or an object with an array `data`; JSON or YAML. nimbus:APP loads the live ones of an app, nimbus:APP/preview those in preview, nimbus:SLUG one experiment."
      ),
  ]

  /// Loads recipes from a file, or live ones by a name such as `nimbus:fenix`.
  @Sendable private static func loadRecipes(_ model: inout Model, _ source: String) -> Outcome {
    do throws(Refusal) {
      // Nil for a file; throws if the name does not lead to recipes.
      let live = try LiveRecipes(source, in: model.options.recipeCollections)
      if let live { return [.fetchRecipes(live)] }
      // A URL is only read when the console starts, with `--recipes URL`.
      return refusal(ofURL: source, orAtStart: "--recipes") ?? [.readRecipes(source)]
    } catch {
      return .refused(.refusal(error))
    }
  }

  /// Writing files: an existing file is kept until the person confirms.
  static let writing: [Command] = [
    Command("write-copied", "write what was copied to a file") { model, file in
      guard let copied = model.files.copied else { return [] }
      var output = OutputFile(path: file, text: copied.text, what: copied.what)
      output.name = "copied.txt"
      return [.write(output)]
    }
    .argument(.file(endings: [])).prompts("copied.txt")
    .when({ $0.files.copied?.what }, else: .nothingCopied)
    .help("Writes the text that was copied last, for when the clipboard is not available."),
    Command("overwrite", "replace the file") { model in
      guard var output = model.files.outputAwaitingAnswer.take() else { return [] }
      output.replaces = true
      return [.write(output)]
    }
    .when({ $0.files.outputAwaitingAnswer?.path }, else: .noFileWaiting).help(
      "Overwrites the existing file."),
    Command("keep-file", "keep the file", does: { $0.files.outputAwaitingAnswer = nil })
      .when({ $0.files.outputAwaitingAnswer != nil }, else: .noFileWaiting),
  ]

  /// Refuses a URL, because commands only read and write files; nil for a file.
  ///
  /// - Parameter option: The option of `virga` that reads such a URL, for the message; nil if it
  ///   has none.
  private static func refusal(
    ofURL file: String, orAtStart option: String? = nil
  ) -> Outcome? {
    file.contains("://") ? .refused(.takesFile(file, orAtStart: option)) : nil
  }

  /// Asks whether to replace a file that exists.
  static func askWhetherToReplace(_ model: inout Model, _ output: OutputFile) -> Outcome {
    // The file waits for the answer.
    model.files.outputAwaitingAnswer = output
    // Keeping the file is first, so that `Enter` alone destroys nothing.
    let answers = [
      (Invocation("keep-file"), "keep it", "nothing is written"),
      (Invocation("overwrite"), "replace it", "its contents are lost"),
    ]
    return .asks(
      { _ in .choice("\(output.path) already exists", answers) }, saying: .fileExists(output.path))
  }

  /// The most events that an import takes over, because an undo step contains them.
  private static let maxImportedEvents = 1_000

  /// Replaces the session by one that was read from a file, with its latest events.
  ///
  /// - Parameter isOfOtherManifest: Whether the session was exported with another manifest.
  static func replaceSession(
    _ model: inout Model, by export: SessionExport, from file: String, isOfOtherManifest: Bool
  ) -> Outcome {
    let name = FilePath.name(of: file)
    // The undo step contains the events, so not all of a long session are taken over.
    let latestEvents = export.events.suffix(maxImportedEvents)
    let outcome = model.perform { operations in
      try operations.importSession(export.session, with: latestEvents, as: "import \(name)")
    }
    let isImported = outcome.operation != nil
    guard isImported else { return outcome }
    let otherManifest = isOfOtherManifest ? export.manifest.map { FilePath.name(of: $0) } : nil
    return outcome.saying(
      .imported(
        name, of: otherManifest, events: latestEvents.count, among: export.events.count))
  }

  /// Adds recipes that were read to the session, and says which of them could not be read.
  static func addRecipes(
    _ model: inout Model, _ batch: RecipeBatch, from file: String
  ) -> Outcome {
    recordProblems(&model, batch.problems, batch.unread, of: [file])
    guard !batch.recipes.isEmpty else {
      let unread = messageOfUnread(batch.unread, batch.problems, after: nil, in: model)
      // Without unread recipes, the file has none at all.
      return .says(unread ?? .hasNoRecipes(file))
    }
    let outcome = model.perform { try $0.load(recipes: batch.recipes) }
    let isLoaded = outcome.operation != nil
    // If nothing was loaded, the message of the outcome says why.
    let done: StatusMessage? =
      isLoaded ? .loadedRecipes(batch.recipes.count, from: file) : outcome.message
    // Says `done` first; nil if all recipes could be read.
    let doneAndUnread = messageOfUnread(batch.unread, batch.problems, after: done, in: model)
    return outcome.saying(doneAndUnread ?? done)
  }

  /// Records what is wrong in files of recipes, in place of what was known about these files.
  ///
  /// A problem without a file is replaced only by the same problem.
  ///
  /// - Parameter files: The files that were read, besides those that the problems name.
  static func recordProblems(
    _ model: inout Model, _ problems: [Problem], _ unread: [UnreadRecipe], of files: Set<String>
  ) {
    let filesOfProblems = problems.compactMap(\.location?.file)
    let readFiles = Set(files.union(filesOfProblems).map(FilePath.normalized))
    model.shared.problems.ofRecipeFiles.removeAll { problem in
      isReplaced(problem, in: problem.location?.file, by: problems, of: readFiles)
    }
    model.shared.problems.ofRecipeFiles += problems
    model.shared.problems.unreadRecipes.removeAll { recipe in
      isReplaced(recipe, in: recipe.file, by: unread, of: readFiles)
    }
    model.shared.problems.unreadRecipes += unread
  }

  /// Whether a recorded problem or recipe is replaced by those that were found now: it is if its
  /// file was read again or, without a file, if it was found again.
  private static func isReplaced<Found: Equatable>(
    _ recorded: Found, in file: String?, by found: [Found], of normalizedFiles: Set<String>
  ) -> Bool {
    guard let file else { return found.contains(recorded) }
    return normalizedFiles.contains(FilePath.normalized(file))
  }

  /// The message that some recipes could not be read, put after `done`; nil if all could be read.
  ///
  /// - Parameters:
  ///   - problems: All problems of the files of recipes, warnings too.
  ///   - done: The message about what was done; nil if it needs none.
  static func messageOfUnread(
    _ recipes: [UnreadRecipe], _ problems: [Problem], after done: StatusMessage?, in model: Model
  ) -> StatusMessage? {
    // Each recipe that could not be read has an error.
    let firstError = problems.first { $0.severity == .error }
    guard !recipes.isEmpty, let firstError else { return nil }
    let unread = StatusMessage.unreadRecipes(
      recipes.count, firstError, of: problems.count, list: model.keyName(of: "problems"))
    return done?.then(unread) ?? unread
  }

  /// What completes the argument of `load-recipes` besides the files of a folder: the files whose
  /// recipes could not be read; or, after `nimbus:` was typed, the live recipes of each app, such
  /// as `nimbus:fenix` and `nimbus:fenix/preview`.
  @Sendable private static func recipeSources(in model: Model) -> [Command.Completion] {
    // The command line is open: its text has the command's name before the argument.
    let commandLine = model.overlay?.field.text ?? ""
    let namesLiveRecipes = commandLine.contains(LiveRecipes.prefix)
    guard namesLiveRecipes else { return filesWithUnreadableRecipes(in: model) }
    return model.options.recipeCollections.flatMap { source -> [Command.Completion] in
      let name = LiveRecipes.prefix + source.app
      let live: Command.Completion = (name, "live recipes, from \(source.collection)")
      guard let preview = source.preview else { return [live] }
      return [live, ("\(name)/preview", "from \(preview)")]
    }
  }

  /// The files with recipes that could not be read, that of the selected recipe first.
  private static func filesWithUnreadableRecipes(in model: Model) -> [Command.Completion] {
    let unread = model.problems.unreadRecipes
    let selected = model.experiments.selectedRow?.unread
    let files = ([selected] + unread).compactMap { $0?.file }.withoutRepeats
    return files.map { file in
      (file, "\(unread.count { $0.file == file }.pluralizing("recipe")) in it could not be read")
    }
  }
}
