import VirgaFiles
import VirgaJSON
package import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The contents of a session that are worth mentioning when leaving it.
package struct SessionContents: Equatable, Sendable {
  /// The number of overrides.
  package var overrides = 0
  /// The number of unapplied texts.
  package var drafts = 0
  var clientChanges = 0
  /// The number of recorded exposures.
  package var exposures = 0

  /// Whether there is nothing to mention.
  package var isEmpty: Bool { self == SessionContents() }

  /// The contents that affect the app: `2 overrides and 1 change of the client`; empty for none.
  package var active: String {
    Self.listed([
      (overrides, "override", "overrides"), (clientChanges, "change of the client", "changes of the client"),
    ])
  }

  /// Everything, counted: `1 override, 1 draft and 2 exposures`.
  package var words: String {
    Self.listed([
      (overrides, "override", "overrides"), (drafts, "draft", "drafts"),
      (clientChanges, "change of the client", "changes of the client"), (exposures, "exposure", "exposures"),
    ])
  }

  /// Whether it is a single thing.
  package var isOne: Bool { overrides + drafts + clientChanges + exposures == 1 }

  /// Whether a single thing affects the app.
  package var isOneActive: Bool { overrides + clientChanges == 1 }

  /// Counts things by their nouns, leaving out zero counts.
  package static func listed(_ counts: [(count: Int, noun: String, nouns: String)]) -> String {
    let counts = counts.filter { $0.count > 0 }.map { $0.count.pluralizing($0.noun, $0.nouns) }
    return [counts.dropLast().joined(separator: ", "), counts.last ?? ""].filter { !$0.isEmpty }.joined(
      separator: " and ")
  }
}

/// The session when it was written to a file.
struct ExportedSession: Equatable, Sendable {
  let session: Session
  /// The file as the person named it.
  let file: String
}

extension State {
  /// The session's contents, apart from those in `kept`; only exposures since the start count.
  package func sessionContents(besides kept: Session? = nil) -> SessionContents {
    let held = held(besides: kept)
    let known = Set((kept?.operations ?? []).filter { !$0.isUndone }.map(\.id))
    let operations = session.operations.filter { operation in
      !operation.isUndone && !start.operations.contains(operation.id) && !known.contains(operation.id)
    }
    return SessionContents(
      overrides: held.overrides.count, drafts: held.drafts.count, clientChanges: held.clientChanges.count,
      exposures: operations.reduce(0) { count, operation in
        count + operation.events.count(where: \.isCountedExposure)
      })
  }

  /// The overrides, features with unapplied text and client changes that are not in `kept`.
  func held(besides kept: Session?) -> (overrides: [EntryKey], drafts: [String], clientChanges: [EntryChange]) {
    guard let kept else { return (session.overrides, editing.unapplied(in: session), findings.clientChanges.all) }
    return (
      session.overrides.filter { kept[$0] != session[$0] },
      editing.unapplied(in: session).filter {
        kept[.draft, $0]?.stringValue != editing.unappliedText(of: $0, in: session)
      },
      findings.clientChanges.all.filter { kept[$0.key] != $0.new }
    )
  }

  /// The file that contains the current session with all typed text; nil if there is none.
  package var writtenFile: String? {
    guard let written = files.written, written.session == session,
      !editing.editors.values.contains(where: \.hasUnsaved)
    else { return nil }
    return written.file
  }

  /// Records that a file was written; overwriting the session's file means there is none.
  mutating func record(written draft: FileDraft) -> Outcome {
    // The listing from before would propose the file name again.
    files.listed = nil
    if let session = draft.session {
      files.written = ExportedSession(session: session, file: draft.path)
    } else if let file = files.written?.file, FilePath.normalized(file) == FilePath.normalized(draft.path) {
      files.written = nil
    }
    return .says(.wrote(draft.what, to: draft.path))
  }
}
