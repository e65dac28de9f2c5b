import VirgaConsole
import VirgaFiles
import VirgaTerminal
import VirgaWeb
import VirgaWorkbench

// Reading the manifest, those to compare with and the flag files, at the start and after changes.
extension Runner {
  /// The delay before changed files are read, to wait for further changes, in milliseconds.
  private static let changeDelay = 20

  /// Watches the files before reading them, so that no change is missed.
  func beginReading() {
    progress.ownFiles = Set(reader.initialFiles)
    watch()
    read()
  }

  func reload() {
    progress.mustReadFlags = true
    read()
    for name in progress.compared.names { readCompared(name) }
    send(.reading("reading the manifest"))
  }

  /// Starts to read; if a reading is running, it is repeated afterwards.
  private func read() {
    guard !progress.isReadingManifest else {
      progress.mustReadAgain = true
      return
    }
    progress.isReadingManifest = true
    progress.mustReadAgain = false
    Machine.webTimeBudget.reset()
    let part: ManifestReader.FlagPart = !progress.mustReadFlags ? .none : script.leaves ? .all : .cached
    progress.mustReadFlags = false
    startThread { [reader] cancellation, post in
      reader.read(flags: part, cancellation) { report in
        post { runner in if !cancellation.isCancelled { runner.apply(report) } }
      }
    }
  }

  func readCompared(_ name: String) {
    let file = OtherManifest(name).file(from: machine.workingFolder)
    guard progress.compared.begin(name, file: file) else { return }
    watch()
    startThread { [others = reader.others] cancellation, post in
      ManifestReader.readCompared(name, with: others, cancellation) { report in
        post { runner in if !cancellation.isCancelled { runner.apply(report) } }
      }
    }
  }

  /// Stops waiting for the current reading; keeps what was read before.
  func cancelReading() {
    guard progress.isReading else { return }
    progress.isReadingManifest = false
    progress.mustReadAgain = false
    progress.hasRead = true
    progress.compared.cancelAll()
    send(.readingCancelled)
  }

  private func apply(_ report: ManifestReader.Report) {
    switch report {
    case .progress(let text): send(.reading(text))
    case .loaded(let manifest, let problems, let files):
      progress.ownFiles = Set(files)
      watch()
      progress.hasShown = true
      send(.loaded(manifest, problems))
      if manifest != nil { applyOpening() }
      for event in session.openingReports() { send(event) }
      if let failure = loop.files.failure { send(.outcome(.cannotWatch(failure))) }
    case .checked(let problems): send(.checked(problems))
    case .flags(let files): apply(files)
    case .flagsFailed(let message): send(.outcome(message))
    case .compared(let manifest, let name, let files):
      send(.beside(manifest))
      endCompared(name, files)
    case .comparedFailed(let message, let name):
      send(.outcome(message))
      endCompared(name)
    case .ended: endReading()
    }
  }

  private func applyOpening() {
    send(.opening(opening))
    opening = SessionOpening()
  }

  private func endReading() {
    progress.isReadingManifest = false
    progress.hasRead = true
    if !progress.isReading { send(.reading(nil)) }
    if progress.mustReadAgain { read() }
  }

  private func endCompared(_ name: String, _ files: [String] = []) {
    let isOutdated = progress.compared.end(name, files: files)
    watch()
    if !progress.isReading { send(.reading(nil)) }
    if isOutdated { readCompared(name) }
  }

  private func apply(_ files: FlagFiles) {
    send(.flags(files))
    guard !script.leaves, reader.flags.asksWeb else { return }
    progress.webReading += 1
    runInBackground(reader.flags.read) { [number = progress.webReading] runner, files in
      guard number == runner.progress.webReading else { return }
      runner.send(.flags(files))
      if let failure = files.failures.first { runner.send(.outcome(.failed(failure))) }
    }
  }

  /// Reads changed files after a short delay, and a changed session at once.
  func scheduleReading(of changed: Set<String>) {
    if let file = session.file, changed.contains(file) { refreshSession() }
    // A session that continues in memory has no file, but its former file is not a manifest either.
    let changed = changed.filter { $0 != session.firstFile }
    guard !changed.isEmpty else { return }
    progress.changedFiles.formUnion(changed)
    // A changed manifest does not fetch flags again.
    if !changed.isDisjoint(with: reader.flags.files) { progress.mustReadFlags = true }
    loop.setDeadline(afterMilliseconds: Self.changeDelay)
  }

  func readChangedFiles() {
    let changed = progress.changedFiles
    progress.changedFiles = []
    if !changed.isDisjoint(with: progress.ownFiles) { read() }
    for name in progress.compared.names(using: changed) { readCompared(name) }
  }

  private func watch() {
    let files = progress.ownFiles.union(progress.compared.files).union(session.file.map { [$0] } ?? [])
    // Watching the same files again would lose changes in between.
    guard files != progress.watchedFiles else { return }
    progress.watchedFiles = files
    let missed = loop.files.changes()
    loop.files.watch(files)
    scheduleReading(of: missed)
    refreshSession()
  }
}
