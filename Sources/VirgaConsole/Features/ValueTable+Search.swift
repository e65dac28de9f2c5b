import VirgaExperiments
import VirgaJSON
import VirgaManifest

extension ValueTable {
  /// A value of the feature, folded or not.
  package struct Place: Equatable, Sendable {
    /// Its path.
    package var path: JSONPath
    /// The value, for scalars.
    var scalar: JSONValue?
  }

  /// Every value of the feature, depth first.
  func allPlaces() -> [Place] {
    var places: [Place] = []
    func visit(_ value: JSONValue, _ path: JSONPath) {
      switch value {
      case .array, .object:
        places.append(Place(path: path))
        for member in value.steps { visit(member.value, path.appending(member.step)) }
      default: places.append(Place(path: path, scalar: value))
      }
    }
    for item in current?.writtenVariables ?? [] { visit(item.value.json, [.key(item.variable.name)]) }
    return places
  }

  /// The paths of every value of the feature, as text.
  func allPaths() -> [String] { allPlaces().map(\.path.description) }

  /// The values whose name or content contains the searched text, in reading order.
  package func matches() -> [Place] {
    let wanted = Filter(search.text)
    guard !wanted.isEmpty else { return [] }
    return allPlaces().filter { place in
      if case .key(let name) = place.path.components.last, wanted.containsWhole(name) { return true }
      return place.scalar.map { wanted.containsWhole($0.compact) } == true
    }
  }
}
