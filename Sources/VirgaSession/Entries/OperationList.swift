import VirgaSource

/// The operations of a session by increasing id, in chunks that copies share.
///
/// A console, its store and each transaction hold a copy of the same history, which every operation
/// extends. A change of one copy copies a single chunk, so the time of an operation does not grow
/// with the length of the history.
package struct OperationList: RandomAccessCollection, Sendable {
  private static let chunkSize = 128

  /// All of them have ``chunkSize`` operations, except that the first may have lost some.
  private var chunks: [[SessionOperation]] = []
  /// The operations after the chunks, at most ``chunkSize``.
  private var tail: [SessionOperation] = []

  package init(_ operations: some Sequence<SessionOperation> = []) {
    for operation in operations { append(operation) }
  }

  package var startIndex: Int { 0 }

  package var endIndex: Int {
    guard let first = chunks.first else { return tail.count }
    return first.count + (chunks.count - 1) * Self.chunkSize + tail.count
  }

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

  /// The number of the chunk that has a position, and the index in it; the tail is the last chunk.
  private func location(of position: Int) -> (chunk: Int, index: Int) {
    guard let first = chunks.first, position >= first.count else { return (0, position) }
    let (chunk, index) = (position - first.count).quotientAndRemainder(dividingBy: Self.chunkSize)
    return (chunk + 1, index)
  }

  mutating func append(_ operation: SessionOperation) {
    if tail.count == Self.chunkSize {
      chunks.append(tail)
      tail = []
    }
    tail.append(operation)
  }

  /// Replaces the operation with the same id, or adds this one at its place.
  mutating func update(_ operation: SessionOperation) {
    let position = firstPosition { $0 >= operation.id }
    if position == count {
      append(operation)
    } else if self[position].id == operation.id {
      self[position] = operation
    } else {
      self = OperationList(Array(self[..<position]) + [operation] + Array(self[position...]))
    }
  }

  /// Removes the operations whose ids are outside a range.
  mutating func removeAll(outside ids: ClosedRange<Int64>) {
    removeLast(count - firstPosition { $0 > ids.upperBound })
    removeFirst(firstPosition { $0 >= ids.lowerBound })
  }

  mutating func removeFirst(_ removed: Int) {
    var rest = removed
    let wholeChunks = chunks.prefix { chunk in
      guard chunk.count <= rest else { return false }
      rest -= chunk.count
      return true
    }
    chunks.removeFirst(wholeChunks.count)
    if chunks.isEmpty {
      tail.removeFirst(rest)
    } else {
      chunks[0].removeFirst(rest)
    }
  }

  mutating func removeLast(_ removed: Int) {
    var rest = removed
    while rest > tail.count {
      rest -= tail.count
      tail = chunks.removeLast()
    }
    tail.removeLast(rest)
  }

  /// The operation with an id; nil if there is none.
  package subscript(id id: Int64) -> SessionOperation? {
    let position = firstPosition { $0 >= id }
    return position < count && self[position].id == id ? self[position] : nil
  }

  /// The operations after the one with an id.
  package func after(_ id: Int64) -> SubSequence { self[firstPosition { $0 > id }...] }

  private func firstPosition(where isAfter: (Int64) -> Bool) -> Int {
    partitioningIndex { isAfter($0.id) }
  }
}

extension OperationList: Equatable {
  package static func == (left: OperationList, right: OperationList) -> Bool {
    guard left.count == right.count else { return false }
    // Chunks that both share are compared in constant time.
    if left.chunks.first?.count == right.chunks.first?.count {
      return left.chunks == right.chunks && left.tail == right.tail
    }
    return left.elementsEqual(right)
  }
}
