public import VirgaResources
public import VirgaSource

/// Looks up an app's translated texts and its images.
///
/// A config refers to them by strings. An app passes one lookup to the SDK: ``FolderResources`` for
/// a folder, `BundleResources` from VirgaBundle for a bundle, ``TableResources`` for texts in code,
/// or ``OrderedResources`` for several in order.
public protocol ResourceLookup: Sendable {
  /// The text for `key` in a table (nil means the default table). Nil if there is none.
  func text(_ key: String, table: String?) -> String?

  /// Whether there is an image called `name`.
  func hasImage(_ name: String) -> Bool
}

extension ResourceLookup {
  /// The text that a string in a config refers to; nil if no resource has it.
  ///
  /// The string is split at its first slash that is not at its start or end, and slashes at its
  /// start are dropped: `AppMenu/SettingsTitle` is the key `SettingsTitle` in the table `AppMenu`.
  /// A string without such a slash, such as `greeting` or `/greeting`, is as a whole a key in the
  /// default table. A text that equals its key counts as missing.
  /// Rule: VirgaSDK/TextsAndImages.
  public func translation(of string: String) -> String? {
    let tableAndKey = string.split(separator: "/", maxSplits: 1)
    let namesTable = tableAndKey.count == 2
    guard namesTable else { return translated(string, table: nil) }
    return translated(String(tableAndKey[1]), table: String(tableAndKey[0]))
  }

  /// The text that a string in a config refers to, or else the string itself.
  public func resolvedText(_ string: String) -> String { translation(of: string) ?? string }

  /// The text for `key` in a table; nil if there is none, or if it equals the key, because bundles
  /// return the key for a missing text.
  func translated(_ key: String, table: String?) -> String? {
    let found = text(key, table: table)
    return found == key ? nil : found
  }
}

/// Several lookups, tried in order: the first that has a text or an image wins.
public struct OrderedResources: ResourceLookup {
  /// The lookups, in order.
  public let lookups: [any ResourceLookup]

  /// Tries `lookups` in order.
  public init(_ lookups: [any ResourceLookup]) { self.lookups = lookups }

  /// The text of the first lookup that has one, nil if none has; a lookup that returns the key
  /// itself is skipped.
  public func text(_ key: String, table: String?) -> String? {
    for lookup in lookups {
      // `translated` is nil also for the key itself.
      if let text = lookup.translated(key, table: table) { return text }
    }
    return nil
  }

  /// Whether any lookup has the image.
  public func hasImage(_ name: String) -> Bool { lookups.contains { $0.hasImage(name) } }
}

/// Texts and images in memory, for tests, previews, and apps with texts in code.
///
/// ```swift
/// let resources = TableResources(
///   texts: ["Localizable": ["greeting": "Hello"], "AppMenu": ["SettingsTitle": "Settings"]],
///   images: ["ic_settings"])
/// resources.resolvedText("AppMenu/SettingsTitle")  // "Settings"
/// ```
public struct TableResources: ResourceLookup {
  /// The table used if none is named.
  public static let defaultTable = "Localizable"

  /// The texts by table and key.
  public var texts: [String: [String: String]]
  /// The names of the images.
  public var images: Set<String>

  /// Texts by table and key, and the names of images; without any, every text is the string itself.
  public init(texts: [String: [String: String]] = [:], images: Set<String> = []) {
    self.texts = texts
    self.images = images
  }

  /// The text called `key` in a table, by default `Localizable`.
  public func text(_ key: String, table: String?) -> String? {
    texts[table ?? Self.defaultTable]?[key]
  }

  /// Whether there is an image with exactly this name.
  public func hasImage(_ name: String) -> Bool { images.contains(name) }
}

/// Texts and images in a folder.
///
/// Supports string tables, string catalogues, Android strings, asset catalogues and image files.
///
/// ```swift
/// let resources = FolderResources("/usr/share/cirrus", language: "de-DE")
/// resources.resolvedText("AppMenu/SettingsTitle")  // "Einstellungen", of de.lproj/AppMenu.strings
/// resources.hasImage("ic_settings")  // of ic_settings.png
/// ```
///
/// The folder is read once, on creation.
public struct FolderResources: ResourceLookup {
  /// The texts and images with their locations, and the problems in the files.
  package let contents: ResourceFolder

  /// Reads the resources in and below `folder`, with texts in `language` if available.
  public init(_ folder: String, language: LanguageTag = "en") {
    self.init(ResourceFolder(folder, language: language))
  }

  /// Uses a folder that was already read.
  package init(_ contents: ResourceFolder) { self.contents = contents }

  /// The problems in the text files.
  public var problems: [Problem] { contents.problems }

  /// The text called `key` in a table, by default `Localizable`.
  public func text(_ key: String, table: String?) -> String? {
    contents.tables[table ?? ResourceFolder.defaultTable]?[key]?.text
  }

  /// Whether there is an image with exactly this name, without file extension.
  public func hasImage(_ name: String) -> Bool { contents.images[name] != nil }
}
