/// Who did something in a session, named for a person to read: without process ids.
package enum Author {
  /// The name of the console that a person reads.
  package static let you = "you"

  /// `you` for the process `ownProcess`, `another console`, a command such as `virga flags`, or an
  /// app's name.
  ///
  /// A process that is not known has an empty name, and counts as another console. If `ownProcess`
  /// is nil, as outside of a console, nothing was done by `you`.
  ///
  /// With `isEarlier`, for what was done before the console of `ownProcess` started, another
  /// console is `an earlier console`: it may be a run that the same person has ended.
  package static func name(
    of process: String, ownProcess: String? = nil, isEarlier: Bool = false
  ) -> String {
    if process == ownProcess { return you }
    let program = program(of: process)
    let isConsole = program.isEmpty || program == "virga"
    guard isConsole else { return program }
    return isEarlier ? "an earlier console" : "another console"
  }

  /// The program of a process: `virga flags` for `virga flags 4177`.
  package static func program(of process: String) -> String {
    guard let blank = process.lastIndex(of: " ") else { return process }
    let endsInProcessID = Int(process[blank...].dropFirst()) != nil
    return endsInProcessID ? String(process[..<blank]) : process
  }
}
