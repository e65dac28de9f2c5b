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
    var entries: [Entry] = []
    func visit(_ value: JSONValue, _ path: JSONPath) {
      switch value {
      case .array, .object:
        entries.append(Entry(path: path))
        for member in value.steps { visit(member.value, path.appending(member.step)) }
      default: entries.append(Entry(path: path, scalar: value))
      }
    }
    for item in current?.writtenVariables ?? [] { visit(item.value.json, [.key(item.variable.name)]) }
    return entries
  }

  func allPaths() -> [String] { allEntries().map(\.path.description) }

  /// In reading order.
  package func matches() -> [Entry] {
    let wanted = Filter(search.text)
    guard !wanted.isEmpty else { return [] }
    return allEntries().filter { entry in
      if case .key(let name) = entry.path.components.last, wanted.containsWhole(name) { return true }
      return entry.scalar.map { wanted.containsWhole($0.compact) } == true
    }
  }
}
