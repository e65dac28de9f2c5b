import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

// The actions of the commands of screen 2.
extension State {
  /// In the background if there are many.
  mutating func resolveFlagNames() {
    if !flags.isCurrent(workspace) { flags.resolve(workspace, session, channel: channel) }
  }

  /// Resolved at once if necessary; nil if there are none.
  mutating func resolvedFlags() -> SessionFlags? {
    flags.resolve(workspace, session, channel: channel, isUrgent: !flags.isCurrent(workspace))
    return flags.flags
  }

  mutating func accept(_ reply: Background<FlagRequest, SessionFlags>.Reply) {
    let source = flags.source
    if flags.accept(reply), source != flags.source { announceFlagErrors() }
  }

  mutating func change(_ operation: FlagOperation) -> Outcome {
    guard let all = flags.flags else { return [] }
    return change(flags.subjects, operation, in: all)
  }

  mutating func change(_ rows: [FlagDefinition], _ operation: FlagOperation, in all: SessionFlags) -> Outcome {
    let outcome = perform { operations throws(Refusal) in try operations.change(rows, operation, in: all) }
    recording.instead = [recording(of: operation, to: rows)]
    return outcome
  }

  /// For a new draw, it has the number that was drawn.
  private func recording(of operation: FlagOperation, to rows: [FlagDefinition]) -> Invocation {
    guard let (layer, text) = operation.layerAndText else {
      let draws = rows.compactMap { row in session[.draw, row.storedName].map { (row.id, $0) } }
      let what = draws.count == 1 ? "\(draws[0].0) \(draws[0].1.compact)" : JSONValue.object(JSONObject(draws)).compact
      return Invocation("flag", "set \(what) draw")
    }
    let isUsual = rows.allSatisfy { FlagLayer(of: $0) == layer }
    let words = [text == nil ? "clear" : "set", NameList.written(rows.map(\.id)), text, isUsual ? nil : layer.rawValue]
    return Invocation("flag", words.compactMap(\.self).joined(separator: " "))
  }

  var droppingMarkedFlags: Question? {
    let rows = flags.subjects
    guard rows.count > 1 else { return nil }
    return .dropping(storedKeys(of: rows), by: "drop-flag", in: self) { _ in
      "Drop overrides of \(rows.count.pluralizing("flag"))"
    }
  }

  mutating func dropFlags() -> Outcome {
    let orphans = flags.list.markCount == 0 ? [flags.list.selected?.orphan].compactMap(\.self) : []
    let rows = flags.subjects
    recording.instead = [Invocation("flag", "drop \(NameList.written(rows.map(\.id) + orphans.map(\.name)))")]
    return perform { operations throws(Refusal) in try operations.drop(rows, orphans: orphans) }
  }

  mutating func dropAllFlags() -> Outcome {
    guard let known = resolvedFlags() else { return .refused(.noFlags) }
    let rows = known.catalogue.rows
    let orphans = session.flagOrphans(in: known.catalogue, manifest: workspace.manifest)
    return perform { operations throws(Refusal) in try operations.drop(rows, orphans: orphans) }
  }

  var droppingAllFlags: Question? {
    guard flags.isCurrent(workspace), let catalogue = flags.flags?.catalogue else { return nil }
    let orphans = session.flagOrphans(in: catalogue, manifest: workspace.manifest)
    return .dropping(
      storedKeys(of: catalogue.rows) + orphans, by: "drop-flags", in: self
    ) { keys in
      let others = session.overrideCount - keys.count
      let rest = others == 0 ? "" : ": \(others.pluralizing("other override")) \(others == 1 ? "stays" : "stay")"
      return "Drop overrides of all flags" + rest
    }
  }

  private func storedKeys(of rows: [FlagDefinition]) -> [EntryKey] {
    var known: Set<EntryKey> = []
    return rows.flatMap { $0.overrideKeys(in: workspace.manifest) }.filter {
      session[$0] != nil && known.insert($0).inserted
    }
  }

  func ask(_ command: String, _ argument: String, _ refusal: StatusMessage, proposal: String = "") -> Outcome {
    argument.isEmpty ? .prompt("\(command) ", proposing: proposal) : .refused(refusal)
  }

  mutating func listFlags(_ argument: String) -> Outcome {
    if let selection = flags.selections.first(where: { $0.name == argument }) {
      flags.selection = selection
      return .done(
        saying: .lists(
          selection, matching: flags.list.filter.text, clear: keyName(of: "clear"),
          all: keyName(of: "only-overridden-flags")))
    }
    guard argument.isEmpty else {
      return .refused(.unknown("selection", argument, among: flags.selections.map(\.name)))
    }
    return .asks { state in
      .choice("List", state.flags.selections.map { (Invocation("list-flags", $0.name), $0.title, "") })
    }
  }

  mutating func selectFlag(_ id: String) -> Outcome {
    guard let known = resolvedFlags() else { return .refused(.noFlags) }
    guard known.catalogue[id] != nil else { return .refused(.unknown("flag", id, among: flags.ids)) }
    flags.refresh(workspace, session, channel: channel)
    flags.select(id)
    focus = .flags
    return []
  }

  mutating func foldSection(_ folds: Bool) -> Outcome {
    flags.list.setFoldUnderCursor(to: folds) ? [] : .refused(.noHeading)
  }

  mutating func goToFlagFeature() -> Outcome {
    guard let path = flags.selectedRow?.reading?.paths.first, let manifest = workspace.manifest else { return [] }
    let outcome = FeatureCommands.select(&self, path.feature)
    guard !outcome.isRefused else { return outcome }
    reconcile()
    if table.reveal(path.path, in: manifest) { focus = .values }
    return outcome
  }

  /// Reports new problems of flag files once; unreachable files are reported when read.
  mutating func announceFlagErrors() {
    let errors = flags.problems.filter { $0.severity == .error && $0.code != "unreadable" }
    defer { problems.reportedFlagErrors = errors }
    guard errors != problems.reportedFlagErrors, !errors.isEmpty else { return }
    say(.flagsUnreadable(errors, list: keyName(of: "problems")))
  }
}

extension Question {
  static func forgetting(_ what: String, by command: String) -> Question {
    Question(
      asked: "Forget the cached \(what)",
      answers: [
        .init(
          invocation: .confirmed(command), title: "forget it",
          detail: "cannot be undone; returns only if a configuration has it again")
      ])
  }
}
