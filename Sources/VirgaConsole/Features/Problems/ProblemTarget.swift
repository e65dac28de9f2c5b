package import VirgaJSON
package import VirgaManifest
package import VirgaSource

/// The feature and value that a problem is about.
package struct ProblemTarget: Equatable, Sendable {
  package var feature: String
  /// The path of the value; the root if the problem is about the feature.
  package var path: JSONPath

  /// Parses the path of a problem, such as `features/app-menu.items['home']#Item.icon`.
  ///
  /// Paths in the file structure only have dots: `features.app-menu.variables.items.default`.
  package init?(_ problem: Problem, in manifest: Manifest) {
    let isStructural = problem.path.hasPrefix("features.")
    guard isStructural || problem.path.hasPrefix("features/") else { return nil }
    let rest = problem.path.dropFirst("features/".count)
    // Ids may contain these characters, too: the longest one counts.
    let ends = rest.indices.filter { "/.#".contains(rest[$0]) } + [rest.endIndex]
    guard let end = ends.last(where: { manifest.feature(String(rest[..<$0])) != nil }) else {
      return nil
    }
    feature = String(rest[..<end])
    let inner = rest[end...]
    path =
      isStructural ? Self.variable(in: inner, of: manifest.feature(feature)) : Self.steps(inner)
  }

  /// The variable in a path of the file structure; the root if there is none.
  private static func variable(in text: Substring, of feature: FeatureDefinition?) -> JSONPath {
    let prefix = ".variables."
    guard text.hasPrefix(prefix), let feature else { return .root }
    let rest = text.dropFirst(prefix.count)
    let names = feature.variables.map(\.name).filter { rest == $0 || rest.hasPrefix($0 + ".") }
    return names.max { $0.count < $1.count }.map { JSONPath([.key($0)]) } ?? .root
  }

  /// The path of a value in the path of a problem: `.items['home']#Item.icon` gives
  /// `items.home.icon`.
  ///
  /// `#` and the name after it say the type, which the path leaves out.
  private static func steps(_ text: Substring) -> JSONPath {
    var path = JSONPath.root
    var rest = text
    while let mark = rest.popFirst() {
      switch mark {
      case ".", "/": path = path.appending(key: String(removePrefix(of: &rest, until: ".#[")))
      case "[":
        path = path.appending(step(in: removePrefix(of: &rest, until: "]")))
        rest = rest.dropFirst()
      case "#": _ = removePrefix(of: &rest, until: ".[")  // The name of the type.
      default: return path
      }
    }
    return path
  }

  /// The path component in brackets: a quoted key, `Enum#variant` or an index.
  private static func step(in brackets: Substring) -> JSONPath.Component {
    if brackets.hasPrefix("'") { return .key(String(brackets.dropFirst().dropLast())) }
    if let mark = brackets.firstIndex(of: "#") {
      return .key(String(brackets[brackets.index(after: mark)...]))
    }
    return Int(brackets).map { .index($0) } ?? .key(String(brackets))
  }

  /// Removes the characters before the first of `marks`, and returns them.
  private static func removePrefix(of rest: inout Substring, until marks: String) -> Substring {
    let taken = rest.prefix { !marks.contains($0) }
    rest = rest.dropFirst(taken.count)
    return taken
  }
}
