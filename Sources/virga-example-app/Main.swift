import CVirgaPlatform
import VirgaLive
import VirgaSDK
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
      _ = Array("error: \(error)\n".utf8).withUnsafeBytes {
        write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      exit(2)
    }
  }

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

  private static var environment: [String: String] {
    let names = ["NO_COLOR", "TERM", "HOME", "XDG_STATE_HOME", "TMUX"]
    return Dictionary(names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } })
    { $1 }
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
