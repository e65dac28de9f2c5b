package import VirgaFiles

/// How files outside the manifest's own folder are found, and how strictly preferences are checked.
package struct LoadingOptions: Sendable {
  /// Files that say where repositories lie: maps from `owner/name` to a folder, a base URL or a branch.
  package var repositoryFiles: [String]
  /// The branch, tag, commit or folder for the repository of an input that begins with `@`.
  package var ref: String?
  /// Whether `gecko-pref` may stand on plain types and beside a default.
  package var allowsLaxPreferences: Bool
  /// Whether what nimbus-fml refuses and virga accepts is a warning.
  package var reportsExtensions = false
  /// Fetches the text at a URL; nil to fetch nothing, and to report each URL as a problem.
  ///
  /// Its caller decides about caches, time-outs and tokens.
  package var fetch: FileReading.Read?

  /// Options; see the properties.
  package init(
    repositoryFiles: [String] = [], ref: String? = nil, allowsLaxPreferences: Bool = false,
    fetch: FileReading.Read? = nil
  ) {
    self.repositoryFiles = repositoryFiles
    self.ref = ref
    self.allowsLaxPreferences = allowsLaxPreferences
    self.fetch = fetch
  }
}
