public import VirgaResources
public import VirgaSource

/// Where an app's translated texts and its images come from.
///
/// A config names them by strings; what those stand for is decided here. An app passes one lookup to the SDK when it
/// makes it: ``FolderResources`` over a folder, `BundleResources` of the library VirgaBundle over a bundle, several in
/// order with ``OrderedResources``, or ``NoResources``.
public protocol ResourceLookup: Sendable {
  /// The text called `key` in a table, nil where there is none; without a table the default one is meant.
  func text(_ key: String, table: String?) -> String?

  /// Whether there is an image called `name`.
  func hasImage(_ name: String) -> Bool
}

extension ResourceLookup {
  /// The text that a string in a config stands for; nil if no resource has it.
  ///
  /// The string is cut once at its first slash; a slash at either end does not count. `AppMenu/SettingsTitle` is the key
  /// `SettingsTitle` in the table `AppMenu`, and `greeting` is a key in the default table. A text that equals its key
  /// counts as missing. Rule: VirgaSDK/TextsAndImages.
  public func translation(of string: String) -> String? {
    let pieces = string.split(separator: "/", maxSplits: 1)
    guard pieces.count == 2 else { return translated(string, table: nil) }
    return translated(String(pieces[1]), table: String(pieces[0]))
  }

  /// The text that a string in a config stands for, else the string itself.
  public func resolvedText(_ string: String) -> String { translation(of: string) ?? string }

  /// The text called `key`; nil also where it equals the key, which is how bundles answer for a missing one.
  func translated(_ key: String, table: String?) -> String? {
    text(key, table: table).flatMap { $0 == key ? nil : $0 }
  }
}

/// No texts and no images: every text is the string itself, and no image is found.
public struct NoResources: ResourceLookup {
  /// A lookup that finds nothing.
  public init() {}

  /// Nothing.
  public func text(_ key: String, table: String?) -> String? { nil }

  /// False.
  public func hasImage(_ name: String) -> Bool { false }
}

/// Several lookups, asked in order: the first that has a text or an image wins.
public struct OrderedResources: ResourceLookup {
  /// The lookups in the order in which they are asked.
  public let lookups: [any ResourceLookup]

  /// Asks `lookups` in their order.
  public init(_ lookups: [any ResourceLookup]) { self.lookups = lookups }

  /// The text of the first lookup that has one; one that answers with the key itself is passed over.
  public func text(_ key: String, table: String?) -> String? {
    for lookup in lookups {
      if let text = lookup.translated(key, table: table) { return text }
    }
    return nil
  }

  /// Whether any of them has the image.
  public func hasImage(_ name: String) -> Bool { lookups.contains { $0.hasImage(name) } }
}

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

/// Texts and images of a folder: string tables, string catalogues, Android strings, asset catalogues, image files.
///
/// ```swift
/// let resources = FolderResources("/usr/share/cirrus", language: "de-DE")
/// resources.resolvedText("AppMenu/SettingsTitle")  // "Einstellungen", of de.lproj/AppMenu.strings
/// resources.hasImage("ic_settings")  // of ic_settings.png
/// ```
///
/// The folder is read once, when this is made.
public struct FolderResources: ResourceLookup {
  /// What was found, with the place of each text and image, and what is wrong in the files.
  public let contents: ResourceFolder

  /// The resources in `folder` and below, with texts in `language` where there are any.
  public init(_ folder: String, language: LanguageTag = "en") {
    self.init(ResourceFolder(folder, language: language))
  }

  /// The resources of a folder that was read.
  public init(_ contents: ResourceFolder) { self.contents = contents }

  /// What is wrong in the files of texts.
  public var problems: [Problem] { contents.problems }

  /// The text called `key` in a table, by default `Localizable`.
  public func text(_ key: String, table: String?) -> String? {
    contents.tables[table ?? ResourceFolder.defaultTable]?[key]?.text
  }

  /// Whether there is an image called `name`, spelled exactly so, without ending.
  public func hasImage(_ name: String) -> Bool { contents.images[name] != nil }
}
