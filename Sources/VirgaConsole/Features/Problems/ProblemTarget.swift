package import VirgaJSON
package import VirgaManifest
package import VirgaSource

/// The feature and value that a problem is about.
package struct ProblemTarget: Equatable, Sendable {
  package var feature: String
  /// The path of the value; the root if the problem is about the feature.
  package var path: JSONPath

  /// Parses the path of a problem, such as `features/app-menu.items['home']#Item.icon`; nil if the
  /// problem is not about a feature of the manifest.
  ///
  /// Paths in the file structure only have dots: `features.app-menu.variables.items.default`.
  package init?(_ problem: Problem, in manifest: Manifest) {
    let isInFileStructure = problem.path.hasPrefix("features.")
    guard isInFileStructure || problem.path.hasPrefix("features/") else { return nil }
    // Both beginnings have the same length.
    let rest = problem.path.dropFirst("features/".count)
    // An id may contain these separators too, so the longest text that is an id counts.
    let possibleEnds = rest.indices.filter { "/.#".contains(rest[$0]) } + [rest.endIndex]
    let endOfID = possibleEnds.last { manifest.feature(String(rest[..<$0])) != nil }
    guard let endOfID else { return nil }
    feature = String(rest[..<endOfID])
    let afterID = rest[endOfID...]
    // The root if the problem is about the feature itself.
    path =
      isInFileStructure
      ? Self.pathOfVariable(in: afterID, of: manifest.feature(feature))
      : Self.valuePath(in: afterID)
  }

  /// The path of the variable in a path of the file structure: `.variables.items.default` gives
  /// `items`; the root if the text does not begin with a variable.
  private static func pathOfVariable(
    in text: Substring, of feature: FeatureDefinition?
  ) -> JSONPath {
    let prefix = ".variables."
    guard text.hasPrefix(prefix), let feature else { return .root }
    let rest = text.dropFirst(prefix.count)
    let names = feature.variables.map(\.name).filter { rest == $0 || rest.hasPrefix($0 + ".") }
    // Of the variables `a` and `a.b`, `a.b.default` is about the second.
    let longestName = names.max { $0.count < $1.count }
    return longestName.map { JSONPath([.key($0)]) } ?? .root
  }

  /// The path of a value in the path of a problem: `.items['home']#Item.icon` gives
  /// `items.home.icon`.
  ///
  /// `#` and the name after it say the type, which the path leaves out. Any other text that does
  /// not begin a step ends the path.
  private static func valuePath(in text: Substring) -> JSONPath {
    var path = JSONPath.root
    var rest = text
    while let sign = rest.popFirst() {
      switch sign {
      // A `/` is only before the variable, in problems of its type: `features/app-menu/items`.
      case ".", "/":
        let key = removePrefix(of: &rest, until: ".#[")
        path = path.appending(key: String(key))
      case "[":
        let brackets = removePrefix(of: &rest, until: "]")
        path = path.appending(step(in: brackets))
        rest = rest.dropFirst()  // The closing bracket.
      case "#":
        _ = removePrefix(of: &rest, until: ".[")  // The name of the type.
      default:
        return path
      }
    }
    return path
  }

  /// The path component between brackets: a quoted key, the variant after `#`, an index, or else
  /// the text itself as a key.
  ///
  /// `'home'` gives the key `home`, `Item#home` too, and `2` the index 2.
  private static func step(in brackets: Substring) -> JSONPath.Component {
    if brackets.hasPrefix("'") { return .key(String(brackets.dropFirst().dropLast())) }
    if let sign = brackets.firstIndex(of: "#") {
      return .key(String(brackets[brackets.index(after: sign)...]))
    }
    return Int(brackets).map { .index($0) } ?? .key(String(brackets))
  }

  /// Removes the characters before the first of `marks` from `rest`, and returns them; all
  /// characters if `rest` has none of the marks.
  private static func removePrefix(of rest: inout Substring, until marks: String) -> Substring {
    let prefix = rest.prefix { !marks.contains($0) }
    rest = rest.dropFirst(prefix.count)
    return prefix
  }
}
