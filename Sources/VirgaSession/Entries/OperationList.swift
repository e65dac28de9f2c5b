import VirgaSource

/// The operations of a session by increasing id, in chunks that copies share.
///
/// A console, its store and each transaction hold a copy of the same history, which every operation
/// extends. A change of one copy copies a single chunk, so the time of an operation does not grow
/// with the length of the history.
package struct OperationList: RandomAccessCollection, Sendable {
  private static let chunkSize = 128

  /// The chunks before the tail, each of ``chunkSize`` operations; only the first may have fewer,
  /// because the oldest operations are removed.
  private var chunks: [[SessionOperation]] = []
  /// The operations after the chunks, at most ``chunkSize``.
  private var tail: [SessionOperation] = []

  package init(_ operations: some Sequence<SessionOperation> = []) {
    for operation in operations { append(operation) }
  }

  package var startIndex: Int { 0 }

  /// The number of operations: all chunks but the first one are full.
  package var endIndex: Int {
    guard let first = chunks.first else { return tail.count }
    return first.count + (chunks.count - 1) * Self.chunkSize + tail.count
  }

  /// The operation at a position; most are in full chunks, the last ones in the tail.
  package subscript(position: Int) -> SessionOperation {
    get {
      let (chunk, index) = location(of: position)
      return chunk < chunks.count ? chunks[chunk][index] : tail[index]
    }
    set {
      let (chunk, index) = location(of: position)
      if chunk < chunks.count {
        chunks[chunk][index] = newValue
      } else {
        tail[index] = newValue
      }
    }
  }

  /// The index of the chunk that has a position, and the index in it; the tail counts as the last
  /// chunk.
  ///
  /// Only the first chunk can be shorter than the others, because the oldest operations are
  /// removed: if it has 100 operations, position 100 is the first one in chunk 1. Without chunks,
  /// the tail is chunk 0.
  private func location(of position: Int) -> (chunk: Int, index: Int) {
    guard let first = chunks.first, position >= first.count else { return (0, position) }
    // All chunks between the first one and the tail are full.
    let (chunk, index) = (position - first.count).quotientAndRemainder(dividingBy: Self.chunkSize)
    return (chunk + 1, index)
  }

  /// Appends an operation; a full tail becomes a chunk first.
  mutating func append(_ operation: SessionOperation) {
    if tail.count == Self.chunkSize {
      chunks.append(tail)
      tail = []
    }
    tail.append(operation)
  }

  /// Replaces the operation with the same id, or inserts this one in the order of ids.
  mutating func replaceOrInsert(_ operation: SessionOperation) {
    let position = firstPosition { $0 >= operation.id }
    let isAfterAll = position == count
    if isAfterAll {
      append(operation)
    } else if self[position].id == operation.id {
      self[position] = operation
    } else {
      // An operation between others is rare, so all chunks are built again.
      self = OperationList(Array(self[..<position]) + [operation] + Array(self[position...]))
    }
  }

  /// Removes the operations whose ids are outside a range.
  mutating func removeAll(outside ids: ClosedRange<Int64>) {
    removeLast(count - firstPosition { $0 > ids.upperBound })
    removeFirst(firstPosition { $0 >= ids.lowerBound })
  }

  /// Removes the first `number` operations: whole chunks, and then what remains from the next
  /// chunk, or from the tail, which has the operations after all chunks.
  mutating func removeFirst(_ number: Int) {
    var remaining = number
    var wholeChunkCount = 0
    for chunk in chunks {
      if chunk.count > remaining { break }
      remaining -= chunk.count
      wholeChunkCount += 1
    }
    chunks.removeFirst(wholeChunkCount)
    if chunks.isEmpty {
      tail.removeFirst(remaining)
    } else {
      chunks[0].removeFirst(remaining)
    }
  }

  /// Removes the last `number` operations.
  mutating func removeLast(_ number: Int) {
    var remaining = number
    while remaining > tail.count {
      remaining -= tail.count
      // The last chunk becomes the new tail, because the whole tail is removed.
      tail = chunks.removeLast()
    }
    tail.removeLast(remaining)
  }

  /// The operation with an id; nil if there is none.
  package subscript(id id: Int64) -> SessionOperation? {
    let position = firstPosition { $0 >= id }
    return position < count && self[position].id == id ? self[position] : nil
  }

  /// The operations after the one with an id.
  package func after(id: Int64) -> SubSequence { self[firstPosition { $0 > id }...] }

  /// The position of the first operation whose id meets a condition, which all later ones meet too;
  /// the end if none does.
  private func firstPosition(where condition: (Int64) -> Bool) -> Int {
    partitioningIndex { condition($0.id) }
  }
}

extension OperationList: Equatable {
  /// Whether both have the same operations, however these are divided into chunks.
  package static func == (left: OperationList, right: OperationList) -> Bool {
    guard left.count == right.count else { return false }
    // With first chunks of the same length all are divided in the same way. Chunks that both share
    // are compared in constant time.
    if left.chunks.first?.count == right.chunks.first?.count {
      return left.chunks == right.chunks && left.tail == right.tail
    }
    return left.elementsEqual(right)
  }
}
