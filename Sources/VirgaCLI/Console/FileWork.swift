import Synchronization
import VirgaConsole
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaResources
import VirgaSession
import VirgaSource
import VirgaTerminal

/// Reads and writes files for the console: what may take long on a thread of its own, with progress, until it is cancelled.
final class FileWork {
  private let work: BackgroundWork<Event>
  private let folder: String
  private var cancellation = Cancellation()

  /// More pieces than this are written beside.
  private static let mostAtOnce = 2_000

  /// Work in a working folder whose news are announced by `wake`.
  init(in folder: String, wake: @escaping @Sendable () -> Void) {
    self.folder = folder
    work = BackgroundWork(wake: wake)
  }

  /// What is new since the last call, in order.
  func takeNews() -> [Event] { work.takeFindings() }

  /// Writes a file; what the console has to hear of it at once.
  func write(_ draft: FileDraft) -> [Event] {
    guard draft.pieceCount > Self.mostAtOnce else { return [FileAnswer.writing(draft, from: folder)] }
    if !draft.replaces, FileWriting.exists(FilePath.joined(folder, draft.path)) { return [.fileExists(draft)] }
    let (folder, cancellation) = (folder, begin())
    work.start { post in
      post(FileAnswer.writing(draft, from: folder, cancellation) { post(.working($0)) })
      post(.working(nil))
    }
    return [.working("writing \(draft.what)")]
  }

  /// Reads an exported session.
  func readSession(_ file: String, manifest: String?) -> [Event] {
    reading(file) { bytes in
      let text = WrittenText(SourceText(name: file, bytes: bytes))
      guard let json = text.json else { return Self.unreadable(file, text.problems) }
      do throws(Refusal) {
        let export = try SessionExport(json: json)
        return .imported(export, from: file, isOther: export.isOfOther(than: manifest))
      } catch {
        return .outcome(.refusal("\(file): \(error)"))
      }
    }
  }

  /// Reads recipes.
  func readRecipes(_ file: String) -> [Event] {
    reading(file) { bytes in
      let text = WrittenText(SourceText(name: file, bytes: bytes))
      guard let json = text.json else { return Self.unreadable(file, text.problems) }
      let batch = RecipeBatch(json, locate: text.location)
      return batch.recipes.isEmpty ? Self.unreadable(file, batch.problems) : .recipes(batch.recipes, from: file)
    }
  }

  /// The names in a folder.
  func list(_ typed: String) -> Event {
    let names = FolderReading.disk.list(FilePath.joined(folder, typed)).filter { !$0.name.hasPrefix(".") }
    return .files(names.map { $0.name + ($0.isFolder ? "/" : "") }.sorted(), in: typed)
  }

  /// Ends what is done beside.
  func cancel() -> Event {
    cancellation.cancel()
    return .working(nil)
  }

  private func begin() -> Cancellation {
    cancellation = Cancellation()
    return cancellation
  }

  private func reading(_ file: String, _ take: @escaping @Sendable ([UInt8]) -> Event) -> [Event] {
    let (path, cancellation) = (FilePath.joined(folder, file), begin())
    work.start { post in
      let news: Event
      do throws(FileFailure) {
        news = take(try FileReading.disk().read(path))
      } catch {
        news = .outcome(.failure("\(error)"))
      }
      post(.working(nil))
      if !cancellation.isCancelled { post(news) }
    }
    return [.working("reading \(file)")]
  }

  private static func unreadable(_ file: String, _ problems: [Problem]) -> Event {
    .outcome(.failure(problems.first { $0.severity == .error }?.rendered() ?? "\(file) holds nothing that can be used"))
  }
}

/// Whether work that runs elsewhere is to end.
final class Cancellation: Sendable {
  private let flag = Mutex(false)

  var isCancelled: Bool { flag.withLock { $0 } }

  func cancel() { flag.withLock { $0 = true } }
}
