package import VirgaSource

/// The path of a problem in one spelling, whichever part of virga found it.
///
/// `features/app-menu/title`, `features/app-menu.title` and `features.app-menu.variables.title` are
/// all `features.app-menu.title`.
package struct ProblemPath: Hashable, Sendable {
  /// The path, with dots between names.
  package let text: String

  /// The path of a problem with dots, and without the key that files have between a name and its
  /// members.
  ///
  /// `features.app-menu.variables.title`, which has that key, and `features/app-menu.title`, which
  /// does not, both give `features.app-menu.title`.
  package init(_ path: String) {
    let names = Self.withDots(path).split(separator: ".", omittingEmptySubsequences: false)
    // A path is written with the keys of the file only if it has no slash: the third name in
    // `features/app-menu/variables` is that of a variable called so.
    let hasKeysOfFile = !path.contains("/")
    // For `features`, that is `variables`.
    let keyOfMembers = names.first.flatMap { Self.keysOfMembers[String($0)] }
    let hasThirdName = names.count > Self.indexOfKey
    let hasKeyOfMembers = hasKeysOfFile && hasThirdName && names[Self.indexOfKey] == keyOfMembers
    var namesWithoutKey = names
    if hasKeyOfMembers { namesWithoutKey.remove(at: Self.indexOfKey) }
    text = namesWithoutKey.joined(separator: ".")
  }

  /// The keys that files have between a name and its members, such as
  /// `features.app-menu.variables`.
  private static let keysOfMembers: [String: Substring] = [
    "features": "variables", "objects": "fields", "enums": "variants",
  ]

  /// Where such a key is among the names of a path.
  private static let indexOfKey = 2

  /// The path with dots for slashes, except in brackets: `features/a['x/y']` → `features.a['x/y']`.
  private static func withDots(_ path: String) -> String {
    var bracketDepth = 0
    var text = String.UnicodeScalarView()
    for scalar in path.unicodeScalars {
      if scalar == "[" { bracketDepth += 1 }
      if scalar == "]" { bracketDepth -= 1 }
      let separatesNames = scalar == "/" && bracketDepth == 0
      text.append(separatesNames ? "." : scalar)
    }
    return String(text)
  }

  /// Whether this path is `other`, or leads to something inside that.
  package func isIn(_ other: ProblemPath) -> Bool { Self.begins(text, with: other.text) }

  /// Whether this path leads into a feature other than the one called `id`: in `features`, or in
  /// the `features` of an import.
  package func isOfOtherFeature(than id: String) -> Bool {
    guard let pathFromFeature = textInFeatures else { return false }
    return !Self.begins(pathFromFeature, with: id)
  }

  /// What follows `features.`, or `imports[0].features.`; nil if the path is not in a feature.
  private var textInFeatures: String? {
    let key = "features."
    if text.hasPrefix(key) { return String(text.dropFirst(key.count)) }
    // The key of imports is also written `import`.
    guard text.hasPrefix("import"), let range = text.firstRange(of: "]." + key) else {
      return nil
    }
    return String(text[range.upperBound...])
  }

  /// Whether a path is `start`, or begins with it and goes on with a further step.
  private static func begins(_ path: String, with start: String) -> Bool {
    guard path.utf8.starts(with: start.utf8) else { return false }
    guard let next = path.utf8.dropFirst(start.utf8.count).first else { return true }
    // `features.menu` does not lead to `features.menu-items`, but to `features.menu.card`, and that
    // to `features.menu.card#Card`.
    let startsOfSteps = ".[#:".utf8
    return startsOfSteps.contains(next)
  }
}

extension Problem {
  /// Whether this problem belongs to a feature other than the one called `id`, so that an answer
  /// about that feature does not depend on it.
  ///
  /// False for a problem of the whole manifest, of a type or of an import.
  package func isOfOtherFeature(than id: String) -> Bool {
    ProblemPath(path).isOfOtherFeature(than: id)
  }
}
