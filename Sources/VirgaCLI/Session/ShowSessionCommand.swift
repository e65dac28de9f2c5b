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

  func run() throws {
    let open = try target.open(isReadOnly: true)
    try OpenSession.trying { try open.store.readHistory() }
    switch format {
    case .json: try printJSON(open, try OpenSession.trying { try open.store.export() })
    case .shell:
      let session = open.store.session
      let change = session.operations(in: open.operationContext()).clientChange(
        ClientChanges(in: session).all)
      Output.document(
        session.shellScript(options: target.words(for: open.store), clientChange: change))
    case .text: try printText(open, events: try OpenSession.trying { try open.store.eventCount() })
    }
  }

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

  /// Entries that do not match the manifest or, if flags are known, any flag.
  private func orphans(_ open: OpenSession) throws -> [Orphan] {
    guard let manifest = open.manifest else { return [] }
    let isDemo = open.store.manifest == SessionLocation.demo
    guard isDemo || !files.flags.isEmpty else { return open.store.session.orphans(in: manifest) }
    try files.claim()
    let catalogue = try files.read(
      isDemo: isDemo, isOffline: target.manifestOptions.offline, .current
    ).catalogue(with: manifest)
    return open.store.session.orphans(in: manifest, catalogue: catalogue)
  }

  /// A value of the session that apps do not use.
  private struct IgnoredValue {
    let feature: String
    let path: String
    let value: JSONValue
    let layer: String
    let reason: String

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
    return manifest.features.filter { changed.contains(Name($0.id)) }.flatMap { feature in
      manifest.reading(
        of: feature, channel: session.channel(in: manifest), under: layers[feature.id]
      ).leaves()
        .flatMap { leaf in
          leaf.history.ignored.map { entry, reason in
            IgnoredValue(
              feature: feature.id, path: leaf.path, value: entry.value, layer: entry.layer.title,
              reason: leaf.sentence(ignoring: reason))
          }
        }
    }
  }

  private func apps(_ open: OpenSession) throws -> [ComparedApp] {
    ComparedApp.all(try OpenSession.trying { try open.store.connectedApps() }, with: open.manifest)
  }

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

  private func printText(_ open: OpenSession, events: Int) throws {
    let session = open.store.session
    var rows = [["session", open.path], ["manifest", open.store.manifest ?? "none yet"]]
    if let restriction = open.store.restriction, restriction != .wanted {
      rows.append(["read-only", "\(restriction)"])
    }
    if let channel = session.channel(in: open.manifest) { rows.append(["channel", channel]) }
    if let clock = session[.clock] { rows.append(["clock", clock.compact]) }
    rows.append(["operations", "\(session.operations.filter { !$0.isUndone }.count)"])
    if let undoable = session.undoable { rows.append(["undo", undoable.label]) }
    if let redoable = session.redoable { rows.append(["redo", redoable.label]) }
    rows.append(["events", "\(events)"])
    Output.columns(rows)
    try printApps(open)
    let orphans = try orphans(open)
    let unfit = Set(orphans.map(\.key))
    section("overrides", session.overrides, of: open, unfit)
    let ignored = ignored(open)
    if !ignored.isEmpty {
      Output.lines(["", "ignored by apps"])
      Output.columns(
        ignored.map { ["! " + $0.feature, $0.path, $0.value.compact, $0.layer, $0.reason] })
    }
    section("drafts", keys(.draft, session), of: open, unfit)
    section("context", keys(.context, session), of: open, unfit)
    let enrollments = session.enrollments
    let records = enrollments.records
    if session.count(of: .recipe) > 0 {
      Output.lines(["", "recipes"])
      Output.columns(
        session.names(of: .recipe).map { slug in
          [
            "  " + slug, records[slug]?.name ?? enrollments.absence(of: slug),
            records[slug]?.branch ?? "",
          ]
        })
    }
    let past = records.keys.sorted().map(\.text).filter { session[.recipe, $0] == nil }
    if !past.isEmpty {
      Output.lines(["", "enrollments in recipes that are gone"])
      Output.columns(past.map { ["  " + $0, records[$0]?.name ?? "", records[$0]?.branch ?? ""] })
    }
    if !orphans.isEmpty {
      Output.lines(["", "orphans: kept, but no longer matching the manifest"])
      Output.columns(
        orphans.map { ["  \($0.key.title(in: open.manifest)) \($0.key.name)", $0.reason] })
    }
  }

  private func keys(_ kind: EntryKind, _ session: Session) -> [EntryKey] {
    session.names(of: kind).map { EntryKey(kind, $0) }
  }

  private func section(
    _ title: String, _ keys: [EntryKey], of open: OpenSession, _ unfit: Set<EntryKey>
  ) {
    guard !keys.isEmpty else { return }
    Output.lines(["", title])
    Output.columns(
      keys.map { key in
        let kind = "\(unfit.contains(key) ? "!" : " ") \(key.title(in: open.manifest))"
        return [kind, key.name, open.store.session[key]?.compact ?? ""]
      })
  }
}
