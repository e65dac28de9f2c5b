import VirgaJSON
import VirgaManifest
import VirgaSource

/// What the language has at a path of a manifest's file.
struct ManifestPath {
  let components: [JSONPath.Component]
  /// The kinds of values that may be at the path; empty if the language has nothing there.
  private(set) var values: [ManifestValue] = [.object(.file)]
  /// The key of the language that the last step names; nil for a name and for an element.
  private(set) var key: ManifestKey?
  /// The steps inside a config or a default; nil outside.
  private(set) var stepsInConfig: [JSONPath.Component]?

  /// Something that a manifest defines.
  enum Definition: Hashable {
    case feature(String)
    case variable(String, feature: String)
    case object(String)
    case field(String, object: String)
    case enumeration(String)
    case variant(String, enumeration: String)
  }

  /// What the values of a config belong to.
  enum ConfigOwner: Hashable {
    /// The variables of a feature.
    case feature(String)
    /// One field of an object type.
    case field(String, object: String)
  }

  init(_ components: [JSONPath.Component]) {
    self.components = components
    for component in components { enter(component) }
  }

  /// Goes on to what is at a step.
  private mutating func enter(_ component: JSONPath.Component) {
    key = nil
    if stepsInConfig != nil {
      stepsInConfig?.append(component)
      return
    }
    let alternatives = values.flatMap(\.alternatives)
    // What a config has inside is decided by its feature, not by the language.
    if alternatives.contains(where: \.isConfig) {
      stepsInConfig = [component]
      values = []
      return
    }
    values = alternatives.compactMap { value -> ManifestValue? in
      switch (value, component) {
      case (.object(let level), .key(let name)):
        let found = level.key(name)
        if let found { key = found }
        return found?.value
      case (.map(let value), .key), (.list(let value), .index): return value
      default: return nil
      }
    }
  }

  /// The objects of the language that may be at the path.
  var levels: [ManifestLevel] {
    values.flatMap(\.alternatives).compactMap { value -> ManifestLevel? in
      if case .object(let level) = value { level } else { nil }
    }
  }

  /// Whether the value is a config, or inside one.
  var isInConfig: Bool {
    stepsInConfig != nil || values.flatMap(\.alternatives).contains(where: \.isConfig)
  }

  /// The names and keys of the path; an element of a list is an empty text.
  private var names: [String] {
    let names = components.map { component -> String in
      if case .key(let name) = component { name } else { "" }
    }
    return names.first == "types" ? Array(names.dropFirst()) : names
  }

  /// The definition whose name the last step is; nil for any other step.
  var definition: Definition? { Self.definition(names) }

  /// The definition that the path is in or at.
  var enclosing: Definition? {
    var names = names
    while !names.isEmpty {
      if let definition = Self.definition(names) { return definition }
      names.removeLast()
    }
    return nil
  }

  /// The definition at some names and keys.
  private static func definition(_ names: [String]) -> Definition? {
    let isSpelled = { (index: Int, spellings: [String]) in spellings.contains(names[index]) }
    switch names.count {
    case 2 where isSpelled(0, ["features"]): return .feature(names[1])
    case 2 where isSpelled(0, ["objects"]): return .object(names[1])
    case 2 where isSpelled(0, ["enums"]): return .enumeration(names[1])
    case 4 where isSpelled(0, ["features"]) && isSpelled(2, ["variables"]):
      return .variable(names[3], feature: names[1])
    case 4 where isSpelled(0, ["objects"]) && isSpelled(2, ["fields"]):
      return .field(names[3], object: names[1])
    case 4 where isSpelled(0, ["enums"]) && isSpelled(2, ["variants"]):
      return .variant(names[3], enumeration: names[1])
    case 4 where isSpelled(0, ["imports", "import"]) && isSpelled(2, ["features"]):
      return .feature(names[3])
    default: return nil
    }
  }

  /// What a config or a default at the path belongs to, and the path inside that; nil outside.
  var config: (owner: ConfigOwner, path: JSONPath)? {
    guard isInConfig else { return nil }
    let steps = stepsInConfig ?? []
    switch enclosing {
    case .feature(let id): return (.feature(id), JSONPath(steps))
    case .variable(let name, let feature):
      return (.feature(feature), JSONPath([.key(name)] + steps))
    case .field(let name, let object): return (.field(name, object: object), JSONPath(steps))
    case .object, .enumeration, .variant, nil: return nil
    }
  }

  /// Whether the value at the path is the type of a variable or field.
  var isType: Bool { values.contains { if case .type = $0 { true } else { false } } }
}

extension Manifest {
  /// The steps to what a file holds: those to an example if the file is the one of an example, as
  /// if its feature had it inline; none for any other file.
  func steps(toFile name: String) -> [JSONPath.Component] {
    for feature in features {
      for example in feature.examples {
        guard example.value.sourceLocation.file.isSameName(as: name) else { continue }
        let root = example.value.document.root
        // The index makes no difference: all examples have the same members.
        let path: [JSONPath.Component] = [
          .key("features"), .key(feature.id), .key("examples"), .index(0),
        ]
        if example.value.isSame(as: root) { return path + [.key("value")] }
        if root["value"]?.isSame(as: example.value) == true { return path }
      }
    }
    return []
  }
}

extension ManifestValue {
  /// The kinds that it can be, without choices and options around them.
  var alternatives: [ManifestValue] {
    switch self {
    case .either(let values): values.flatMap(\.alternatives)
    case .optional(let value): value.alternatives
    case .text, .string, .url, .boolean, .choice, .type, .any, .config, .object, .list, .map: [self]
    }
  }

  /// Whether it is a value of the app: a config, or the default of a variable or field.
  var isConfig: Bool {
    switch self {
    case .config, .any: true
    case .text, .string, .url, .boolean, .choice, .type, .object, .list, .map, .either, .optional:
      false
    }
  }
}

extension ManifestLevel {
  /// The key with a name, or with another spelling of it.
  func key(_ name: String) -> ManifestKey? {
    keys.first { $0.name == name || $0.otherSpellings.contains(name) }
  }
}
