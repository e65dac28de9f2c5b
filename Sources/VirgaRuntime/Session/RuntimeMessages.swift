import VirgaConsole
import VirgaFiles
import VirgaSession
import VirgaSource

// Messages about files, the terminal and other programs, which only this room meets.
extension StatusMessage {
  /// - Parameter count: The number of changes that could not be saved.
  static func notKept(_ count: Int, because reason: String) -> Self {
    failure(ExitMessage.unsaved(count, because: reason))
  }
  /// - Parameter count: The number of changes that wait for the file.
  static func locked(_ failure: StoreFailure, waiting count: Int) -> Self {
    guard count != 0 else { return .failure("\(failure)") }
    let changes = count.pluralizing("change")
    let verb = count == 1 ? "is" : "are"
    return .failure("\(failure); \(changes) made here \(verb) saved once it is free")
  }
  /// - Parameters:
  ///   - screen: The screen that an earlier console showed.
  ///   - filter: The filter of its list; empty for none.
  static func asLeft(_ screen: Screen, filter: String) -> Self {
    let filterWords = filter.isEmpty ? "" : ", filter \(filter)"
    return info("as you left it: screen \(screen.digit)\(filterWords)")
  }
  static let unlocked = recovery("the session is unlocked again, and everything was saved")
  static func cannotRead(_ what: String, _ error: any Error) -> Self {
    failure("the \(what) cannot be read: \(error)")
  }

  static func failed(_ error: any Error) -> Self { failure("\(error)") }
  static func refused(_ file: String, _ refusal: Refusal) -> Self {
    .refusal("\(file): \(refusal)")
  }
  /// Why another manifest cannot be read: its first problem, with the manifest's name once.
  ///
  /// For example `a.fml.yaml: it is empty`, or `a.fml.yaml: No such file` as the error has it.
  static func unread(_ manifest: String, _ error: any Error) -> Self {
    let problem = (error as? Problems)?.all.first
    let words = problem?.message ?? "\(error)"
    let named = words.contains(manifest) ? words : "\(manifest): \(words)"
    let location = problem?.location.map { ", at \($0.range.start)" } ?? ""
    return failure(named + location)
  }
  static func empty(_ file: String) -> Self { failure("\(file) is empty") }
  static func notLoaded(_ file: String) -> Self { info("\(file) was not loaded") }
  static func notWritten(_ file: String) -> Self { info("\(file) was not written") }

  static func cannotWatch(_ failure: String) -> Self {
    .failure("cannot watch files: \(failure); reload shows changes")
  }
  static func logEnds(_ failure: FileFailure) -> Self { .failure("logging stopped: \(failure)") }
  static func recordingEnds(_ failure: String) -> Self { .failure("recording stopped: \(failure)") }
  /// - Parameter lines: What was wrong with each line, with its location.
  static func refusedLines(_ lines: [String]) -> Self {
    let count = lines.count == 1 ? "" : "\(lines.count) lines of the script were refused: "
    return failure(count + lines.joined(separator: "; "))
  }

  static func noScreenToEdit(_ feature: String) -> Self {
    refusal("an editor needs a screen: edit {…} changes the edit of \(feature) in one line")
  }
  static let noScreenToLeave = refusal(
    "there is no screen to leave: Ctrl-Z in the terminal suspends")
  static let noScreenToDraw = refusal("there is no screen to draw: list prints the focused panel")
  static let noScreenToColor = refusal("there is no screen: a theme colors one")
  static let noMouse = refusal(
    "there is no mouse without a screen: use commands instead, help lists them")

  /// The message after a copy through tmux; how to write a file, because tmux may keep the text.
  static func copiedToTmux(_ what: String) -> Self {
    info(
      "copied \(what) to tmux, which passes it on to the clipboard unless set-clipboard is off; \(toFile)"
    )
  }
  static func copiedToTerminal(_ what: String, throughTmux: Bool) -> Self {
    let condition = throughTmux ? ", if tmux allows it (set -g set-clipboard on)" : ""
    return info("copied \(what) to the terminal's clipboard (OSC 52)\(condition); \(toFile)")
  }
  static func tooLongToCopy(_ what: String) -> Self {
    failure("\(what) is too long for the terminal's clipboard; \(toFile)")
  }
  private static let toFile = ":write-copied FILE writes it to a file"

  /// - Parameter lastLine: The last line that the commands printed; empty for none.
  static func handedOff(to build: String, lastLine: String) -> Self {
    info("handed off to \(build)" + (lastLine.isEmpty ? "" : ": \(lastLine)"))
  }
  static func handOffFailed(to build: String, _ reason: String) -> Self {
    failure("not handed off to \(build): \(reason)")
  }

  static func editorUnclear(_ command: String) -> Self {
    failure("\(command) cannot be split into words: set EDITOR to a program and its options")
  }
  static func editorGotNothing(_ editor: String, _ error: FileFailure) -> Self {
    failure("cannot pass the text to \(editor): \(error.reason)")
  }
  static func editorUnreadable(_ editor: String, _ error: any Error) -> Self {
    failure("cannot read what \(editor) wrote, so the old text stays: \(error)")
  }
  static func editorLeftNothing(_ editor: String) -> Self {
    failure("\(editor) left no file; the old text stays")
  }

  /// - Parameters:
  ///   - code: The editor's exit code; nil if it was suspended.
  ///   - file: The file with the edited text; nil if nothing was edited.
  static func editorFailed(_ editor: String, code: Int32?, keeping file: String?) -> Self {
    let end = code.map { "ended with \($0)" } ?? "was suspended and ended by virga"
    let whereTextIs = file.map { "; your text is in \($0)" } ?? ""
    return failure("\(editor) \(end), so the old text stays\(whereTextIs)")
  }

  static func editorNotStarted(_ editor: String, because reason: String) -> Self {
    failure("\(editor) could not be started: \(reason); set VISUAL or EDITOR to your editor")
  }
}
