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

  static func writing(_ draft: FileDraft, on machine: Machine) -> FileJob {
    FileJob(title: "writing \(draft.what)", isShort: draft.isShort) { write(draft, on: machine, $0) }
  }

  /// Writes the session that `export` reads, with the current channel.
  static func exporting(
    _ export: Result<@Sendable () throws -> SessionExport, any Error>, showing channel: String?, to path: String,
    on machine: Machine
  ) -> FileJob {
    FileJob(title: "writing the session") { cancellation in
      do {
        let export = try export.get()()
        let drafts = export.session.count(of: .draft)
        let added = drafts == 0 ? "" : ", with \(drafts.pluralizing("draft")), not applied,"
        let draft = FileDraft(
          path: path, text: JSONValue.object(export.showing(channel).json).pretty() + "\n",
          what: "the session\(added)", session: export.session)
        return write(draft, on: machine, cancellation)
      } catch {
        return .outcome(.failed(error))
      }
    }
  }

  /// Reads an exported session to import it into that of `manifest`.
  static func readingSession(_ file: String, manifest: String?, on machine: Machine) -> FileJob {
    reading(file, on: machine) { json, _ throws(Refusal) in
      let export = try SessionExport(json: json)
      return .imported(export, from: file, isOther: export.isForOtherManifest(than: manifest))
    }
  }

  /// Reads recipes.
  ///
  /// Problems name the file in the same way, however the path was typed.
  static func readingRecipes(_ typed: String, on machine: Machine) -> FileJob {
    let file = FilePath.shown(machine.path(typed), from: machine.workingFolder)
    return reading(file, on: machine) { .recipes(RecipeBatch($1.written ?? LocatedValue($0)), from: file) }
  }

  /// Lists the names in a folder, files first.
  static func listing(_ typed: String, on machine: Machine) -> FileJob {
    FileJob(title: "reading \(typed)", isShort: true) { _ in
      let names = FolderReading.disk.list(machine.path(typed)).filter { !$0.name.hasPrefix(".") }
      let sorted = names.sorted { ($0.isFolder ? 1 : 0, $0.name) < ($1.isFolder ? 1 : 0, $1.name) }
      return .files(sorted.map { $0.name + ($0.isFolder ? "/" : "") }, in: typed)
    }
  }

  private static func reading(
    _ file: String, on machine: Machine, _ event: @escaping @Sendable (JSONValue, LocatedText) throws(Refusal) -> Event
  ) -> FileJob {
    FileJob(title: "reading \(file)") { cancellation in
      do {
        let text = LocatedText(SourceText(name: file, bytes: try FileReading.disk().read(machine.path(file))))
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

  private static func write(_ draft: FileDraft, on machine: Machine, _ cancellation: Cancellation) -> Event {
    var draft = draft
    draft.path = machine.expandingHome(draft.path)
    let path = FilePath.joined(machine.workingFolder, draft.path)
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
