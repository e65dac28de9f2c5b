import VirgaConsole
import VirgaFiles
import VirgaManifest
import VirgaSource
import VirgaTerminal
import VirgaWeb
import VirgaWorkbench

// Reading the manifest, those to compare with and the flag files, at the start and after changes.
extension Runner {
  /// The delay before changed files are read, to wait for further changes, in milliseconds.
  private static let changeDelay = 20

  /// Reads the flag files, the console's manifest and those to compare with again.
  func reload() {
    readings.mustReadFlags = true
    for name in readings.names() { read(name) }
    send(.reading("reading the manifest"))
  }

  /// Starts to read a manifest on another thread; its reports arrive as replies.
  ///
  /// If the manifest is already being read, it is read once more afterwards. Its file is watched
  /// from before the reading, so that no change is missed.
  ///
  /// - Parameter name: A manifest to compare with; nil for the console's own one.
  func read(_ name: String? = nil) {
    let files = name.map(initialFiles(ofCompared:)) ?? setup.reader.initialFiles
    guard readings.begin(name, files: files) else { return }
    watch()
    // A manifest to compare with is read without flags; the console's own one at first with cached
    // copies of those on the web, unless a script that exits needs all.
    let flagPart = name == nil ? beginReadingOwnManifest() : .none
    startThread { [work, cancellation, reader = setup.reader] in
      reader.read(name, flags: flagPart) { report in
        work.post { runner in if !cancellation.isCancelled { runner.apply(report) } }
      }
    }
  }

  /// The file of a manifest to compare with, to watch before it has been read; empty on the web,
  /// and for an earlier version.
  private func initialFiles(ofCompared name: String) -> [String] {
    guard OtherManifest.revision(in: name) == nil else { return [] }
    let file = OtherManifest(name).file(from: machine.workingFolder)
    return file.map { [$0] } ?? []
  }

  /// Restarts the time limit of the web; returns which flags to read with the manifest.
  ///
  /// A script that exits needs all flags, and waits for those on the web. Otherwise cached copies
  /// are shown first, and the web is read in the background.
  private func beginReadingOwnManifest() -> ManifestReader.FlagPart {
    Machine.webTimeBudget.reset()
    guard readings.mustReadFlags else { return .none }
    readings.mustReadFlags = false
    return script.exitsAtEnd ? .all : .cached
  }

  /// Prints the problems of a manifest that could not be read; returns false if it was read.
  func remarkUnreadManifest() -> Bool {
    guard model.workspace.manifest == nil else { return false }
    Output.remark(model.currentProblems)
    return true
  }

  /// Sends the console what a reading has posted.
  private func apply(_ report: ManifestReader.Report) {
    switch report {
    case .event(let event): send(event)
    case .loaded(let manifest, let problems, let files):
      // Nil is the console's own manifest, which is watched while its values are checked. Other
      // files are watched once they are read.
      let ownManifest: String? = nil
      readings.setFiles(files, of: ownManifest)
      watch()
      load(manifest, problems)
    case .flags(let files): apply(files)
    case .compared(let manifest, let name, let files):
      send(.beside(manifest))
      readings.setFiles(files, of: name)
    case .ended(let name): endReading(name)
    }
  }

  /// Sends the console its manifest, nil if it could not be loaded, with the problems found.
  ///
  /// The first manifest is followed by the opening's additions and by reports about the session.
  private func load(_ manifest: Manifest?, _ problems: [Problem]) {
    let isFirst = !readings.hasShown
    readings.hasShown = true
    send(.loaded(manifest, problems))
    if manifest != nil {
      send(.opening(setup.opening))
      // The additions are made only once.
      setup.opening = SessionOpening()
    }
    if isFirst {
      if manifest != nil, let place = setup.place { send(.place(place)) }
      // Compared at the end, to store the place only if the person has left it.
      placeAtStart = model.place
      for event in session.openingReports { send(event) }
    }
    if let failure = loop.files.failure { send(.outcome(.cannotWatch(failure))) }
  }

  /// Marks a manifest as read, and reads it once more if that was requested in between.
  private func endReading(_ name: String?) {
    if name == nil { readings.hasRead = true }
    let mustReadAgain = readings.end(name)
    // The manifest may have other files than before.
    watch()
    if !readings.isReading { send(.reading(nil)) }
    if mustReadAgain { read(name) }
  }

  /// Shows flags, and reads those on the web in the background.
  ///
  /// A script that exits has already waited for the web. If a later reading has begun when the
  /// flags arrive, they are dropped.
  private func apply(_ files: FlagFiles) {
    send(.flags(files))
    let flags = setup.reader.flags
    guard !script.exitsAtEnd, flags.asksWeb else { return }
    readings.webReading += 1
    let number = readings.webReading
    runInBackground({ flags.read() }) { runner, files in
      guard number == runner.readings.webReading else { return }
      runner.send(.flags(files))
      if let failure = files.failures.first { runner.send(.outcome(.failed(failure))) }
    }
  }

  /// Schedules the reading of changed files after a short delay; reads a changed session at once.
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

  /// Reads the configuration, and the manifests that use one of the files changed since the last
  /// call.
  func readChangedFiles() {
    let changed = readings.changedFiles
    readings.changedFiles = []
    if let file = configFile, changed.contains(file) { send(.config(ConfigFile.read(machine))) }
    for name in readings.names(using: changed) { read(name) }
  }

  /// The configuration file to follow; nil without a screen, whose look it describes.
  private var configFile: String? { display.isScreen ? ConfigFile.path(on: machine) : nil }

  /// Watches the configuration and the files of all manifests and of the session, if they differ
  /// from those watched.
  private func watch() {
    var files = readings.files
    if let file = configFile { files.insert(file) }
    if let file = session.file { files.insert(file) }
    // Watching the same files again would lose changes in between.
    guard files != readings.watchedFiles else { return }
    readings.watchedFiles = files
    // Watching starts over and would forget the changes that are noticed but not handled yet.
    let unhandled = loop.files.changes()
    loop.files.watch(files)
    scheduleReading(of: unhandled)
    // The session may have changed before its file was watched.
    refreshSession()
  }
}
