import VirgaConsole
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaResources
import VirgaSession
import VirgaSource
import VirgaWeb
import VirgaWorkbench
import VirgaYAML

/// Reads or writes a file for the console, or runs programs, in the background unless it is short.
struct FileJob: Sendable {
  /// The name that the console shows while it runs.
  let title: String
  /// Whether it takes less than a frame and needs no thread.
  var isShort = false
  fileprivate let work: @Sendable () throws -> Event

  /// Does the work; returns the event with the result, or with the failure.
  func run() -> Event {
    do {
      return try work()
    } catch {
      return .outcome(.failed(error))
    }
  }

  /// Writes a text of the console to a file.
  static func writing(_ output: OutputFile, on machine: Machine) -> FileJob {
    FileJob(title: "writing \(output.what)", isShort: output.isShort) {
      try write(output, on: machine)
    }
  }

  /// Writes the session that `export` reads, with the current channel.
  static func exporting(
    _ export: @escaping @Sendable () throws -> SessionExport, showing channel: String?,
    to path: String,
    on machine: Machine
  ) -> FileJob {
    FileJob(title: "writing the session") {
      let export = try export()
      let drafts = export.session.draftCount
      let draftWords = drafts == 0 ? "" : ", with \(drafts.pluralizing("draft")), not applied,"
      let json = JSONValue.object(export.withChannel(channel).json)
      let output = OutputFile(
        path: path, text: json.pretty() + "\n", what: "the session\(draftWords)",
        session: export.session)
      return try write(output, on: machine)
    }
  }

  /// Reads an exported session to import it into that of `manifest`.
  static func readingSession(_ file: String, manifest: String?, on machine: Machine) -> FileJob {
    reading(file, on: machine) { written throws(Refusal) in
      let export = try SessionExport(json: written.json)
      return .imported(export, from: file, isOther: export.isForOtherManifest(than: manifest))
    }
  }

  /// Reads recipes; their targeting may read `attributes` in addition to the known ones.
  ///
  /// Problems name the file relative to the working folder: `bad.json`, also if `./bad.json` was
  /// typed.
  static func readingRecipes(
    _ typed: String, knowing attributes: Set<Name>, on machine: Machine
  ) -> FileJob {
    let file =
      typed.isURL ? typed : FilePath.relative(machine.path(typed), ifBelow: machine.workingFolder)
    return reading(file, on: machine) {
      .recipes(RecipeBatch($0, attributes: attributes), from: file)
    }
  }

  /// Fetches live recipes, or takes their cached copy.
  static func fetchingRecipes(
    _ live: LiveRecipes, knowing attributes: Set<Name>, from remoteFiles: RemoteFiles
  ) -> FileJob {
    FileJob(title: "fetching \(live.name)") {
      try result(of: remoteFiles.read(live)) {
        .recipes(
          RecipeBatch($0, attributes: attributes, where: live.includes), from: live.name)
      }
    }
  }

  /// Lists the names in a folder except hidden ones: the files, then the folders as `name/`; looks
  /// into the first JSON files for exported sessions.
  ///
  /// The job is short enough to need no thread.
  static func listing(_ typed: String, on machine: Machine) -> FileJob {
    FileJob(title: "reading \(typed)", isShort: true) {
      let entries = FolderReading.disk.list(machine.path(typed))
        .filter { !$0.name.hasPrefix(".") }
        .sorted { $0.name < $1.name }
      let files = entries.filter { !$0.isFolder }.map(\.name)
      let folders = entries.filter(\.isFolder).map { $0.name + "/" }
      let jsonFiles = files.filter { $0.hasSuffix(".json") }.prefix(mostFilesToLookInto)
      let sessions = jsonFiles.filter { SessionExport.isExport(at: machine.path(typed + $0)) }
      return .files(files + folders, in: typed, sessions: sessions)
    }
  }

  /// The most files to look into while a person waits for their names.
  private static let mostFilesToLookInto = 200

  /// Runs the commands that start a build with the session, and reports the last line they print.
  static func handingOff(_ plan: [DeviceCommand], to build: String) -> FileJob {
    FileJob(title: "handing off to \(build)") {
      do throws(DeviceRun.Failure) {
        return .outcome(.handedOff(to: build, lastLine: try DeviceRun.runCapturingOutput(plan)))
      } catch {
        return .outcome(.handOffFailed(to: build, "\(error)"))
      }
    }
  }

  /// Reads a JSON or YAML file, and makes the resulting event from its value with `event`.
  ///
  /// The event reports a failure instead if the file cannot be read, or as ``result(of:_:)`` says.
  private static func reading(
    _ file: String, on machine: Machine,
    _ event: @escaping @Sendable (LocatedValue) throws(Refusal) -> Event
  ) -> FileJob {
    FileJob(title: "reading \(file)".maskingCredentials) {
      if file.isURL { throw FileFailure(path: file, reason: "Is a URL; only files are read here") }
      let bytes = try FileReading.disk().read(machine.path(file))
      return result(of: SourceText(name: file, bytes: bytes), event)
    }
  }

  /// The event that `makeEvent` makes of the value in a text.
  ///
  /// The event reports a failure instead if the text is empty or has errors, if `makeEvent` refuses
  /// its value, or if the work was canceled.
  private static func result(
    of source: SourceText, _ makeEvent: (LocatedValue) throws(Refusal) -> Event
  ) -> Event {
    let text = LocatedText(source)
    if let error = text.problems.first(where: { $0.severity == .error }) {
      return .outcome(.failure(error.rendered()))
    }
    guard let value = text.written else { return .outcome(.empty(source.name)) }
    do throws(Refusal) {
      let result = try makeEvent(value)
      return Cancellation.isRequested ? .outcome(.notLoaded(source.name)) : result
    } catch {
      return .outcome(.refused(source.name, error))
    }
  }

  /// Writes the file, unless it exists and the person has not agreed to replace it.
  ///
  /// Only the user can read the file of a session.
  private static func write(_ output: OutputFile, on machine: Machine) throws(FileFailure) -> Event
  {
    var output = output
    output.path = machine.expandingHome(output.path)
    // In a folder, the file gets its usual name.
    output.path = try FileWriting.fileMakingFolder(
      at: output.path, named: output.name, from: machine.workingFolder)
    let path = FilePath.joined(machine.workingFolder, output.path)
    if !output.replaces, FileWriting.exists(path) { return .fileExists(output) }
    let bytes = Array(output.text.utf8)
    if Cancellation.isRequested { return .outcome(.notWritten(output.path)) }
    try FileWriting.write(
      bytes, to: path, access: output.session == nil ? .asBefore : .owner, durability: .synced)
    return .fileWritten(output)
  }
}
