package import VirgaSource

/// Tells where the values of a text stand.
///
/// The elements of an array are gathered once, however many of them are asked for.
package final class WrittenPlaces {
  private let root: WrittenValue?
  private var elements: [Int32: [WrittenValue]] = [:]

  /// The places of the values in `text`.
  package init(_ text: WrittenText) { root = text.written }

  /// Where the value at a path stands: keys and indexes from 0, such as `["data", "0", "slug"]`.
  ///
  /// For a path that leads nowhere it is the place of the last value on the way.
  package func location(at path: [String]) -> SourceLocation? {
    guard var value = root else { return nil }
    for step in path {
      guard let next = value.kind == .array ? element(step, of: value) : value[step] else { break }
      value = next
    }
    return value.location
  }

  private func element(_ step: String, of array: WrittenValue) -> WrittenValue? {
    guard let index = Int(step), index >= 0, index < array.count else { return nil }
    let known = elements[array.index] ?? Array(array.elements)
    elements[array.index] = known
    return known[index]
  }
}
