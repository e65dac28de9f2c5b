import VirgaConsole
import VirgaFiles
import VirgaTerminal
import VirgaWeb
import VirgaWorkbench

// What is read: the manifest, those beside it and the files of flags, at the start and whenever they change.
extension Runner {
  /// How long in milliseconds a burst of file changes may last before they are read.
  private static let burst = 20

  /// Watches the files and reads them, in this order, so that a change while they are being read is noticed.
  func beginReading() {
    progress.ownFiles = Set(reading.filesToBeginWith)
    watch()
    read()
  }

  /// Reads everything again, as the person asked for.
  func reload() {
    progress.mustReadFlags = true
    read()
    for name in progress.beside.names { readBeside(name) }
    send(.reading("reading the manifest"))
  }

  /// Begins a reading, or makes sure that another one follows the one under way.
  private func read() {
    guard !progress.isReadingManifest else {
      progress.mustReadAgain = true
      return
    }
    progress.isReadingManifest = true
    progress.mustReadAgain = false
    Machine.webPatience.reset()
    let part: Reading.FlagPart = !progress.mustReadFlags ? .none : script.leaves ? .all : .known
    progress.mustReadFlags = false
    startWork { [reading] cancellation, post in
      reading.run(flags: part, cancellation) { finding in
        post { runner in if !cancellation.isCancelled { runner.take(finding) } }
      }
    }
  }

  func readBeside(_ name: String) {
    let file = OtherManifest(name).file(from: Machine.current.workingFolder)
    guard progress.beside.begin(name, file: file) else { return }
    watch()
    startWork { [others = reading.others] cancellation, post in
      Reading.beside(name, with: others, cancellation) { finding in
        post { runner in if !cancellation.isCancelled { runner.take(finding) } }
      }
    }
  }

  /// Lets go of what is being read; what was read before stays.
  func dropReadings() {
    guard progress.isReading else { return }
    progress.isReadingManifest = false
    progress.mustReadAgain = false
    progress.hasRead = true
    progress.beside.endAll()
    send(.readingCancelled)
  }

  private func take(_ finding: Reading.Finding) {
    switch finding {
    case .progress(let text): send(.reading(text))
    case .loaded(let manifest, let problems, let files):
      progress.ownFiles = Set(files)
      watch()
      progress.hasShown = true
      send(.loaded(manifest, problems))
      if manifest != nil { takeOpening() }
      for remark in session.takeRemarks() { send(remark) }
      if let failure = loop.files.failure {
        send(.outcome(.failure("files are not watched: \(failure); reload shows what has changed")))
      }
    case .checked(let problems): send(.checked(problems))
    case .flags(let files): take(files)
    case .flagsFailed(let reason): send(.outcome(.failure(reason)))
    case .beside(let manifest, let name, let files):
      send(.beside(manifest))
      endReading(beside: name, files)
    case .besideFailed(let reason, let name):
      send(.outcome(.failure(reason)))
      endReading(beside: name)
    case .ended: endReading()
    }
  }

  private func takeOpening() {
    send(.opening(opening))
    opening = SessionOpening()
  }

  private func endReading() {
    progress.isReadingManifest = false
    progress.hasRead = true
    if !progress.isReading { send(.reading(nil)) }
    if progress.mustReadAgain { read() }
  }

  private func endReading(beside name: String, _ files: [String] = []) {
    let isOutdated = progress.beside.end(name, files: files)
    watch()
    if !progress.isReading { send(.reading(nil)) }
    if isOutdated { readBeside(name) }
  }

  /// Shows what the files of flags say, and asks the web for what is not known of it yet.
  private func take(_ files: FlagFiles) {
    send(.flags(files))
    guard !script.leaves, reading.flags.asksWeb else { return }
    progress.webReading += 1
    begin(reading.flags.read) { [number = progress.webReading] runner, files in
      // One that took longer than a later one knows less.
      guard number == runner.progress.webReading else { return }
      runner.send(.flags(files))
      if let failure = files.failures.first { runner.send(.outcome(.failure("\(failure)"))) }
    }
  }

  /// Notes which files changed, and has them read again in a moment.
  func note(_ changed: Set<String>) {
    if let file = session.file, changed.contains(file) { refreshSession() }
    // A session that was lost has no file any more, but the file that it had is no manifest either.
    let changed = changed.filter { $0 != session.firstFile }
    guard !changed.isEmpty else { return }
    progress.changedFiles.formUnion(changed)
    // Another manifest is no reason to ask the web for flags again.
    if !changed.isDisjoint(with: reading.flags.files) { progress.mustReadFlags = true }
    loop.setDeadline(afterMilliseconds: Self.burst)
  }

  /// Reads what has a file that changed.
  func readChanged() {
    let changed = progress.changedFiles
    progress.changedFiles = []
    if !changed.isDisjoint(with: progress.ownFiles) { read() }
    for name in progress.beside.names(having: changed) { readBeside(name) }
  }

  /// Watches other files than before; watching the same ones again would drop what happened to them meanwhile.
  private func watch() {
    let files = progress.ownFiles.union(progress.beside.files).union(session.file.map { [$0] } ?? [])
    guard files != progress.watchedFiles else { return }
    progress.watchedFiles = files
    let missed = loop.files.changes()
    loop.files.watch(files)
    note(missed)
    refreshSession()
  }
}
