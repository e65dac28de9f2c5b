import CVirgaPlatform
import VirgaConsole
import VirgaFiles
import VirgaTerminal

/// The person's own editor, `VISUAL` or `EDITOR`.
///
/// The text is in a file in a private folder. If the editor fails, the file is kept.
struct ExternalEditor {
  let command: String
  let temporaryFolder: String

  /// The editor that the environment names, or else vi.
  init(_ machine: Machine) {
    let named = ["VISUAL", "EDITOR"].compactMap { machine.environment[$0] }.first { !$0.isEmpty }
    command = named ?? "vi"
    let folder = machine.environment["TMPDIR", default: ""]
    temporaryFolder = folder.isEmpty ? "/tmp" : folder
  }

  /// Has a person edit the text of a feature's edit; returns the event with the result.
  ///
  /// - Parameter run: Runs a program with its arguments and waits for its end.
  func edit(_ text: String, feature: String, run: ([String]) -> Terminal.ProgramEnd) -> Event {
    guard let editorAndOptions = ShellWord.split(command), let editor = editorAndOptions.first
    else {
      return .outcome(.editorUnclear(command))
    }
    do throws(FileFailure) {
      let folder = try makeFolder()
      let file = "\(folder)/\(Self.fileName(for: feature))"
      do throws(FileFailure) {
        try FileWriting.write(Array(text.utf8), to: file)
      } catch {
        // Nothing is left behind if the text could not be written.
        remove(file)
        throw error
      }
      let editing = Editing(editor: editor, file: file, oldText: text, feature: feature)
      return outcome(of: editing, run(editorAndOptions + [file]))
    } catch {
      return .outcome(.editorGotNothing(editor, error))
    }
  }

  /// A file that a program edits.
  private struct Editing {
    /// The program's name.
    let editor: String
    let file: String
    let oldText: String
    let feature: String
  }

  /// The event with the edited text, or the reason why there is none.
  ///
  /// The file is removed, unless the editor failed after the person had changed the text, or the
  /// file cannot be read.
  private func outcome(of editing: Editing, _ end: Terminal.ProgramEnd) -> Event {
    let editor = editing.editor
    let newText: String?
    do {
      newText = String(decoding: try FileReading.disk().read(editing.file), as: UTF8.self)
    } catch {
      guard !FileWriting.exists(editing.file) else {
        return .outcome(.editorUnreadable(editor, error))
      }
      // The editor removed the file.
      newText = nil
    }
    // An emptied file contains nothing that the person would miss.
    let hasChanged = newText != nil && newText != editing.oldText && newText != ""
    let hasFailed =
      switch end {
      // An editor that did not start changed nothing that could be lost.
      case .exited(0), .notStarted: false
      case .exited, .stopped: true
      }
    let remainingFile = hasFailed && hasChanged ? editing.file : nil
    if remainingFile == nil { remove(editing.file) }
    switch end {
    case .exited(0):
      guard let newText else { return .outcome(.editorLeftNothing(editor)) }
      return .written(newText, feature: editing.feature)
    case .exited(let code):
      return .outcome(.editorFailed(editor, code: code, keeping: remainingFile))
    case .stopped: return .outcome(.editorFailed(editor, code: nil, keeping: remainingFile))
    case .notStarted(let reason): return .outcome(.editorNotStarted(editor, because: reason))
    }
  }

  /// Creates a new folder that only the user can read, and returns its path.
  private func makeFolder() throws(FileFailure) -> String {
    var template = Array("\(temporaryFolder)/virga-XXXXXX".utf8CString)
    // Replaces each X by a random character.
    guard mkdtemp(&template) != nil else { throw FileFailure(.last, temporaryFolder) }
    return template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// Removes a file and its folder, if that is empty then.
  private func remove(_ file: String) {
    unlink(file)
    rmdir(FilePath.folder(of: file))
  }

  /// The characters of a file name before its extension; file systems allow 255 bytes.
  private static let maxNameLength = 80

  /// A file name from a feature's id, without characters that shells or editors interpret.
  ///
  /// For example `app-menu.json`, `a-b.json` for `a/b`, and `edit.json` if nothing is left.
  static func fileName(for feature: String) -> String {
    let safe = feature.map { character -> Character in
      let isWord = character.isLetter || character.isNumber || character == "_"
      return character.isASCII && isWord ? character : "-"
    }
    // An editor would read a name that begins with a dash as an option.
    let name = safe.drop { $0 == "-" }.prefix(maxNameLength)
    return name.isEmpty ? "edit.json" : "\(String(name)).json"
  }
}
