public import VirgaSource

/// How files outside the manifest's own folder are found, and how strictly preferences are checked.
public struct LoadingOptions: Sendable {
  /// Fetches the text at a URL.
  ///
  /// Whoever passes it decides about caches, time-outs and tokens.
  public typealias Fetch = @Sendable (_ url: String) throws(FileFailure) -> [UInt8]

  /// Files that say where repositories lie: maps from `owner/name` to a folder, a base URL or a branch.
  public var repositoryFiles: [String]
  /// The branch, tag, commit or folder for the repository of an input that begins with `@`.
  public var ref: String?
  /// Whether `gecko-pref` may stand on plain types and beside a default.
  public var allowsLaxPreferences: Bool
  /// Whether what nimbus-fml refuses and virga accepts is a warning.
  public var reportsExtensions = false
  /// The way to the network; nil: nothing is fetched, and what would have been is a problem.
  public var fetch: Fetch?

  /// Options; see the properties.
  public init(
    repositoryFiles: [String] = [], ref: String? = nil, allowsLaxPreferences: Bool = false, fetch: Fetch? = nil
  ) {
    self.repositoryFiles = repositoryFiles
    self.ref = ref
    self.allowsLaxPreferences = allowsLaxPreferences
    self.fetch = fetch
  }
}
