import VirgaConsole
import VirgaSource

/// What becomes of the files that the console wants written.
enum FileAnswer {
  /// Writes a file, its path taken from `folder`, and gives what the console has to hear of it.
  static func writing(_ draft: FileDraft, from folder: String) -> Event {
    let path = FilePath.joined(folder, draft.path)
    if !draft.replaces, FileWriting.exists(path) { return .fileExists(draft) }
    do {
      try FileWriting.write(Array(draft.text.utf8), to: path)
      return .outcome(.note("wrote \(draft.what) to \(draft.path)"))
    } catch {
      return .outcome(.failure("\(error)"))
    }
  }

  /// Forgets what was kept of a flag of a configuration in the web, or of all, and gives what the console has to hear.
  static func forgetting(_ flag: String?, with reader: FlagReader) -> Event {
    do {
      try reader.forget(flag)
      return .outcome(.note("forgot what was kept of \(flag ?? "configurations in the web")"))
    } catch {
      return .outcome(.failure("\(error)"))
    }
  }
}
