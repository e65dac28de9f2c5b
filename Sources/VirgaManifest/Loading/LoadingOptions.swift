public import VirgaSource

/// How files outside the manifest's own folder are found, and how strictly preferences are checked.
public struct LoadingOptions: Sendable {
  /// Files that say where repositories lie: maps from `owner/name` to a folder, a base URL or a branch.
  public var repositoryFiles: [String]
  /// The branch, tag, commit or folder for the repository of an input that begins with `@`.
  public var ref: String?
  /// Whether `gecko-pref` may stand on plain types and beside a default.
  public var allowsLaxPreferences: Bool
  /// Whether what nimbus-fml refuses and virga accepts is a warning.
  public var reportsExtensions = false
  /// Fetches the text at a URL; nil to fetch nothing, and to report each URL as a problem.
  ///
  /// Its caller decides about caches, time-outs and tokens.
  public var fetch: FileReading.Read?

  /// Options; see the properties.
  public init(
    repositoryFiles: [String] = [], ref: String? = nil, allowsLaxPreferences: Bool = false,
    fetch: FileReading.Read? = nil
  ) {
    self.repositoryFiles = repositoryFiles
    self.ref = ref
    self.allowsLaxPreferences = allowsLaxPreferences
    self.fetch = fetch
  }
}
