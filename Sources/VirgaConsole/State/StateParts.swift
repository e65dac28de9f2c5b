package import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
package import VirgaTargeting
import VirgaWorkbench

/// What the console was started with, as far as it still counts.
struct Start: Sendable {
  /// The feature to select once the manifest was read.
  var feature: String?
  /// The channel that was named; it counts until the session says otherwise.
  var channel: String?
  /// The operations that added what was named to the session; undo says so before it takes one back.
  var operations: Set<Int64> = []
  /// Those of them before which undo has asked.
  var asked: Set<Int64> = []
  /// What a read-only console added to the session that it shows.
  var shown: SessionOpening?
}

struct SessionFindings: Sendable {
  /// The edits and forced branches that do not match the manifest or the recipes, with the reason.
  private(set) var orphans: [EntryKey: String] = [:]
  /// The configs of branches that count and do not match the manifest.
  var mismatches: [ConfigMismatch] = []
  /// Changes of the client, which do not count as overrides.
  var clientChanges = ClientChanges()

  /// Looks for orphans, which change with edits, branches, channel and manifest.
  mutating func findOrphans(in session: Session, _ manifest: Manifest?) {
    guard let manifest else { return }
    let found = session.orphans(in: manifest).filter { $0.key.kind.isOverride }
    orphans = Dictionary(found.map { ($0.key, $0.reason) }) { first, _ in first }
  }
}

/// What came from the keyboard, the mouse and the clock.
package struct ConsoleInput: Sendable {
  /// The time of the event that is being handled.
  package var now = Instant.epoch
  /// The keys of a sequence that is not complete.
  var pendingKeys: [KeyPress] = []
  var lastClick: Click?
  /// Whether the mouse is the console's, rather than the terminal's.
  package var hasMouse = true
  var isUsed = false
  var hintKeys = Derived<HintKeys.Input, HintKeys>()
}

/// What is read from files and written to them.
package struct OpenFiles: Sendable {
  /// The progress of what runs in the background; nil while nothing does.
  package internal(set) var work: DisplayText?
  /// The progress of reading manifests; nil while none is read.
  package internal(set) var reading: DisplayText?
  /// Whether the person ended the first reading, so that there is nothing to show.
  var isUnread = false
  /// Whether no file keeps the session any longer, because its file failed.
  var isSessionLost = false
  /// The file that was not written because there is one already.
  var unwritten: FileDraft?
  /// The session as it was last written to a file.
  var written: ExportedSession?
  /// What was copied last.
  var copied: CopiedText?
  /// The session that was read from a file and is to be confirmed.
  var waitingImport: WaitingImport?
  var listed: ListedFiles?
  var listedChannels: ListedChannels?
}

/// What the last event did, for a recording, and what a tour did.
package struct RunRecord: Sendable {
  /// The commands that were run, as a script would hold them.
  package internal(set) var performed: [Recording.Line] = []
  var view: RecordedView?
  var depth = 0
  /// What the command that runs is recorded as, if that is not how it was run.
  var instead: [Invocation]?
  /// Whether the last command came from a script, where setting what is already set is not an error.
  var isInScript = false
  /// What a guided tour has done so far; nil if there was none.
  package internal(set) var tour: TourTrace?
}
