public import VirgaResources
public import VirgaSource

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
