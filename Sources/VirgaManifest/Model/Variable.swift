public import VirgaSource

/// A named, typed value of a feature, or a field of an object.
public struct Variable: Sendable {
  /// Its name.
  public let name: String
  /// What it is for; empty where it was left out.
  public let description: String
  /// Its type.
  public let type: VariableType
  /// Its default as written; nil means null.
  public let defaultValue: WrittenValue?
  /// The preference of the app that can set it.
  public let preferenceKey: String?
  /// The Gecko preference that it is tied to.
  public let geckoPreference: GeckoPreference?
  /// The string alias that its strings declare.
  public let stringAlias: String?
  /// Where its name was written.
  public let location: SourceLocation

  /// The key that names it.
  let nameNode: WrittenValue
  let typeNode: WrittenValue
}

/// A preference of Gecko and the branch in which it is set.
public struct GeckoPreference: Hashable, Sendable {
  /// A branch of Gecko's preferences.
  public enum Branch: String, Hashable, Sendable { case `default`, user }

  /// The name of the preference.
  public let name: String
  /// The branch.
  public let branch: Branch
}

extension [Variable] {
  /// The index of the element called `name` in a list sorted by name.
  func position(named name: String) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].name.utf8Precedes(name) { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].name == name ? low : nil
  }
}

extension String {
  /// Byte order of UTF-8, in which a manifest's names are sorted.
  func utf8Precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
