import CVirgaPlatform
import VirgaCanvas
import VirgaConsole
import VirgaFiles
import VirgaRuntime
import VirgaSession
import VirgaSource
import VirgaTerminal
import VirgaWeb

struct SystemCheck {
  private let machine: Machine

  init(_ machine: Machine) { self.machine = machine }

  var findings: [DoctorFinding] {
    terminal + [clipboard, editor, curl, sqlite, sessions, configuration]
  }

  private var terminal: [DoctorFinding] {
    var options = Terminal.Options()
    options.environment = machine.environment
    do {
      let found = try Terminal.detect(options)
      let size = "\(found.size.columns)x\(found.size.rows)"
      let isLarge = found.size.columns >= 36 && found.size.rows >= 9
      return [
        DoctorFinding(
          subject: "terminal", state: isLarge ? .works : .limited,
          message: "\(found.type), \(size)",
          fix: isLarge ? nil : "make it at least 36x9"),
        colors(found.colorDepth),
        DoctorFinding(
          subject: "characters", state: found.isASCII ? .limited : .works,
          message: found.isASCII ? "ASCII" : "UTF-8",
          fix: found.isASCII ? "set LC_ALL to a UTF-8 locale, such as C.UTF-8" : nil),
      ]
    } catch {
      return [
        DoctorFinding(
          subject: "terminal", state: .limited, message: "\(error)",
          fix: "virga open --plain, virga run and all other commands work without one")
      ]
    }
  }

  private func colors(_ depth: ColorDepth) -> DoctorFinding {
    switch depth {
    case .none:
      let isRefused = machine.environment["NO_COLOR"]?.isEmpty == false
      return DoctorFinding(
        subject: "colors", state: .limited,
        message: isRefused ? "none, because NO_COLOR is set" : "none",
        fix: isRefused
          ? "unset NO_COLOR, or use --color always"
          : "set TERM to a type with colors, or use --color always")
    case .trueColor: return DoctorFinding(subject: "colors", state: .works, message: "24-bit")
    default: return DoctorFinding(subject: "colors", state: .works, message: "\(depth.rawValue)")
    }
  }

  /// No terminal tells whether it lets programs copy, but tmux does.
  private var clipboard: DoctorFinding {
    guard machine.environment["TMUX"]?.isEmpty == false else {
      return DoctorFinding(
        subject: "clipboard", state: .works,
        message: "copies through the terminal, if it allows that (OSC 52)")
    }
    let option = firstLine(
      of: "tmux", ["show-options", "-sv", "set-clipboard"], ["TMUX", "TMUX_TMPDIR", "TMPDIR"])
    let isOff = option == nil || option == "off"
    return DoctorFinding(
      subject: "clipboard", state: isOff ? .limited : .works,
      message: "tmux " + (isOff ? "keeps copies to itself" : "passes copies on to the terminal"),
      fix: isOff ? "tmux set -s set-clipboard on" : nil)
  }

  private var editor: DoctorFinding {
    let named = ["VISUAL", "EDITOR"].compactMap { machine.environment[$0] }.first { !$0.isEmpty }
    return DoctorFinding(
      subject: "editor", state: named == nil ? .limited : .works,
      message: named ?? "vi, because none is named",
      fix: named == nil ? "set VISUAL or EDITOR to the editor for configs" : nil)
  }

  private var curl: DoctorFinding {
    let version = firstLine(of: "curl", ["--version"])
    return DoctorFinding(
      subject: "curl", state: version == nil ? .limited : .works,
      message: version.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        ?? "not found",
      fix: version == nil ? "install curl; without it no remote file can be read" : nil)
  }

  private var sqlite: DoctorFinding {
    do {
      _ = try SessionStore(SessionStore.inMemory)
      return DoctorFinding(subject: "SQLite", state: .works, message: ProgramVersion.sqlite)
    } catch {
      return DoctorFinding(
        subject: "SQLite", state: .failed, message: "\(error)",
        fix: "reinstall virga or the library SQLite")
    }
  }

  private var sessions: DoctorFinding {
    let fix = "set XDG_STATE_HOME to a folder that you can write to, or name a file with --session"
    guard let folder = SessionFolder.folder(environment: machine.environment) else {
      return DoctorFinding(
        subject: "sessions", state: .failed, message: "HOME is not set, so they have no folder",
        fix: fix)
    }
    // What does not exist is made when the first session is kept.
    var existing = folder
    while !FileWriting.exists(existing), existing != "/" {
      existing = FilePath.folder(of: existing)
    }
    let isUsable = FileWriting.isFolder(existing) && access(existing, W_OK | X_OK) == 0
    return DoctorFinding(
      subject: "sessions", state: isUsable ? .works : .failed,
      message: isUsable
        ? folder : "\(folder) cannot be written: \(existing) is not a folder that you can write to",
      fix: isUsable ? nil : fix)
  }

  private var configuration: DoctorFinding {
    guard let path = ConfigFile.path(on: machine), FileWriting.exists(path) else {
      return DoctorFinding(
        subject: "configuration", state: .works, message: "none, so defaults apply")
    }
    let problems = ConfigFile.read(machine).problems
    return DoctorFinding(
      subject: "configuration", state: problems.isEmpty ? .works : .limited,
      message: problems.isEmpty ? path : "\(path): \(ProblemOutput.summary(problems))",
      fix: problems.first.map {
        "\($0.location.map { "line \($0.range.start.line): " } ?? "")\($0.sentence)"
      })
  }

  private func firstLine(
    of program: String, _ arguments: [String], _ environment: [String] = []
  ) -> String? {
    let program = ChildProgram(name: program, arguments: arguments, environment: environment)
    guard let outcome = try? program.run(input: [], limit: 1 << 16, timeout: 2_000),
      outcome.code == 0
    else {
      return nil
    }
    return String(decoding: outcome.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
