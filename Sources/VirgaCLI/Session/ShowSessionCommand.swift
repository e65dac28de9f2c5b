import ArgumentParser
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSession
import VirgaSource
import VirgaWorkbench

struct ShowSessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print a session's contents.")

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case shell
  }

  @Option(help: "The output format.")
  var format: Format = .text

  @OptionGroup var files: FlagFileOptions
  @OptionGroup var target: SessionTarget

  /// Prints the session with its whole history; as `shell`, the commands that repeat it.
  func run() throws {
    let open = try target.openToShow()
    try OpenSession.trying { try open.store.readHistory() }
    switch format {
    case .json: try printJSON(open, try OpenSession.trying { try open.store.export() })
    case .shell: printScript(open)
    case .text: try printText(open)
    }
  }

  /// Prints the commands that make the same changes to another session.
  private func printScript(_ open: OpenSession) {
    let session = open.store.session
    let operations = session.operations(in: open.operationContext())
    // These become the history of the other session, so that they can be undone there.
    // The client is its attributes, clock, participation and behavioral events.
    let clientChange = operations.clientChange(ClientChanges(in: session).all)
    let sessionOptions = target.options(for: open.store)
    Output.document(session.shellScript(options: sessionOptions, clientChange: clientChange))
  }

  /// Prints the exported session with its orphans, which are the entries that do not match the
  /// manifest, its ignored values and the connected apps.
  private func printJSON(_ open: OpenSession, _ export: SessionExport) throws {
    var object = export.json
    object["orphans"] = .array(
      try orphans(open).map { orphan in
        var row: JSONObject = ["kind": .string(orphan.key.kind.rawValue)]
        row["name"] = .string(orphan.key.name)
        row["reason"] = .string(orphan.reason)
        return .object(row)
      })
    let ignored = ignored(open)
    if !ignored.isEmpty { object["ignored"] = .array(ignored.map(\.json)) }
    let channel = export.session.channel(in: open.manifest)
    object["apps"] = .array(try apps(open).map { .object($0.json(in: channel)) })
    Output.json(.object(object))
  }

  /// The entries of the session that do not match the manifest or the flags, with the reason; none
  /// without a manifest.
  ///
  /// Choices for flags are only compared if the flags are known: with `--flags` or in the demo.
  private func orphans(_ open: OpenSession) throws -> [Orphan] {
    guard let manifest = open.manifest else { return [] }
    let isDemo = open.store.manifest == SessionLocation.demo
    let knowsFlags = isDemo || !files.flags.isEmpty
    guard knowsFlags else { return open.store.session.orphans(in: manifest) }
    // Refuses files that are named twice, but can be read only once.
    try files.claim()
    let flagFiles = try files.read(
      isDemo: isDemo, isOffline: target.manifestOptions.offline, Machine.current)
    let catalogue = flagFiles.catalogue(with: manifest)
    return open.store.session.orphans(in: manifest, catalogue: catalogue)
  }

  /// A value of the session that apps do not use.
  private struct IgnoredValue {
    let feature: String
    let path: String
    let value: JSONValue
    let layer: String
    let reason: String

    /// The value as an object.
    var json: JSONValue {
      [
        "feature": .string(feature), "path": .string(path), "value": value, "layer": .string(layer),
        "reason": .string(reason),
      ]
    }
  }

  /// The values of edits and enrolled branches that apps do not use; none without a manifest.
  private func ignored(_ open: OpenSession) -> [IgnoredValue] {
    guard let manifest = open.manifest else { return [] }
    let session = open.store.session
    let layers = SessionLayers(session, manifest: manifest)
    let changed = Set(naming: session.names(of: .edit)).union(layers.enrolled.keys)
    let channel = session.channel(in: manifest)
    var ignored: [IgnoredValue] = []
    for feature in manifest.features where changed.contains(Name(feature.id)) {
      let reading = manifest.reading(of: feature, channel: channel, under: layers[feature.id])
      for leaf in reading.leaves() {
        // Each leaf has the values of all layers, and why an app ignores some of them.
        ignored += leaf.history.ignored.map { entry, reason in
          IgnoredValue(
            feature: feature.id, path: leaf.path, value: entry.value, layer: entry.layer.title,
            reason: leaf.sentence(ignoring: reason))
        }
      }
    }
    return ignored
  }

  /// The apps connected to the session, compared with its manifest.
  private func apps(_ open: OpenSession) throws -> [ComparedApp] {
    ComparedApp.all(try OpenSession.trying { try open.store.connectedApps() }, with: open.manifest)
  }

  /// Prints the connected apps; `!` marks those whose manifest or channel differs.
  private func printApps(_ open: OpenSession) throws {
    let apps = try apps(open)
    guard !apps.isEmpty else { return }
    let channel = open.store.session.channel(in: open.manifest)
    Output.lines(["", "connected apps"])
    Output.columns(
      apps.map { compared in
        let mark = compared.differs(from: channel) ? "!" : " "
        let words = compared.differences(from: channel).joined(separator: "; ")
        let cells = ["\(mark) \(compared.app.summary(at: Machine.now()))", compared.app.process]
        return words.isEmpty ? cells : cells + [words]
      })
  }

  /// Prints the contents in sections, of which empty ones are left out.
  private func printText(_ open: OpenSession) throws {
    let session = open.store.session
    try printSummary(of: open)
    try printApps(open)
    let orphans = try orphans(open)
    let orphanKeys = Set(orphans.map(\.key))
    printEntries("overrides", session.overrides, of: open, marking: orphanKeys)
    printSection(
      "ignored by apps",
      ignored(open).map { ["! " + $0.feature, $0.path, $0.value.compact, $0.layer, $0.reason] })
    printEntries(
      "drafts", keys(.draft, session) + keys(.branchDraft, session), of: open, marking: orphanKeys)
    printEntries("context", keys(.context, session), of: open, marking: orphanKeys)
    printEnrollments(of: session)
    printSection(
      "orphans: kept, but no longer matching the manifest",
      orphans.map { ["  \($0.key.title(in: open.manifest)) \($0.key.name)", $0.reason] })
  }

  /// Prints where the session is stored, its channel and clock, and what its history contains.
  private func printSummary(of open: OpenSession) throws {
    let session = open.store.session
    let eventCount = try OpenSession.trying { try open.store.eventCount() }
    var rows = [["session", open.path], ["manifest", open.store.manifest ?? "none yet"]]
    // This command itself wants to read only, which is not worth a line.
    if let restriction = open.store.restriction, restriction != .readOnlyRequested {
      rows.append(["read-only", "\(restriction)"])
    }
    if let channel = session.channel(in: open.manifest) { rows.append(["channel", channel]) }
    if let clock = session[.clock] { rows.append(["clock", clock.compact]) }
    rows.append(["operations", "\(session.operations.filter { !$0.isUndone }.count)"])
    if let undoable = session.undoable { rows.append(["undo", undoable.label]) }
    if let redoable = session.redoable { rows.append(["redo", redoable.label]) }
    rows.append(["events", "\(eventCount)"])
    Output.columns(rows)
  }

  /// Prints the status and branch of each recipe, and of recipes that were removed; `~` marks a
  /// recipe that differs from its file.
  private func printEnrollments(of session: Session) {
    let enrollments = session.enrollments
    let records = enrollments.records
    printSection(
      "recipes",
      session.names(of: .recipe).map { slug in
        let mark = session.isRecipeChanged(slug) ? "~ " : "  "
        let status = records[slug]?.name ?? enrollments.statusWithoutRecord(of: slug)
        return [mark + slug, status, records[slug]?.branch ?? ""]
      })
    let removed = records.keys.sorted().map(\.text).filter { session[.recipe, $0] == nil }
    printSection(
      "enrollments in recipes that are gone",
      removed.map { ["  " + $0, records[$0]?.name ?? "", records[$0]?.branch ?? ""] })
  }

  /// The keys of the session's entries of a kind.
  private func keys(_ kind: EntryKind, _ session: Session) -> [EntryKey] {
    session.names(of: kind).map { EntryKey(kind, $0) }
  }

  /// Prints a section with the kind, name and value of entries; `!` marks those in `marked`.
  private func printEntries(
    _ title: String, _ keys: [EntryKey], of open: OpenSession, marking marked: Set<EntryKey>
  ) {
    let rows = keys.flatMap { key -> [[String]] in
      let mark = marked.contains(key) ? "!" : " "
      let kind = "\(mark) \(key.title(in: open.manifest))"
      let lines = Self.shownLines(of: key, in: open.store.session)
      // The further lines of a draft are in the column of the first one; an empty line needs none.
      let below = lines.dropFirst().map { line in line.isEmpty ? [""] : ["", "", line] }
      return [[kind, key.name, lines.first ?? ""]] + below
    }
    printSection(title, rows)
  }

  /// How many lines of a draft are printed as text.
  private static let maxDraftLines = 5

  /// The value of an entry on one line; of a draft of several lines, the first ones, and how many
  /// others there are.
  private static func shownLines(of key: EntryKey, in session: Session) -> [String] {
    guard let value = session[key] else { return [] }
    // The draft of a branch is an object with the text.
    let draft = key.kind == .branchDraft ? value["text"] : value
    let isDraft = [.draft, .branchDraft].contains(key.kind)
    let text = isDraft ? draft?.stringValue : nil
    let lines = (text ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.count > 1 else { return [value.compact] }
    let shown = lines.prefix(maxDraftLines).map(String.init)
    let rest = lines.count - shown.count
    guard rest > 0 else { return shown }
    return shown + ["… \(rest.pluralizing("more line")), see --format json"]
  }

  /// Prints a blank line, a title and rows; nothing without rows.
  private func printSection(_ title: String, _ rows: [[String]]) {
    guard !rows.isEmpty else { return }
    Output.lines(["", title])
    Output.columns(rows)
  }
}
