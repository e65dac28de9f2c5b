import VirgaConsole
import VirgaFiles
import VirgaSource
import VirgaTerminal
import VirgaWeb
import VirgaWorkbench

// Reading the manifest, those to compare with and the flag files, at the start and after changes.
extension Runner {
  /// The delay before changed files are read, to wait for further changes, in milliseconds.
  private static let changeDelay = 20

  func reload() {
    readings.mustReadFlags = true
    for name in readings.names() { read(name) }
    send(.reading("reading the manifest"))
  }

  /// Starts to read a manifest, the own one without a name; if it is being read, it is read again
  /// afterwards.
  ///
  /// Watches its file before reading it, so that no change is missed.
  func read(_ name: String? = nil) {
    let files = name.map { OtherManifest($0).file(from: machine.workingFolder).map { [$0] } ?? [] }
    guard readings.begin(name, files: files ?? setup.reader.initialFiles) else { return }
    watch()
    var part = ManifestReader.FlagPart.none
    if name == nil {
      Machine.webTimeBudget.reset()
      if readings.mustReadFlags { part = script.leaves ? .all : .cached }
      readings.mustReadFlags = false
    }
    startThread { [work, cancellation, reader = setup.reader, part] in
      reader.read(name, flags: part) { report in
        work.post { runner in if !cancellation.isCancelled { runner.apply(report) } }
      }
    }
  }

  /// Prints the problems of a manifest that could not be read; returns false if it was read.
  func remarkUnreadManifest() -> Bool {
    guard model.workspace.manifest == nil else { return false }
    Output.remark(model.currentProblems)
    return true
  }

  private func apply(_ report: ManifestReader.Report) {
    switch report {
    case .event(let event): send(event)
    case .loaded(let manifest, let problems, let files):
      readings.found(files, of: nil)
      watch()
      let isFirst = !readings.hasShown
      readings.hasShown = true
      send(.loaded(manifest, problems))
      if manifest != nil {
        send(.opening(setup.opening))
        setup.opening = SessionOpening()
      }
      if isFirst { for event in session.openingReports { send(event) } }
      if let failure = loop.files.failure { send(.outcome(.cannotWatch(failure))) }
    case .flags(let files): apply(files)
    case .compared(let manifest, let name, let files):
      send(.beside(manifest))
      readings.found(files, of: name)
    case .ended(let name):
      if name == nil { readings.hasRead = true }
      let isOutdated = readings.end(name)
      watch()
      if !readings.isReading { send(.reading(nil)) }
      if isOutdated { read(name) }
    }
  }

  private func apply(_ files: FlagFiles) {
    send(.flags(files))
    guard !script.leaves, setup.reader.flags.asksWeb else { return }
    readings.webReading += 1
    runInBackground({ [flags = setup.reader.flags] in flags.read() }) {
      [number = readings.webReading] runner, files in
      guard number == runner.readings.webReading else { return }
      runner.send(.flags(files))
      if let failure = files.failures.first { runner.send(.outcome(.failed(failure))) }
    }
  }

  /// Reads changed files after a short delay, and a changed session at once.
  func scheduleReading(of changed: Set<String>) {
    if let file = session.file, changed.contains(file) {
      refreshSession()
      lookForAppsAgain()
    }
    // A session that continues in memory has no file, but its former file is not a manifest either.
    let changed = changed.filter { $0 != session.firstFile }
    guard !changed.isEmpty else { return }
    readings.changedFiles.formUnion(changed)
    // A changed manifest does not fetch flags again.
    if !changed.isDisjoint(with: setup.reader.flags.files) { readings.mustReadFlags = true }
    loop.setDeadline(afterMilliseconds: Self.changeDelay)
  }

  func readChangedFiles() {
    let changed = readings.changedFiles
    readings.changedFiles = []
    for name in readings.names(using: changed) { read(name) }
  }

  private func watch() {
    let files = readings.files.union(session.file.map { [$0] } ?? [])
    // Watching the same files again would lose changes in between.
    guard files != readings.watchedFiles else { return }
    readings.watchedFiles = files
    let missed = loop.files.changes()
    loop.files.watch(files)
    scheduleReading(of: missed)
    refreshSession()
  }
}
