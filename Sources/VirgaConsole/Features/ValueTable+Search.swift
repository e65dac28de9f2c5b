import VirgaExperiments
import VirgaJSON
import VirgaManifest

extension ValueTable {
  /// A value of the feature, folded or not.
  package struct Entry: Equatable, Sendable {
    package var path: JSONPath
    var scalar: JSONValue?
  }

  /// Depth first.
  func allEntries() -> [Entry] {
    var places: [Entry] = []
    func visit(_ value: JSONValue, _ path: JSONPath) {
      switch value {
      case .array, .object:
        places.append(Entry(path: path))
        for member in value.steps { visit(member.value, path.appending(member.step)) }
      default: places.append(Entry(path: path, scalar: value))
      }
    }
    for item in current?.writtenVariables ?? [] { visit(item.value.json, [.key(item.variable.name)]) }
    return places
  }

  func allPaths() -> [String] { allEntries().map(\.path.description) }

  /// In reading order.
  package func matches() -> [Entry] {
    let wanted = Filter(search.text)
    guard !wanted.isEmpty else { return [] }
    return allEntries().filter { place in
      if case .key(let name) = place.path.components.last, wanted.containsWhole(name) { return true }
      return place.scalar.map { wanted.containsWhole($0.compact) } == true
    }
  }
}
