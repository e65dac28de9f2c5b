import VirgaConsole
import VirgaFiles
import VirgaWeb

/// What becomes of the files that the console wants written.
enum FileAnswer {
  /// Writes a file, its path taken from `folder`, and gives what the console has to hear of it.
  ///
  /// - Parameter progress: Is told now and then how far it is.
  static func writing(
    _ draft: FileDraft, from folder: String, _ cancellation: Cancellation? = nil, progress: (String) -> Void = { _ in }
  ) -> Event {
    let path = FilePath.joined(folder, draft.path)
    if FileWriting.isFolder(path) {
      return .outcome(.refusal("\(draft.path) is a folder; name a file in it"))
    }
    if !draft.replaces, FileWriting.exists(path) { return .fileExists(draft) }
    var bytes: [UInt8] = []
    var (done, percent) = (0, 0)
    let isWhole = draft.write { piece in
      bytes += piece.utf8
      done += 1
      if done * 100 / max(draft.pieceCount, 1) > percent {
        percent = min(done * 100 / max(draft.pieceCount, 1), 100)
        progress("writing \(draft.what), \(percent) %")
      }
      return cancellation?.isCancelled != true
    }
    guard isWhole else { return .outcome(.note("\(draft.path) was not written")) }
    do {
      try FileWriting.write(bytes, to: path, access: draft.session == nil ? .asBefore : .owner)
      return .fileWritten(draft)
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
