import CVirgaPlatform
import VirgaFiles
import VirgaLive
import VirgaSDK
import VirgaSession
import VirgaTerminal

/// A minimal app on a session.
///
/// It shows changes made in a console at once, and the console shows the events that the app
/// records.
@main
struct Main {
  static func main() {
    do {
      exit(try run(Array(CommandLine.arguments.dropFirst())))
    } catch {
      let message = Array("error: \(error)\n".utf8)
      _ = message.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      exit(couldNotRun)
    }
  }

  /// The exit code after a failure.
  private static let couldNotRun: Int32 = 2

  /// Runs the app on the session that the arguments name, or prints the usage; returns the exit
  /// code.
  private static func run(_ arguments: [String]) throws -> Int32 {
    guard let path = try sessionPath(arguments) else {
      print(usage)
      return 0
    }
    let session = try LiveSession(path)
    let code = try show(session, called: FilePath.name(of: path))
    try session.flush()
    return code
  }

  /// Shows the app until the user quits, and returns the exit code.
  private static func show(_ session: LiveSession, called name: String) throws -> Int32 {
    var options = Terminal.Options()
    options.environment = environment
    let terminal = try Terminal.start(options)
    defer { terminal.stop() }
    return try ExampleApp(terminal, session, sessionName: name).run()
  }

  private static let usage = """
    usage: virga-example-app [--session FILE]

    A browser's home screen and menu, made of the features of the demo manifest. It lives on the session in FILE, else on
    that of the demo, which `virga` opens without arguments. Run `virga --session FILE` beside it.
    """

  /// The path of the session to use; nil if help was requested.
  private static func sessionPath(_ arguments: [String]) throws -> String? {
    switch arguments.count {
    case 0:
      guard let folder = SessionFolder.folder(environment: environment) else {
        throw Failure.noHome
      }
      return FilePath.joined(folder, SessionFolder.fileName(manifest: "demo"))
    case 2 where arguments[0] == "--session": return arguments[1]
    case 1 where ["--help", "-h"].contains(arguments[0]): return nil
    default: throw Failure.arguments
    }
  }

  /// The variables that the terminal and the folder of sessions depend on, as far as they are set.
  private static var environment: [String: String] {
    var environment: [String: String] = [:]
    for name in ["NO_COLOR", "TERM", "HOME", "XDG_STATE_HOME", "TMUX"] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    return environment
  }

  private enum Failure: Error, CustomStringConvertible {
    case arguments
    case noHome

    var description: String {
      switch self {
      case .arguments: "no arguments, or --session FILE"
      case .noHome: "HOME is not set; use --session FILE"
      }
    }
  }
}
