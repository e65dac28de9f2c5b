package import VirgaJSON
package import VirgaManifest
package import VirgaSource

/// Where in the manifest a problem can be looked at: a feature and a value in it.
package struct ProblemPlace: Equatable, Sendable {
  /// The feature's id.
  package var feature: String
  /// The way to the value; the root where the problem is the feature's.
  package var path: JSONPath

  /// The place that a problem's path spells, such as `features/app-menu.items['home']#Item.icon`.
  package init?(_ problem: Problem, in manifest: Manifest) {
    let prefix = "features/"
    guard problem.path.hasPrefix(prefix) else { return nil }
    let rest = String(problem.path.dropFirst(prefix.count))
    var place = rest.startIndex
    var id: String?
    while place <= rest.endIndex {
      if place == rest.endIndex || "/.#".contains(rest[place]) {
        let candidate = String(rest[..<place])
        if manifest.feature(candidate) != nil { id = candidate }
      }
      guard place < rest.endIndex else { break }
      place = rest.index(after: place)
    }
    guard let id else { return nil }
    feature = id
    path = Self.steps(rest.dropFirst(id.count))
  }

  private static func steps(_ text: Substring) -> JSONPath {
    var path = JSONPath.root
    var rest = text
    while let mark = rest.first {
      rest = rest.dropFirst()
      switch mark {
      case ".", "/": path = path.appending(key: String(take(&rest, until: ".#[")))
      case "[":
        path = path.appending(step(in: take(&rest, until: "]")))
        rest = rest.dropFirst()
      case "#": _ = take(&rest, until: ".[")
      default: return path
      }
    }
    return path
  }

  /// What stands in brackets: a quoted key, `Enum#variant`, or an index.
  private static func step(in brackets: Substring) -> JSONPath.Component {
    if brackets.hasPrefix("'") { return .key(String(brackets.dropFirst().dropLast())) }
    if let mark = brackets.firstIndex(of: "#") { return .key(String(brackets[brackets.index(after: mark)...])) }
    return Int(brackets).map { .index($0) } ?? .key(String(brackets))
  }

  private static func take(_ rest: inout Substring, until marks: String) -> Substring {
    let taken = rest.prefix { !marks.contains($0) }
    rest = rest.dropFirst(taken.count)
    return taken
  }
}
