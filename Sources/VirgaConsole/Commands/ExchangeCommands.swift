import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

enum ExchangeCommands {
  /// Exporting and importing the session, as a file, as commands or as a recipe; loading recipes.
  static let all: [Command] = [
    Command("session-export", "write the session to a file") { state, argument in
      guard !argument.isEmpty else { return state.askForFile("session-export", proposal: "session.json") }
      return state.refuseURL(argument) ?? [.exportSession(argument, channel: state.channel)]
    }
    .keys("w").argument(.file(endings: ["json"]))
    .help(
      "Exports everything including history, events and drafts: to share with a colleague, as a backup or for a bug report. session-import reads it."
    ),
    Command("session-import", "read a session from a file") { state, argument in
      guard !argument.isEmpty else { return state.askForFile("session-import") }
      return state.refuseURL(argument) ?? [.readSession(argument)]
    }
    .argument(.file(endings: ["json"], kind: .session)).mutating()
    .help(
      "Replaces this session with an exported one and its latest events, as one undo step. Asks first if it belongs to another manifest."
    ),
    Command("adopt-session", "adopt the imported session") { state, _ in state.adoptWaiting() }
      .mutating().when { $0.files.waitingImport == nil ? .refused(.noImport) : .applies() }
      .help("Adopts a session of another manifest after session-import asked."),
    Command("leave-session", "keep this session") { state in state.files.waitingImport = nil }
      .when { $0.files.waitingImport == nil ? .refused(.noImport) : .applies() },
    Command("copy-session", "copy the session as shell commands") { state, _ in
      let (drafts, client) = (state.session.count(of: .draft), state.findings.clientChanges.all.count)
      let with = [
        client == 0 ? nil : "\(client.pluralizing("change")) of the client",
        drafts == 0 ? nil : "\(drafts.pluralizing("draft")) not applied",
      ].compactMap(\.self)
      let added = with.isEmpty ? "" : ", with " + with.joined(separator: " and ")
      let script = state.session.shellScript(
        options: state.options.sessionArguments, channel: state.channel,
        clientChange: state.operations.clientChange(state.findings.clientChanges.all))
      return [.copy(script, what: "the session as shell commands\(added), without history and events")]
    }
    .alias(of: "copy").keys("y s")
    .help(
      "Exports a script that recreates the session and the client changes, to share in a chat or an issue. History and events are not included."
    ),
    Command("recipe-of-edits", "make a recipe of the edits") { state, argument in state.makeRecipe(argument) }
      .argument(.file(endings: ["json"]))
      .when { state in
        let count = state.session.count(of: .edit)
        return count == 0 ? .refused(.noEdits) : .applies(count.pluralizing("edit"))
      }
      .help(
        "Exports a recipe that gives every client the edits: copies it, or writes it to the file you name."),
    Command("load-recipes", "load recipes from a file") { state, argument in
      guard !argument.isEmpty else { return state.askForFile("load-recipes") }
      return state.refuseURL(argument, orAtStart: "--recipes") ?? [.readRecipes(argument)]
    }
    .near(.screen(.experiments), "A", hint: 6)
    .argument(.file(endings: ["json", "yaml", "yml"], kind: .recipes, besides: \.unreadFiles)).mutating()
    .titled { _ in "load recipes" }
    .help("Adds recipes to the session: one, an array, or an object with an array `data`; JSON or YAML."),
  ]
}

/// An exported session that was read but not adopted yet.
struct WaitingImport: Equatable, Sendable {
  let export: SessionExport
  let file: String
}

extension State {
  mutating func askForFile(_ command: String, proposal: String = "") -> Outcome {
    files.listed = nil
    return .prompt("\(command) ", proposing: proposal)
  }

  /// Refuses a URL instead of a file; nil for a file.
  ///
  /// - Parameter option: The option of `virga` that takes URLs.
  fileprivate mutating func refuseURL(_ file: String, orAtStart option: String? = nil) -> Outcome? {
    file.contains("://") ? .refused(.takesFile(file, orAtStart: option)) : nil
  }

