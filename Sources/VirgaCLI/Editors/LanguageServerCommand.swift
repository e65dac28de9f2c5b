import ArgumentParser
import VirgaFiles
import VirgaLanguageServer
import VirgaManifest
import VirgaResources
import VirgaRuntime
import VirgaSDK
import VirgaSession
import VirgaSource
import VirgaWeb

struct LanguageServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve an editor: problems, completion and more for manifests, configs and recipes.",
    discussion: """
      The editor starts it and speaks the Language Server Protocol over standard input and output. virga help \
      editors has settings for several editors.
      """)

  @Option(
    help: ArgumentHelp(
      "The session in which values are tried, and whose changes are shown (default: none).",
      valueName: "file"),
    completion: .sessions)
  var session: String?

  @OptionGroup var options: ManifestOptions

  func validate() throws {
    guard options.repoFile.contains("-") else { return }
    throw ValidationError("--repo-file takes a file here: standard input belongs to the editor")
  }

  /// Serves until the editor exits; ends with an exit code if it is gone without saying so.
  func run() throws {
    // Notes which files the options name: a pipe can be read only once.
    try options.claim()
    let machine = Machine.current
    let connection = try connection(machine)
    let server = LanguageServer(surroundings(machine), session: connection)
    var driver = ServerDriver(server)
    let code = driver.run()
    if code != 0 { throw ExitCode(code) }
  }

  /// What the server needs of this machine: its files, how manifests are loaded, also from the web,
  /// and a page that explains the codes of problems.
  private func surroundings(_ machine: Machine) -> ServerSurroundings {
    // An editor also shows warnings of what virga accepts in a manifest and nimbus-fml does not.
    // The loading options have the access to the web.
    var surroundings = ServerSurroundings(
      files: machine.files, folders: .disk,
      // Also warns of what virga accepts and nimbus-fml rejects.
      options: options.loading(machine, .reportingExtensions))
    surroundings.version = ProgramVersion.number
    // Earlier fetches may have used up the time to wait for servers.
    surroundings.willRetry = { Machine.webTimeBudget.reset() }
    surroundings.problemCodes = ProblemCodes.names
    if let page = ProblemCodePage.write(on: machine) {
      surroundings.explanation = { code in page.link(to: code) }
    }
    return surroundings
  }

  /// The connection to the session of the option; nil without it.
  private func connection(_ machine: Machine) throws -> SessionConnection? {
    guard let session else { return nil }
    return try OpenSession.trying {
      // Nil accepts the manifest that the file names.
      let store = try SessionLocation(session, on: machine).open(manifest: nil, isReadOnly: false)
      return SessionConnection(
        store, process: VirgaCommand.process, now: { Machine.now() },
        newClientID: ClientID.random())
    }
  }
}
