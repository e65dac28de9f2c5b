import ArgumentParser
import VirgaJSON
import VirgaRuntime

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract:
      "Check what works on this machine and which apps are connected, and say how to fix the rest.",
    discussion:
      "Exits with 0 if virga can do its work, even if parts of it are missing; with 1 if it cannot."
  )

  @Option(
    help: ArgumentHelp(
      "The session in which to look for connected apps (default: all in the session folder).",
      valueName: "file"),
    completion: .sessions)
  var session: String?

  @OptionGroup var output: FormatOption

  /// Prints what was found; ends with an exit code if a check failed.
  func run() throws {
    let findings =
      SystemCheck(Machine.current).findings
      + ConnectedAppCheck(session: session, machine: .current).findings
    if output.isJSON {
      Output.json(.array(findings.map(\.json)))
    } else {
      Output.columns(findings.flatMap(\.rows))
    }
    if findings.contains(where: { $0.state == .failed }) { throw ExitCode.problems }
  }
}

/// What was found out about one part of the machine.
struct DoctorFinding {
  enum State: String {
    case works = "ok"
    /// Something is missing that virga can do without.
    case limited = "note"
    case failed = "error"
  }

  let subject: String
  let state: State
  let message: String
  /// Nil if nothing needs doing.
  var fix: String?

  /// The finding as an object; `fix` is left out if nothing needs doing.
  var json: JSONValue {
    var object: JSONObject = [
      "subject": .string(subject), "state": .string(state.rawValue), "message": .string(message),
    ]
    if let fix { object["fix"] = .string(fix) }
    return .object(object)
  }

  /// The rows of the text table: the finding, and below it the fix if there is one.
  var rows: [[String]] {
    let finding = [state.rawValue, subject, message]
    guard let fix else { return [finding] }
    return [finding, ["", "", "→ \(fix)"]]
  }
}
