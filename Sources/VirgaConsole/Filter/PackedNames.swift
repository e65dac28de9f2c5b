/// Many names whose bytes stand one after the other: a letter typed goes through ten thousand of them, which takes
/// several times as long where each is a text of its own.
struct PackedNames: Equatable, Sendable {
  private var bytes: [UInt8] = []
  /// Where the bytes of each name end.
  private var ends: [Int] = []

  /// Puts a name behind the others.
  mutating func append(_ name: String) {
    bytes += name.utf8
    ends.append(bytes.count)
  }

  /// What `transform` makes of the bytes of each name, in their order.
  func map<Result>(_ transform: (UnsafeBufferPointer<UInt8>) -> Result) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(ends.count)
    look(at: ends.indices) { results.append(transform($1)) }
    return results
  }

  /// Gives the names at some places, each with its place.
  func look(at places: some Sequence<Int>, _ take: (Int, UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      for place in places {
        take(place, UnsafeBufferPointer(rebasing: bytes[(place == 0 ? 0 : ends[place - 1])..<ends[place]]))
      }
    }
  }
}
