import CVirgaPlatform
package import VirgaFiles
import VirgaSDK
import VirgaSource
package import VirgaTargeting
package import VirgaWeb

/// The machine that the program runs on: its files, environment and time.
package struct Machine: Sendable {
  /// The folder that relative paths refer to.
  package var workingFolder: String
  package var environment: [String: String]
  package var files: FileReading
  /// Returns all of standard input.
  package var standardInput: @Sendable () throws(FileFailure) -> [UInt8]

  /// The machine of this process, with the files and the environment that it has now.
  package static var current: Machine {
    Machine(
      workingFolder: currentFolder(), environment: currentEnvironment(), files: files,
      standardInput: standardInput)
  }

  /// Reads files; the content of a pipe is cached, because a file is first read to find its kind.
  private static let files = FileReading.disk(waitingFor: isNamedPipe).cachingPipes()

  private static let namedPipes = Locked<Set<OneTimeInput>>([])

  private static let isNamedPipe: @Sendable (OneTimeInput) -> Bool = { pipe in
    namedPipes.withLock { $0.contains(pipe) }
  }

  /// Lets `current` read a named pipe that an option or argument names.
  ///
  /// Reading it waits for a writer; until the console draws, Ctrl-C ends the program.
  package static func allowPipe(_ pipe: OneTimeInput) {
    namedPipes.withLock { _ = $0.insert(pipe) }
  }

  /// Returns all of standard input, which is read at the first call and cached.
  private static let standardInput: @Sendable () throws(FileFailure) -> [UInt8] = {
    let input = Locked<[UInt8]?>(nil)
    return { () throws(FileFailure) in
      try input.withLock { (cached: inout sending [UInt8]?) throws(FileFailure) -> [UInt8] in
        if let cached { return cached }
        let bytes = try FileReading.standardInput()
        cached = bytes
        return bytes
      }
    }
  }()

  /// Replaces `~/` at the start of a path by the home folder, like a shell.
  func expandingHome(_ typed: String) -> String {
    let prefix = "~/"
    guard typed.hasPrefix(prefix), let home = environment["HOME"] else { return typed }
    return FilePath.joined(home, String(typed.dropFirst(prefix.count)))
  }

  /// The absolute path of a file as the person typed it.
  package func path(_ typed: String) -> String {
    FilePath.joined(workingFolder, expandingHome(typed))
  }

  /// The folder `virga` in the folder that a variable names, else in `usual` of the home folder.
  ///
  /// For `XDG_CACHE_HOME` or `.cache` it is `$XDG_CACHE_HOME/virga` or `~/.cache/virga`. Nil if the
  /// home folder is not known. A relative path in the variable is ignored.
  package func folder(_ variable: String, or usual: String) -> String? {
    if let folder = environment[variable], folder.hasPrefix("/") { return folder + "/virga" }
    guard let home = environment["HOME"], !home.isEmpty else { return nil }
    return "\(home)/\(usual)/virga"
  }

  /// The total time that this process waits for servers.
  package static let webTimeBudget = WebTimeBudget()

  /// The arguments of this process without the program's name.
  ///
  /// Bytes of file names that are not UTF-8 survive, unlike in `CommandLine.arguments`.
  package static var arguments: [String] {
    // The first one is the program's name, unless the program was started without any.
    let count = max(1, Int(CommandLine.argc))
    return (1..<count).compactMap { index in
      CommandLine.unsafeArgv[index].map { SystemPath.text($0) }
    }
  }

  package static func now() -> Instant { SystemClock.now() }

  /// The name of this process in operations and events, such as `virga 4177`.
  package static var process: String { "virga \(getpid())" }

  /// The name of this process while it runs a subcommand, such as `virga flags 4177`.
  package static func process(of subcommand: String) -> String {
    "virga \(subcommand) \(getpid())"
  }

  /// The process's working folder, or the root if it no longer exists.
  private static func currentFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return SystemPath.text(path)
  }

  /// The names of all environment variables that virga reads.
  package static let variables = [
    "COLORFGBG", "EDITOR", "GITHUB_BEARER_TOKEN", "HOME", "LANG", "LC_ALL", "LC_CTYPE",
    "MOZ_APPSERVICES_MODULE", "NO_COLOR", "TERM", "TMPDIR", "TMUX", "VIRGA_LOG", "VISUAL",
    "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME",
  ]

  /// The values of the ``variables`` that are set.
  private static func currentEnvironment() -> [String: String] {
    var environment: [String: String] = [:]
    for name in variables {
      if let value = getenv(name) { environment[name] = SystemPath.text(value) }
    }
    return environment
  }
}
