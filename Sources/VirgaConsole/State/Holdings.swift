import VirgaFiles
import VirgaJSON
package import VirgaSession
import VirgaSource
import VirgaWorkbench

/// How much a session holds that is worth a word when it is left.
package struct Holdings: Equatable, Sendable {
  /// How many overrides.
  package var overrides = 0
  /// How many texts that are not applied.
  package var drafts = 0
  /// How many changes of the client.
  var clientChanges = 0
  /// How many exposures telemetry heard of.
  package var exposures = 0

  /// Whether there is nothing to tell.
  package var isEmpty: Bool { self == Holdings() }

  /// What counts in the app from now on, counted: `2 overrides and 1 change of the client`; empty where that is nothing.
  package var active: String {
    Self.listed([
      (overrides, "override", "overrides"), (clientChanges, "change of the client", "changes of the client"),
    ])
  }

  /// All of it, counted: `1 override, 1 draft and 2 exposures`.
  package var words: String {
    Self.listed([
      (overrides, "override", "overrides"), (drafts, "draft", "drafts"),
      (clientChanges, "change of the client", "changes of the client"), (exposures, "exposure", "exposures"),
    ])
  }

  /// Whether it is one thing.
  package var isOne: Bool { overrides + drafts + clientChanges + exposures == 1 }

  /// Whether one thing alone counts in the app.
  package var isOneActive: Bool { overrides + clientChanges == 1 }

  /// Counts things by their nouns, and leaves out those of which there is none.
  package static func listed(_ counts: [(count: Int, noun: String, nouns: String)]) -> String {
    let counts = counts.filter { $0.count > 0 }.map { $0.count.counted($0.noun, $0.nouns) }
    return [counts.dropLast().joined(separator: ", "), counts.last ?? ""].filter { !$0.isEmpty }.joined(
      separator: " and ")
  }
}

/// The session as it was written to a file.
struct WrittenSession: Equatable, Sendable {
  /// What was written.
  package let session: Session
  /// The file, as it was named.
  package let file: String
}

extension State {
  /// What the session holds, besides what another one keeps of it: the exposures are those since the start.
  package func holdings(besides kept: Session? = nil) -> Holdings {
    let held = held(besides: kept)
    let known = Set((kept?.operations ?? []).filter { !$0.isUndone }.map(\.id))
    let operations = session.operations.filter { operation in
      !operation.isUndone && !start.operations.contains(operation.id) && !known.contains(operation.id)
    }
    return Holdings(
      overrides: held.overrides.count, drafts: held.drafts.count, clientChanges: held.clientChanges.count,
      exposures: operations.reduce(0) { count, operation in
        count + operation.events.count(where: \.isCountedExposure)
      })
  }

  /// The overrides, the features with a text that is not applied, and the changes of the client that are not in `kept`.
  func held(besides kept: Session?) -> (overrides: [EntryKey], drafts: [String], clientChanges: [EntryChange]) {
    guard let kept else { return (session.overrides, unapplied, findings.clientChanges.all) }
    return (
      session.overrides.filter { kept[$0] != session[$0] },
      unapplied.filter { kept[.draft, $0]?.stringValue != unappliedText(of: $0) },
      findings.clientChanges.all.filter { kept[$0.key] != $0.new }
    )
  }

  /// The file that holds the session as it is, and all that is typed; nil where none does.
  package var writtenFile: String? {
    guard let written = files.written, written.session == session, !editing.editors.keys.contains(where: hasUnsaved)
    else { return nil }
    return written.file
  }

  /// Takes in that a file was written; one in place of that with the session leaves none.
  mutating func take(written draft: FileDraft) -> Outcome {
    // A file that was listed before it was written would be proposed again.
    files.listed = nil
    if let session = draft.session {
      files.written = WrittenSession(session: session, file: draft.path)
    } else if let file = files.written?.file, FilePath.tidied(file) == FilePath.tidied(draft.path) {
      files.written = nil
    }
    return .note("wrote \(draft.what) to \(draft.path)")
  }
}
