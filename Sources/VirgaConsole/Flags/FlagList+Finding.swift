import VirgaFlags
import VirgaSession
package import VirgaSource
package import VirgaWorkbench

// What is found of all flags: at once where they are few, else beside what else is done.
extension FlagList {
  /// The flags with their answers; nil before they are found.
  package var flags: SessionFlags? { table?.flags }

  /// What is wrong with the files of flags.
  package var problems: [Problem] { table?.flags.catalogue.problems ?? [] }

  /// The flag that something is stored for in an entry; nil where none reads it.
  func name(reading key: EntryKey) -> String? { table?.flags.id(reading: key) }

  /// How many flags something is stored for.
  package var overriddenCount: Int { table?.overriddenCount ?? 0 }

  /// How many flags have checks that differ.
  package var differingCount: Int { table?.differingCount ?? 0 }

  /// How many flags are on.
  package var onCount: Int { table?.onCount ?? 0 }

  /// The ids of all flags, as far as they were found.
  package var ids: PackedNames { table?.ids ?? PackedNames() }

  /// Whether flags or answers are looked for; until they are there the last ones are shown.
  package var isFinding: Bool { order != nil }

  /// Whether there are files of flags of which nobody knows yet what is wrong in them, beside this manifest.
  func hasUnread(beside workspace: Workspace) -> Bool {
    !files.isEmpty && workspace.manifest != nil && !isCurrent(workspace)
  }

  /// Whether the flags are those of this manifest and of the files.
  func isCurrent(_ workspace: Workspace) -> Bool { table?.source == source(workspace) }

  /// Whether flags are still to be found that are not found at once.
  func lacksMany(of workspace: Workspace) -> Bool {
    guard let manifest = workspace.manifest else { return false }
    return !FlagOrder.isShort(manifest, files) && !isCurrent(workspace)
  }

  private func source(_ workspace: Workspace) -> FlagOrder.Source {
    FlagOrder.Source(manifest: workspace.generation, files: fileGeneration)
  }

  /// The order that is to be carried out now; one is carried out at a time, and of those that wait only the last.
  mutating func takeOrder() -> FlagOrder? {
    guard running == nil, let order else { return nil }
    running = order.number
    return order
  }

  /// Finds flags and answers where there are none for these: at once where they are few, else by an order.
  mutating func find(_ workspace: Workspace, session: Session, channel: String?) {
    guard let manifest = workspace.manifest else { return }
    let source = source(workspace)
    func isStale(_ last: FlagTable?) -> Bool {
      last.map { $0.source != source || $0.isStale(session, channel: channel, testOverrides) } ?? true
    }
    guard isStale(table) else {
      order = nil
      return
    }
    if let order, order.isFor(source, session, channel: channel, testOverrides) { return }
    lastNumber += 1
    let new = FlagOrder(
      number: lastNumber, source: source, files: files, manifest: manifest, session: session, channel: channel,
      testOverrides: testOverrides, earlier: table)
    order = new
    if FlagOrder.isShort(manifest, files) { take(new.run()) }
  }
}
