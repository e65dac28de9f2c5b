import VirgaConsole
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaResources
import VirgaSession
import VirgaSource
import VirgaWeb
import VirgaYAML

/// Work with a file that the console wants done beside what else it does.
struct FileJob: Sendable {
  /// Does the work, says now and then how far it is, and gives what the console has to hear of it.
  typealias Body = @Sendable (Cancellation, _ progress: (String) -> Void) -> Event

  /// What it is called while it runs.
  let title: String
  /// Whether it takes no longer than a frame.
  var isShort = false
  let run: Body

  /// A draft of more pieces than this takes long.
  private static let mostPieces = 500

  /// Writes a file, its path taken from `folder`.
  static func writing(_ draft: FileDraft, from folder: String) -> FileJob {
    FileJob(title: "writing \(draft.what)", isShort: draft.pieceCount <= mostPieces) { cancellation, progress in
      FileAnswer.writing(draft, from: folder, cancellation, progress: progress)
    }
  }

  /// Writes the whole session that `export` reads, with the channel that is on screen.
  static func exporting(
    _ export: Result<@Sendable () throws -> SessionExport, any Error>, showing channel: String?, to path: String,
    from folder: String
  ) -> FileJob {
    FileJob(title: "writing the session") { cancellation, _ in
      do {
        let export = try export.get()()
        let drafts = export.session.count(of: .draft)
        let added = drafts == 0 ? "" : ", with \(drafts.counted("draft")), not applied,"
        let draft = FileDraft(
          path: path, text: JSONValue.object(export.showing(channel).json).pretty() + "\n",
          what: "the session\(added)", session: export.session)
        return FileAnswer.writing(draft, from: folder, cancellation)
      } catch {
        return .outcome(.failure("\(error)"))
      }
    }
  }

  /// Reads an exported session, to be taken into that of `manifest`.
  static func readingSession(_ file: String, manifest: String?, from folder: String) -> FileJob {
    reading(file, from: folder) { json, _ throws(Refusal) in
      let export = try SessionExport(json: json)
      return .imported(export, from: file, isOther: export.isOfOther(than: manifest))
    }
  }

  /// Reads recipes.
  ///
  /// Whatever way to the file was typed, what is wrong in it is said of one file.
  static func readingRecipes(_ typed: String, from folder: String) -> FileJob {
    let file = FilePath.shown(FilePath.joined(folder, typed), from: folder)
    return reading(file, from: folder) { .recipes(RecipeBatch($0, locate: WrittenPlaces($1).location), from: file) }
  }

  /// Lists the names in the folder at `path`, those of files first.
  static func listing(_ typed: String, at path: String) -> FileJob {
    FileJob(title: "reading \(typed)", isShort: true) { _, _ in
      let names = FolderReading.disk.list(path).filter { !$0.name.hasPrefix(".") }
      let sorted = names.sorted { ($0.isFolder ? 1 : 0, $0.name) < ($1.isFolder ? 1 : 0, $1.name) }
      return .files(sorted.map { $0.name + ($0.isFolder ? "/" : "") }, in: typed)
    }
  }

  private static func reading(
    _ file: String, from folder: String, _ take: @escaping @Sendable (JSONValue, WrittenText) throws(Refusal) -> Event
  ) -> FileJob {
    FileJob(title: "reading \(file)") { cancellation, _ in
      do {
        let text = WrittenText(
          SourceText(name: file, bytes: try FileReading.disk().read(FilePath.joined(folder, file))))
        guard let json = text.json else {
          let error = text.problems.first { $0.severity == .error }
          return .outcome(.failure(error?.rendered() ?? "\(file) is empty"))
        }
        let news = try take(json, text)
        return cancellation.isCancelled ? .outcome(.note("\(file) was not taken")) : news
      } catch let refusal as Refusal {
        return .outcome(.refusal("\(file): \(refusal)"))
      } catch {
        return .outcome(.failure("\(error)"))
      }
    }
  }
}
