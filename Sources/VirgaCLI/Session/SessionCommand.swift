import ArgumentParser
import VirgaFiles
import VirgaJSON
import VirgaRuntime
import VirgaSession
import VirgaSource
import VirgaWorkbench

struct SessionCommand: SubcommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Show, export or import a session, or undo its operations.",
    subcommands: [
      ShowSessionCommand.self, Export.self, Import.self, Recipe.self, SessionDefaultsCommand.self,
      Undo.self, Redo.self, Drop.self,
    ])

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Write the whole session as one JSON object.")

    @Argument(
      help: "The file to write, or a folder, which gets session.json (default: standard output).",
      completion: .file())
    var file: String?

    @OptionGroup var target: SessionTarget
    // The answer is JSON in both formats.
    @OptionGroup var output: FormatOption

    /// Writes the exported session to the file, private to its owner, or prints it.
    func run() throws {
      let store = try target.openToShow().store
      let export = try OpenSession.trying { try store.export() }
      let text = JSONValue.object(export.json).pretty() + "\n"
      guard let file, file != "-" else {
        Output.json(text: text)
        return
      }
      do {
        let base = Machine.current.workingFolder
        let path = try FileWriting.fileMakingFolder(at: file, named: "session.json", from: base)
        try FileWriting.write(
          Array(text.utf8), to: FilePath.joined(base, path), access: .owner, durability: .synced)
      } catch {
        Output.remark("error: \(error)")
        throw ExitCode.couldNotRun
      }
    }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Read an exported session.",
      discussion: """
        A new session becomes the exported one, with its history and events. In a session with a history, the \
        exported entries replace all others as one operation, which can be undone.
        """)

    @Argument(help: "The file to read; - is standard input.", completion: .file())
    var file: String

    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    /// Reads the export into the session.
    ///
    /// Prints counts for a new session, the operation for one with a history, and as JSON the whole
    /// session.
    func run() throws {
      let export = try read()
      let session = try target.open(addsDemo: false)
      warn(of: export, otherThan: session.store.manifest)
      let store = try OpenSession.trying { try session.storeInFile() }
      let isNew = try OpenSession.trying { try store.isUntouched() }
      try session.report(output) {
        // A session with a history gets the exported entries by an operation of its own.
        guard isNew else { return try adopt(export, in: session) }
        try store.restore(export)
        if !output.isJSON { try printCounts(of: export, in: store) }
        // Restoring a session is not an operation that could be reported.
        return nil
      }
      if output.isJSON { Output.json(.object(try OpenSession.trying { try store.export() }.json)) }
    }

    /// Warns if a session was exported for another manifest than that of the session.
    private func warn(of export: SessionExport, otherThan manifest: String?) {
      guard export.isForOtherManifest(than: manifest) else { return }
      guard let exported = export.manifest, let own = manifest else { return }
      Output.remark(
        "warning: this is a session of \(exported), not of \(own); virga session show lists what does not match"
      )
    }

    /// Replaces the entries of a session that has a history by the exported ones, as an operation
    /// that can be undone.
    ///
    /// Returns the operation to report; nil as JSON, because the whole session is printed then.
    private func adopt(
      _ export: SessionExport, in session: OpenSession
    ) throws -> SessionOperation? {
      let operationContext = session.operationContext()
      do {
        let adopted = try session.perform {
          try $0.operations(in: operationContext).importSession(
            export.session, as: "import \(FilePath.name(of: file))")
        }
        return output.isJSON ? nil : adopted
      } catch let refusal as Refusal where refusal.isUnchanged && output.isJSON {
        // The session has these entries already; it is printed all the same.
        return nil
      }
    }

    /// Prints what a new session got, such as `imported 2 overrides, 3 operations, 1 event`.
    private func printCounts(of export: SessionExport, in store: SessionStore) throws {
      let counts = [
        export.session.overrideCount.pluralizing("override"),
        export.session.operations.count.pluralizing("operation"),
        try store.eventCount().pluralizing("event"),
      ]
      Output.line("imported " + counts.joined(separator: ", "))
    }

    /// Reads the exported session; ends the program, after printing why, if it is not one.
    private func read() throws -> SessionExport {
      try Inputs.claim([file], for: "the session to import")
      do {
        return try SessionExport(json: try JSONInput.read(file))
      } catch let refusal as Refusal {
        throw JSONInput.refused("\(file): \(refusal)")
      }
    }
  }

  struct Recipe: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "recipe", abstract: "Print a recipe that gives every client the session's edits."
    )

    @Option(help: ArgumentHelp("The recipe's slug.", valueName: "slug"))
    var slug = "virga-edits"

    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    /// Prints the recipe, which is JSON whatever `--format` says, or why the edits do not make one.
    func run() throws {
      let session = try target.open(isReadOnly: true)
      let operations = session.store.session.operations(in: session.operationContext())
      try session.report(output) {
        Output.json(.object(try operations.recipeOfEdits(slug: slug)))
        // Nothing was changed, so no operation is reported.
        return nil
      }
    }
  }

  struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "undo", abstract: "Undo the last operation.",
      discussion: "Without a number, undoes the last operation of any process.")

    @Argument(help: "The operation's number from --format json; refused unless it is the last one.")
    var operation: Int64?

    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    /// Undoes the named operation, or else the last one, and prints it.
    ///
    /// A new session does not get the demo's recipes here: it has nothing to undo.
    func run() throws { try target.open(addsDemo: false).undo(operation, output) }
  }

  struct Redo: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "redo", abstract: "Redo the operation that was undone last.")

    @Argument(help: "The operation's number from --format json; refused unless it is the next one.")
    var operation: Int64?

    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    /// Redoes the named operation, or else the one undone last, and prints it.
    ///
    /// A new session does not get the demo's recipes here: it has nothing to redo.
    func run() throws { try target.open(addsDemo: false).redo(operation, output) }
  }

  struct Drop: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "drop", abstract: "Drop all overrides.")

    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    /// Drops all overrides as one operation of the session, and prints the operation.
    func run() throws {
      try target.open().perform(output) { operations in try operations.dropAll() }
    }
  }
}
