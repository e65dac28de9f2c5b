/// Texts and images held in memory: for tests, previews, and apps that bring their texts in code.
///
/// ```swift
/// let resources = TableResources(
///   texts: ["Localizable": ["greeting": "Hello"], "AppMenu": ["SettingsTitle": "Settings"]],
///   images: ["ic_settings"])
/// resources.resolvedText("AppMenu/SettingsTitle")  // "Settings"
/// ```
public struct TableResources: ResourceLookup {
  /// The name of the table that is meant where none is named.
  public static let defaultTable = "Localizable"

  /// The texts by table and key.
  public var texts: [String: [String: String]]
  /// The names of the images.
  public var images: Set<String>

  /// Texts by table and key, and the names of images.
  public init(texts: [String: [String: String]] = [:], images: Set<String> = []) {
    self.texts = texts
    self.images = images
  }

  /// The text called `key` in a table, by default `Localizable`.
  public func text(_ key: String, table: String?) -> String? { texts[table ?? Self.defaultTable]?[key] }

  /// Whether there is an image called `name`, spelled exactly so.
  public func hasImage(_ name: String) -> Bool { images.contains(name) }
}
