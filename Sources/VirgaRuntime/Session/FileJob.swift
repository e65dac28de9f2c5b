import VirgaConsole
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaResources
import VirgaSession
import VirgaSource
import VirgaWeb
import VirgaYAML

/// Reads or writes a file for the console, in the background unless it is short.
struct FileJob: Sendable {
  /// The name that the console shows while it runs.
  let title: String
  /// Whether it takes less than a frame and needs no thread.
  var isShort = false
  /// Does the work; returns the event with the result.
  let run: @Sendable (Cancellation) -> Event

  /// Writes a file whose path is relative to `folder`.
  static func writing(_ draft: FileDraft, from folder: String) -> FileJob {
    FileJob(title: "writing \(draft.what)", isShort: draft.isShort) { write(draft, from: folder, $0) }
  }

  /// Writes the session that `export` reads, with the current channel.
  static func exporting(
    _ export: Result<@Sendable () throws -> SessionExport, any Error>, showing channel: String?, to path: String,
    from folder: String
  ) -> FileJob {
    FileJob(title: "writing the session") { cancellation in
      do {
        let export = try export.get()()
        let drafts = export.session.count(of: .draft)
        let added = drafts == 0 ? "" : ", with \(drafts.pluralizing("draft")), not applied,"
        let draft = FileDraft(
          path: path, text: JSONValue.object(export.showing(channel).json).pretty() + "\n",
          what: "the session\(added)", session: export.session)
        return write(draft, from: folder, cancellation)
      } catch {
        return .outcome(.failed(error))
      }
    }
  }

  /// Reads an exported session to import it into that of `manifest`.
  static func readingSession(_ file: String, manifest: String?, from folder: String) -> FileJob {
    reading(file, from: folder) { json, _ throws(Refusal) in
      let export = try SessionExport(json: json)
      return .imported(export, from: file, isOther: export.isForOtherManifest(than: manifest))
    }
  }

  /// Reads recipes.
  ///
  /// Problems name the file in the same way, however the path was typed.
  static func readingRecipes(_ typed: String, from folder: String) -> FileJob {
    let file = FilePath.shown(FilePath.joined(folder, typed), from: folder)
    return reading(file, from: folder) { .recipes(RecipeBatch($1.written ?? LocatedValue($0)), from: file) }
  }

  private static let (maxRecognizedFiles, largest, recognized) = (200, 1 << 20, 4096)

  /// Lists the names in the folder at `path`, files first, with what they are.
  static func listing(_ typed: String, at path: String) -> FileJob {
    FileJob(title: "reading \(typed)", isShort: true) { _ in
      let names = FolderReading.disk.list(path).filter { !$0.name.hasPrefix(".") }
      let sorted = names.sorted { ($0.isFolder ? 1 : 0, $0.name) < ($1.isFolder ? 1 : 0, $1.name) }
      let files = sorted.lazy.filter { !$0.isFolder }.map(\.name).filter { name in
        [".json", ".yaml", ".yml"].contains(where: name.hasSuffix)
      }
      let kinds = files.prefix(maxRecognizedFiles).map { name in
        (
          name,
          FileKind(
            name,
            beginning: ((try? FileReading.disk(limit: largest).read(FilePath.joined(path, name))) ?? []).prefix(
              recognized))
        )
      }
      return .files(
        sorted.map { $0.name + ($0.isFolder ? "/" : "") }, in: typed,
        kinds: Dictionary(kinds) { first, _ in first })
    }
  }

  private static func reading(
    _ file: String, from folder: String, _ event: @escaping @Sendable (JSONValue, LocatedText) throws(Refusal) -> Event
  ) -> FileJob {
    FileJob(title: "reading \(file)") { cancellation in
      do {
        let text = LocatedText(
          SourceText(name: file, bytes: try FileReading.disk().read(FilePath.joined(folder, file))))
        guard let json = text.json else {
          let error = text.problems.first { $0.severity == .error }
          return .outcome(error.map { .failure($0.rendered()) } ?? .empty(file))
        }
        let result = try event(json, text)
        return cancellation.isCancelled ? .outcome(.notLoaded(file)) : result
      } catch let refusal as Refusal {
        return .outcome(.refused(file, refusal))
      } catch {
        return .outcome(.failed(error))
      }
    }
  }

  static func forgetting(_ flag: String?, with reader: FlagReader) -> FileJob {
    FileJob(title: "forgetting flags", isShort: true) { _ in
      do {
        try reader.forget(flag)
        return .outcome(.forgotCached(flag))
      } catch {
        return .outcome(.failed(error))
      }
    }
  }

  private static func write(_ draft: FileDraft, from folder: String, _ cancellation: Cancellation) -> Event {
    let path = FilePath.joined(folder, draft.path)
    if FileWriting.isFolder(path) { return .outcome(.isFolder(draft.path)) }
    if !draft.replaces, FileWriting.exists(path) { return .fileExists(draft) }
    let bytes = Array(draft.text.utf8)
    if cancellation.isCancelled { return .outcome(.notWritten(draft.path)) }
    do {
      try FileWriting.write(bytes, to: path, access: draft.session == nil ? .asBefore : .owner)
      return .fileWritten(draft)
    } catch {
      return .outcome(.failed(error))
    }
  }
}
