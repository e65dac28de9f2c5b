import CVirgaPlatform
import VirgaCanvas
import VirgaConsole
import VirgaFiles
import VirgaRuntime
import VirgaSession
import VirgaSource
import VirgaTerminal
import VirgaWeb

/// Finds out which parts of the machine virga can use: terminal, programs, libraries and folders.
struct SystemCheck {
  private let machine: Machine

  init(_ machine: Machine) { self.machine = machine }

  /// A finding for each part, the terminal first.
  var findings: [DoctorFinding] {
    terminal + [clipboard, editor, languageServer, curl, sqlite, sessions, configuration]
  }

  /// The size, colors and characters of the terminal, or why the console cannot be drawn on it.
  private var terminal: [DoctorFinding] {
    var options = Terminal.Options()
    options.environment = machine.environment
    do {
      let found = try Terminal.detect(options)
      return [
        size(found.size, ofType: found.type), colors(found.colorDepth),
        characters(isASCII: found.isASCII),
      ]
    } catch {
      return [
        DoctorFinding(
          subject: "terminal", state: .limited, message: "\(error)",
          fix: "virga open --plain, virga run and all other commands work without one")
      ]
    }
  }

  /// The terminal's type and size; limited if it is smaller than the console needs.
  private func size(_ size: Size, ofType type: String) -> DoctorFinding {
    let minimum = Layout.smallest
    let isLargeEnough = size.columns >= minimum.columns && size.rows >= minimum.rows
    return DoctorFinding(
      subject: "terminal", state: isLargeEnough ? .works : .limited,
      message: "\(type), \(size.columns)x\(size.rows)",
      fix: isLargeEnough ? nil : "make it at least \(minimum.columns)x\(minimum.rows)")
  }

  /// The characters that the console draws; limited to ASCII unless the locale is UTF-8.
  private func characters(isASCII: Bool) -> DoctorFinding {
    guard isASCII else {
      return DoctorFinding(subject: "characters", state: .works, message: "UTF-8")
    }
    return DoctorFinding(
      subject: "characters", state: .limited, message: "ASCII",
      fix: "set LC_ALL to a UTF-8 locale, such as C.UTF-8")
  }

  /// The number of colors; without any, what to change.
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

  /// Whether programs can copy to the clipboard.
  ///
  /// A terminal does not tell, but tmux does.
  private var clipboard: DoctorFinding {
    guard machine.environment["TMUX"]?.isEmpty == false else {
      return DoctorFinding(
        subject: "clipboard", state: .works,
        message: "copies through the terminal, if it allows that (OSC 52)")
    }
    let option = firstLine(
      of: "tmux", ["show-options", "-sv", "set-clipboard"],
      passing: ["TMUX", "TMUX_TMPDIR", "TMPDIR"])
    guard let option, option != "off" else {
      return DoctorFinding(
        subject: "clipboard", state: .limited, message: "tmux keeps copies to itself",
        fix: "tmux set -s set-clipboard on")
    }
    return DoctorFinding(
      subject: "clipboard", state: .works, message: "tmux passes copies on to the terminal")
  }

  /// The program that opens configs: `VISUAL`, else `EDITOR`, else vi.
  private var editor: DoctorFinding {
    let named = ["VISUAL", "EDITOR"].compactMap { machine.environment[$0] }.first { !$0.isEmpty }
    guard let named else {
      return DoctorFinding(
        subject: "editor", state: .limited, message: "vi, because none is named",
        fix: "set VISUAL or EDITOR to the editor for configs")
    }
    return DoctorFinding(subject: "editor", state: .works, message: named)
  }

  /// How editors get the language server, which is a part of the program.
  private var languageServer: DoctorFinding {
    DoctorFinding(
      subject: "language server", state: .works,
      message: "virga lsp; virga help editors has settings for editors")
  }

  /// The version of curl, which fetches remote files.
  private var curl: DoctorFinding {
    guard let line = firstLine(of: "curl", ["--version"]) else {
      return DoctorFinding(
        subject: "curl", state: .limited, message: "not found",
        fix: "install curl; without it no remote file can be read")
    }
    let nameAndVersion = line.split(separator: " ").prefix(2).joined(separator: " ")
    return DoctorFinding(subject: "curl", state: .works, message: nameAndVersion)
  }

  /// The version of SQLite, or why no session can be opened, even in memory.
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

  /// Whether sessions can be stored in their default folder.
  private var sessions: DoctorFinding {
    let fix = "set XDG_STATE_HOME to a folder that you can write to, or name a file with --session"
    guard let folder = SessionFolder.folder(environment: machine.environment) else {
      return DoctorFinding(
        subject: "sessions", state: .failed, message: "HOME is not set, so they have no folder",
        fix: fix)
    }
    // The first session creates missing folders, so the nearest existing one must be writable.
    var existing = folder
    while !FileWriting.exists(existing), existing != "/" {
      existing = FilePath.folder(of: existing)
    }
    let isWritableFolder = FileWriting.isFolder(existing) && access(existing, W_OK | X_OK) == 0
    guard isWritableFolder else {
      return DoctorFinding(
        subject: "sessions", state: .failed,
        message: "\(folder) cannot be written: \(existing) is not a folder that you can write to",
        fix: fix)
    }
    return DoctorFinding(subject: "sessions", state: .works, message: folder)
  }

  /// The configuration's file, with its first problem if it has any.
  private var configuration: DoctorFinding {
    guard let path = ConfigFile.path(on: machine), FileWriting.exists(path) else {
      return DoctorFinding(
        subject: "configuration", state: .works, message: "none, so defaults apply")
    }
    let problems = ConfigFile.read(machine).problems
    guard let first = problems.first else {
      return DoctorFinding(subject: "configuration", state: .works, message: path)
    }
    let line = first.location.map { "line \($0.range.start.line): " } ?? ""
    return DoctorFinding(
      subject: "configuration", state: .limited,
      message: "\(path): \(ProblemOutput.summary(problems))", fix: "\(line)\(first.sentence)")
  }

  /// The longest output of a program to read, in bytes.
  private static let maxOutput = 65_536
  /// How long to wait for a program, in milliseconds.
  private static let timeout: Int32 = 2_000

  /// The first line that a program prints; nil if it cannot be started or fails.
  ///
  /// - Parameter variables: The environment variables that it gets besides `PATH` and `HOME`.
  private func firstLine(
    of program: String, _ arguments: [String], passing variables: [String] = []
  ) -> String? {
    let program = ChildProgram(name: program, arguments: arguments, inheriting: variables)
    let end = try? program.run(input: [], limit: Self.maxOutput, timeout: Self.timeout)
    guard let end, end.exitCode == 0 else { return nil }
    return String(decoding: end.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
