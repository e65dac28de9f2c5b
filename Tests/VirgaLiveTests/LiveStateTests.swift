import Testing
import VirgaJSON
import VirgaSession
import VirgaTargeting

@testable import VirgaLive
@testable import VirgaSDK

@Suite("In-memory state of a live session")
struct LiveStateTests {
  private var state = LiveState(Session(), path: "/a.virga")

  /// A choice of the user.
  private func choice(_ key: String, _ value: JSONValue) -> PendingWrite.OperationMaker {
    { session in
      let change = EntryChange(
        EntryKey(.preference, key), from: session[.preference, key], to: value)
      guard change.old != change.new else { return nil }
      return SessionOperation("set \(key)", changes: [change], time: .epoch, process: "app 7")
    }
  }

  private func events(_ kinds: String...) -> PendingWrite {
    .events(kinds.map { SessionEvent(time: .epoch, kind: $0, process: "app 7") })
  }

  @Test("applies pending choices to a newly read session, including later ones")
  mutating func rebasing() throws {
    var changes = try [("a", 1), ("b", 1), ("b", 1)].map {
      try state.add(choice: choice($0.0, .integer($0.1)))
    }
    let file = Session(entries: [EntryKey(.preference, "a"): 1, EntryKey(.preference, "b"): 5])
    var read = file
    let rest = state.pending.dropFirst()
    for write in rest { write.apply(to: &read) }
    changes.append(try state.add(choice: choice("c", 2)))
    #expect(changes == [true, true, false, true])
    state.removeFinished(1)
    state.rebase(onto: read, including: rest.count)
    #expect(state.session.preferences == ["a": 1, "b": 1, "c": 2])
    #expect(state.pending.count == 3)
    #expect(state.addedCalls == 4)
    #expect(state.finishedCalls == 1)
  }

  /// Removes all pending calls, one transaction after the other.
  ///
  /// - Returns: The kinds of the events of each transaction, or nil for a choice, and the
  ///   number of its calls.
  private mutating func drain() -> [(kinds: [String]?, callCount: Int)] {
    var batches: [(kinds: [String]?, callCount: Int)] = []
    while let batch = state.nextBatch {
      batches.append((kinds(of: batch.write), batch.callCount))
      state.removeFinished(batch.callCount)
    }
    return batches
  }

  @Test("writes events of several calls in one transaction") mutating func batchedEvents() {
    _ = state.add(events("x", "y"))
    _ = state.add(events("z"))
    let batches = drain()
    #expect(batches.map(\.kinds) == [["x", "y", "z"]])
    #expect(batches.map(\.callCount) == [2])
  }

  @Test("writes a choice apart from the events around it") mutating func separateChoice() throws {
    _ = state.add(events("x", "y"))
    _ = state.add(events("z"))
    _ = try state.add(choice: choice("a", 1))
    _ = state.add(events("w"))
    let batches = drain()
    #expect(batches.map(\.kinds) == [["x", "y", "z"], nil, ["w"]])
    #expect(batches.map(\.callCount) == [2, 1, 1])
  }

  private func kinds(of write: PendingWrite) -> [String]? {
    if case .events(let events) = write { events.map(\.kind) } else { nil }
  }

  /// Starts a turn of the writer, for one event.
  private mutating func startTurn() {
    _ = state.add(events("x"))
    _ = state.markWriteScheduledIfNeeded()
  }

  @Test("schedules one turn of the writer at a time") mutating func oneTurn() {
    var turns = [state.markWriteScheduledIfNeeded()]
    _ = state.add(events("x"))
    turns += [state.markWriteScheduledIfNeeded(), state.markWriteScheduledIfNeeded()]
    #expect(turns == [false, true, false])
  }

  @Test("continues the turn while the file is locked") mutating func lockedFile() {
    startTurn()
    let turns = [
      state.continueWriting(after: .locked("/a.virga")), state.markWriteScheduledIfNeeded(),
    ]
    #expect(turns == [true, false])
  }

  @Test("ends the turn until a lost file changes") mutating func lostFile() {
    startTurn()
    let turns = [
      state.continueWriting(after: .gone("/a.virga")), state.markWriteScheduledIfNeeded(),
    ]
    #expect(turns == [false, true])
  }

  @Test("ends the turn once everything is written") mutating func endOfTurn() {
    startTurn()
    state.removeFinished(1)
    let continues = state.continueWriting(after: nil)
    #expect(!continues)
  }

  @Test("describes the failure and what is unwritten until it is written")
  mutating func failureReport() throws {
    _ = state.add(events("x", "y"))
    _ = try state.add(choice: choice("a", 1))
    #expect(state.failureReport == nil)
    state.watchFailure = "deaf"
    #expect(state.failureReport == "deaf")
    let isNew = state.recordFailure(.full("/a.virga"))
    #expect(isNew)
    let isNewAgain = state.recordFailure(.full("/a.virga"))
    #expect(!isNewAgain)
    #expect(
      state.failureReport == "/a.virga: the disk is full; 2 events and 1 choice not written yet")
    state.removeFinished(0)
    #expect(state.failure == .full("/a.virga"))
    state.removeFinished(1)
    #expect(state.failureReport == "deaf")
  }
}
