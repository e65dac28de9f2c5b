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
      ShowSessionCommand.self, Export.self, Import.self, Recipe.self, Undo.self, Redo.self,
      Drop.self,
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

    func run() throws {
      let store = try target.open(isReadOnly: true).store
      let text =
        JSONValue.object(try OpenSession.trying { try store.export() }.json).pretty() + "\n"
      guard let file, file != "-" else {
        Output.json(text: text)
        return
      }
      do {
        let base = Machine.current.workingFolder
        let path = try FileWriting.file(at: file, named: "session.json", from: base)
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

    func run() throws {
      let export = try read()
      let session = try target.open(begins: false)
      if export.isForOtherManifest(than: session.store.manifest), let its = export.manifest,
        let own = session.store.manifest
      {
        Output.remark(
          "warning: this is a session of \(its), not of \(own); virga session show lists what does not match"
        )
      }
      let store = try OpenSession.trying { try session.kept() }
      let isNew = try OpenSession.trying { try store.isUntouched() }
      let operationContext = session.operationContext()
      try session.report(output) {
        guard isNew else {
          do {
            let adopted = try session.perform {
              try $0.operations(in: operationContext).adopt(
                export.session, as: "import \(FilePath.name(of: file))")
            }
            return output.isJSON ? nil : adopted
          } catch let refusal as Refusal where refusal.isUnchanged && output.isJSON {
            return nil
          }
        }
        try store.restore(export)
        let counts = [
          ("override", export.session.overrideCount),
          ("operation", export.session.operations.count),
          ("event", try store.eventCount()),
        ]
        if !output.isJSON {
          Output.line("imported " + counts.map { $0.1.pluralizing($0.0) }.joined(separator: ", "))
        }
        return nil
      }
      if output.isJSON { Output.json(.object(try OpenSession.trying { try store.export() }.json)) }
    }

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

    func run() throws {
      let session = try target.open(isReadOnly: true)
      let operations = session.store.session.operations(in: session.operationContext())
      do throws(Refusal) {
        Output.json(.object(try operations.recipeOfEdits(slug: slug)))
      } catch {
        try session.report(output) { throw error }
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

    func run() throws {
      try target.open(begins: false).step(operation, output, ("undo", "undid")) {
        try $0.undo($1, at: Machine.now(), by: Machine.process)
      }
    }
  }

  struct Redo: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "redo", abstract: "Redo the operation that was undone last.")

    @Argument(help: "The operation's number from --format json; refused unless it is the next one.")
    var operation: Int64?

    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    func run() throws {
      try target.open(begins: false).step(operation, output, ("redo", "redid")) {
        try $0.redo($1, at: Machine.now(), by: Machine.process)
      }
    }
  }

  struct Drop: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "drop", abstract: "Drop all overrides.")

    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    func run() throws { try target.open().perform(output) { try $0.dropAll() } }
  }
}
