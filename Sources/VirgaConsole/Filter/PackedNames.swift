/// Many names whose bytes stand one after the other: a letter typed goes through ten thousand of them, which takes
/// several times as long where each is a text of its own.
package struct PackedNames: Equatable, Sendable {
  private var bytes: [UInt8] = []
  /// Where the bytes of each name end.
  private var ends: [Int] = []
  /// The letters of each name.
  private var letters: [LetterSet] = []

  /// No names.
  package init() {}

  /// Some names, in their order.
  package init(_ names: some Sequence<String>) {
    for name in names { append(name) }
  }

  /// Puts a name behind the others.
  mutating func append(_ name: String) {
    bytes += name.utf8
    ends.append(bytes.count)
    letters.append(LetterSet(name.utf8))
  }

  /// How many names there are.
  package var count: Int { ends.count }

  /// The name at a place.
  package subscript(place: Int) -> String { String(decoding: bytes[range(place)], as: UTF8.self) }

  /// Whether one of them is `name`, byte by byte.
  package func contains(_ name: String) -> Bool {
    let wanted = Array(name.utf8)
    return ends.indices.contains { range($0).count == wanted.count && bytes[range($0)].elementsEqual(wanted) }
  }

  /// The places, of some that are given, of the names in which every word stands as a whole, at most so many.
  package func places(holding wanted: Filter, among candidates: some Sequence<Int>, atMost most: Int = .max) -> [Int] {
    places(among: candidates, atMost: most, where: { $0.mayHold(wanted.letters) }) {
      wanted.isDecidedByLetters || wanted.containsWhole($0)
    }
  }

  /// The same of the names that hold the letters of every word in order.
  package func places(scattering wanted: Filter, among candidates: some Sequence<Int>, atMost most: Int = .max) -> [Int]
  {
    places(among: candidates, atMost: most, where: { $0.mayScatter(wanted.letters) }) {
      wanted.score($0, isWhole: false) != nil
    }
  }

  /// The first names that fit what was typed.
  ///
  /// Those in which every word stands as a whole, else those that hold the letters. A name that was typed as it is
  /// stands before them where not all that fit are given.
  package func first(_ most: Int, fitting typed: String) -> [String] {
    let wanted = Filter(typed)
    let whole = places(holding: wanted, among: ends.indices, atMost: most)
    let found = whole.isEmpty ? places(scattering: wanted, among: ends.indices, atMost: most) : whole
    let names = found.map { self[$0] }
    guard names.count == most, contains(typed) else { return names }
    return [typed] + names.filter { $0 != typed }.prefix(most - 1)
  }

  private func places(
    among candidates: some Sequence<Int>, atMost most: Int, where mayFit: (LetterSet) -> Bool,
    _ fits: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> [Int] {
    var found: [Int] = []
    bytes.withUnsafeBufferPointer { bytes in
      for place in candidates where mayFit(letters[place]) {
        guard fits(UnsafeBufferPointer(rebasing: bytes[range(place)])) else { continue }
        found.append(place)
        if found.count == most { break }
      }
    }
    return found
  }

  private func range(_ place: Int) -> Range<Int> { (place == 0 ? 0 : ends[place - 1])..<ends[place] }

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
        take(place, UnsafeBufferPointer(rebasing: bytes[range(place)]))
      }
    }
  }
}
