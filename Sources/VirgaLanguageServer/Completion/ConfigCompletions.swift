import VirgaJSON
import VirgaManifest
import VirgaSource

/// Writes the completions of a config in YAML, or in the JSON of a manifest.
struct ConfigCompletions {
  private let place: YAMLPlace

  init(_ place: YAMLPlace) { self.place = place }

  /// The names and values that the types allow at a path of a config over the values of a feature,
  /// as they are written outside of quotes.
  func items(in merged: MergedFeature, at path: JSONPath) -> [CompletionItem] {
    var found: [CompletionItem] = []
    if place.expects != .value {
      let names = merged.completions(at: path, expectsKey: true, siblingKeys: place.siblingKeys)
      found += names.map { item($0, merged, in: path) }
    }
    // An object that is begun on a line of its own begins with a name.
    let isBegun = place.expects == .keyOrValue && !found.isEmpty
    if place.expects != .key, !isBegun {
      let values = merged.completions(at: path, expectsKey: false, siblingKeys: [])
      found += values.map { item($0, merged, in: path) }
    }
    // A name is offered with an empty and with a whole object; if only the name is inserted, these
    // are the same.
    var seen: Set<String> = []
    return found.filter { seen.insert($0.text).inserted }
  }

  /// A completion as it is written at the place.
  private func item(
    _ completion: Completion, _ merged: MergedFeature, in path: JSONPath
  ) -> CompletionItem {
    var item = CompletionItem(
      label: completion.label, kind: .value, detail: completion.detail, text: "")
    switch completion.content {
    case .member(let name, let value):
      item.kind = .variable
      item.documentation = merged.defaultNote(at: path.appending(key: name))
      let written = place.takesNameAlone ? nil : value
      let key = place.style.text(name)
      item.text = written.map { "\(key): \(place.style.value($0))" } ?? key
    case .value(let value): item.text = place.style.value(value)
    }
    return item
  }
}
