import Synchronization
import VirgaConsole
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaResources
import VirgaSession
import VirgaSource
import VirgaTerminal

/// Reads and writes files for the console on a thread of its own, with progress, until it is cancelled.
final class FileWork {
  private let work: BackgroundWork<Event>
  private let folder: String
  private var cancellation = Cancellation()
  /// Whether everything is done at once: a script goes on with what came of a line before.
  var isAtOnce = false

  /// More pieces than this are written beside.
  private static let mostAtOnce = 2_000

  /// Work in a working folder whose news are announced by `wake`.
  init(in folder: String, wake: @escaping @Sendable () -> Void) {
    self.folder = folder
    work = BackgroundWork(wake: wake)
  }

  /// What is new since the last call, in order.
  func takeNews() -> [Event] { work.takeFindings() }

  /// Writes a file, and gives what the console has to hear at once.
  func write(_ draft: FileDraft) -> [Event] {
    guard draft.pieceCount > Self.mostAtOnce else { return [FileAnswer.writing(draft, from: folder)] }
    return run("writing \(draft.what)") { [folder] cancellation, post in
      FileAnswer.writing(draft, from: folder, cancellation) { post(.working($0)) }
    }
  }

  /// Writes the whole session that `export` reads.
  func write(_ export: @escaping @Sendable () throws -> SessionExport, to path: String) -> [Event] {
    run("writing the session") { [folder] cancellation, _ in
      do {
        let export = try export()
        let drafts = export.session.count(of: .draft)
        let added = drafts == 0 ? "" : ", with \(drafts) \(drafts == 1 ? "draft" : "drafts") that are not applied,"
        let text = JSONValue.object(export.json).pretty() + "\n"
        return FileAnswer.writing(
          FileDraft(path: path, text: text, what: "the session\(added)"), from: folder, cancellation)
      } catch {
        return .outcome(.failure("\(error)"))
      }
    }
  }

  /// Reads an exported session, to be taken into that of `manifest`.
  func readSession(_ file: String, manifest: String?) -> [Event] {
    run("reading \(file)") { [folder] _, _ in
      Self.reading(file, from: folder) { text throws(Refusal) in
        let export = try SessionExport(json: text)
        return .imported(export, from: file, isOther: export.isOfOther(than: manifest))
      }
    }
  }

  /// Reads recipes.
  func readRecipes(_ file: String) -> [Event] {
    run("reading \(file)") { [folder] _, _ in
      Self.reading(file, from: folder) { json throws(Refusal) in
        let batch = RecipeBatch(json) { _ in nil }
        let error = batch.problems.first { $0.severity == .error }
        if batch.recipes.isEmpty { throw Refusal(error?.message ?? "there is no recipe in it") }
        return .recipes(batch.recipes, from: file)
      }
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

  private func run(
    _ title: String, _ body: @escaping @Sendable (Cancellation, @Sendable (Event) -> Void) -> Event
  ) -> [Event] {
    let cancellation = Cancellation()
    self.cancellation = cancellation
    guard !isAtOnce else { return [body(cancellation) { _ in }] }
    work.start { post in
      let news = body(cancellation) { if !cancellation.isCancelled { post($0) } }
      post(.working(nil))
      post(cancellation.isCancelled ? .outcome(.note("cancelled: \(title)")) : news)
    }
    return [.working(title)]
  }

  private static func reading(
    _ file: String, from folder: String, _ take: (JSONValue) throws(Refusal) -> Event
  ) -> Event {
    do {
      let text = WrittenText(
        SourceText(name: file, bytes: try FileReading.disk().read(FilePath.joined(folder, file))))
      guard let json = text.json else {
        let error = text.problems.first { $0.severity == .error }
        return .outcome(.failure(error?.rendered() ?? "\(file) is empty"))
      }
      return try take(json)
    } catch let refusal as Refusal {
      return .outcome(.refusal("\(file): \(refusal)"))
    } catch {
      return .outcome(.failure("\(error)"))
    }
  }
}

/// Whether work that runs elsewhere is to end.
final class Cancellation: Sendable {
  private let flag = Mutex(false)

  var isCancelled: Bool { flag.withLock { $0 } }

  func cancel() { flag.withLock { $0 = true } }
}