  /// Adopts a session that was read; asks first if it belongs to another manifest.
  mutating func load(_ export: SessionExport, from file: String, isOther: Bool) -> Outcome {
    files.waitingImport = WaitingImport(export: export, file: file)
    guard isOther else { return adoptWaiting() }
    let other = FilePath.name(of: export.manifest ?? "")
    let undo = keyName(of: "undo")
    let question = Question(
      asked: "\(FilePath.name(of: file)) is a session of \(other)",
      answers: [
        .init(invocation: Invocation("leave-session"), title: "leave it", detail: "this session does not change"),
        .init(
          invocation: Invocation("adopt-session"), title: "take it",
          detail: "what does not match this manifest becomes an orphan; \(undo) undoes it"),
      ])
    return .question({ _ in question }, saying: .otherManifest(other, in: file))
  }

  mutating func adoptWaiting() -> Outcome {
    guard let waiting = files.waitingImport else { return [] }
    files.waitingImport = nil
    let name = FilePath.name(of: waiting.file)
    let outcome = perform { operations throws(Refusal) in
      let events = waiting.export.events.suffix(Self.maxImportedEvents)
      return try operations.adopt(waiting.export.session, with: events, as: "import \(name)")
    }
    guard outcome.operation != nil else { return outcome }
    let count = waiting.export.events.count
    return outcome.saying(.imported(name, events: min(count, Self.maxImportedEvents), of: count))
  }

  /// The maximum number of imported events, as undo steps contain them.
  private static let maxImportedEvents = 1_000

  mutating func load(_ batch: RecipeBatch, from file: String) -> Outcome {
    recordProblems(batch.problems, batch.unread, of: [file])
    guard !batch.recipes.isEmpty else {
      return .says(unread(batch.unread.count, batch.problems, after: nil) ?? .hasNoRecipes(file))
    }
    let outcome = perform { operations throws(Refusal) in try operations.load(recipes: batch.recipes) }
    let done = outcome.operation == nil ? outcome.message : .loadedRecipes(batch.recipes.count, from: file)
    return outcome.saying(unread(batch.unread.count, batch.problems, after: done) ?? done)
  }

  mutating func recordProblems(_ problems: [Problem], _ unread: [UnreadRecipe], of files: Set<String>) {
    let files = Set(files.union(problems.compactMap(\.location?.file)).map(FilePath.normalized))
    self.problems.ofRecipes.removeAll { problem in
      problem.location.map { files.contains(FilePath.normalized($0.file)) } ?? problems.contains(problem)
    }
    self.problems.ofRecipes += problems
    self.problems.unreadRecipes.removeAll { recipe in
      recipe.file.map { files.contains(FilePath.normalized($0)) } ?? unread.contains(recipe)
    }
    self.problems.unreadRecipes += unread
  }

  /// The message about recipes that could not be read, after what was done; nil if all could.
  func unread(_ count: Int, _ problems: [Problem], after done: StatusMessage?) -> StatusMessage? {
    guard count > 0, let first = problems.first(where: { $0.severity == .error }) else { return nil }
    let unread = StatusMessage.unreadRecipes(count, first, of: problems.count, list: keyName(of: "problems"))
    return done?.then(unread) ?? unread
  }

  fileprivate var unreadFiles: [(argument: String, detail: String)] {
    let files = ([experiments.selectedRow?.unread] + problems.unreadRecipes).compactMap { $0?.file }.withoutRepeats
    return files.map { file in
      (file, "\(problems.unreadRecipes.count { $0.file == file }.pluralizing("recipe")) of it could not be read")
    }
  }

  mutating func makeRecipe(_ file: String) -> Outcome {
    do throws(Refusal) {
      let recipe = JSONValue.object(try operations.recipeOfEdits(slug: "virga-edits")).pretty()
      let what = "a recipe of the edits"
      return file.isEmpty ? [.copy(recipe, what: what)] : write(recipe + "\n", to: file, what: what)
    } catch {
      return .refused(.refusal(error))
    }
  }
}
