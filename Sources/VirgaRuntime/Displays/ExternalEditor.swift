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
    temporaryFolder = machine.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// Lets `run` edit the text of a feature's edit; returns the event with the result.
  func edit(_ text: String, feature: String, run: ([String]) -> Terminal.ProgramEnd) -> Event {
    guard let words = ShellWord.split(command), !words.isEmpty else {
      return .outcome(.editorUnclear(command))
    }
    do throws(FileFailure) {
      let folder = try makeFolder()
      let file = "\(folder)/\(Self.fileName(for: feature))"
      do throws(FileFailure) {
        try FileWriting.write(Array(text.utf8), to: file)
      } catch {
        remove(file)
        throw error
      }
      return outcome(
        of: run(words + [file]), name: words[0], file: file, old: text, feature: feature)
    } catch {
      return .outcome(.editorGotNothing(words[0], error))
    }
  }

  private func outcome(
    of end: Terminal.ProgramEnd, name: String, file: String, old: String, feature: String
  ) -> Event {
    let new: String?
    do {
      new = String(decoding: try FileReading.disk().read(file), as: UTF8.self)
    } catch {
      guard !FileWriting.exists(file) else { return .outcome(.editorUnreadable(name, error)) }
      new = nil
    }
    let kept: String? =
      switch end {
      case .exited(0), .notStarted: nil
      case .exited, .stopped: new.map { $0 != old && !$0.isEmpty } == true ? file : nil
      }
    if kept == nil { remove(file) }
    switch end {
    case .exited(0):
      return new.map { .written($0, feature: feature) } ?? .outcome(.editorLeftNothing(name))
    case .exited(let code): return .outcome(.editorFailed(name, code: code, keeping: kept))
    case .stopped: return .outcome(.editorFailed(name, code: nil, keeping: kept))
    case .notStarted(let reason): return .outcome(.editorNotStarted(name, because: reason))
    }
  }

  private func makeFolder() throws(FileFailure) -> String {
    var template = Array("\(temporaryFolder)/virga-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileFailure(.last, temporaryFolder) }
    return template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  private func remove(_ file: String) {
    unlink(file)
    rmdir(FilePath.folder(of: file))
  }

  /// A file name from a feature's id, without characters that shells or editors interpret.
  static func fileName(for feature: String) -> String {
    let name = feature.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" }
    let start = name.drop { $0 == "-" }.prefix(80)
    return "\(start.isEmpty ? "edit" : String(start)).json"
  }
}
