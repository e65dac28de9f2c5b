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

  package static var current: Machine {
    Machine(
      workingFolder: currentFolder(), environment: currentEnvironment(), files: files,
      standardInput: standardInput)
  }

  /// Pipes are read once, and the content is kept for whoever asks again: the kind of a file is
  /// looked at first.
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

  private static let standardInput: @Sendable () throws(FileFailure) -> [UInt8] = {
    let input = Locked<[UInt8]?>(nil)
    return { () throws(FileFailure) in
      try input.withLock { (known: inout sending [UInt8]?) throws(FileFailure) -> [UInt8] in
        if let known { return known }
        let bytes = try FileReading.standardInput()
        known = bytes
        return bytes
      }
    }
  }()

  /// Replaces `~/` at the start of a path by the home folder, like a shell.
  func expandingHome(_ typed: String) -> String {
    guard typed.hasPrefix("~/"), let home = environment["HOME"] else { return typed }
    return FilePath.joined(home, String(typed.dropFirst(2)))
  }

  /// The absolute path of a file as the person typed it.
  package func path(_ typed: String) -> String {
    FilePath.joined(workingFolder, expandingHome(typed))
  }

  /// The folder `virga` in the one that a variable names, or else in `usual` of the home folder;
  /// nil without a home.
  package func folder(_ variable: String, or usual: String) -> String? {
    if let folder = environment[variable], folder.hasPrefix("/") { return folder + "/virga" }
    return environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/\(usual)/virga" }
  }

  /// The total time that this process waits for servers.
  package static let webTimeBudget = WebTimeBudget()

  /// The arguments of this process without the program's name.
  package static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap {
      CommandLine.unsafeArgv[$0].map { SystemPath.text($0) }
    }
  }

  package static func now() -> Instant { SystemClock.now() }

  /// The name of this process in operations and events, such as `virga 4177`.
  package static var process: String { "virga \(getpid())" }

  private static func currentFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return SystemPath.text(path)
  }

  private static func currentEnvironment() -> [String: String] {
    let names = [
      "NO_COLOR", "TERM", "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "TMUX",
      "GITHUB_BEARER_TOKEN", "MOZ_APPSERVICES_MODULE", "VISUAL", "EDITOR", "TMPDIR", "LC_ALL",
      "LC_CTYPE", "LANG",
      "VIRGA_LOG",
    ]
    return Dictionary(
      uniqueKeysWithValues: names.compactMap { name in
        getenv(name).map { (name, SystemPath.text($0)) }
      })
  }
}
