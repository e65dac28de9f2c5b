public import Foundation
import VirgaFiles
public import VirgaFlags
public import VirgaSDK
public import VirgaSource

/// Recipes at a URL, fetched with `URLSession`.
///
/// ```swift
/// let url = URL(string: "https://example.com/recipes.json")!
/// let client = FeatureClient(.init(recipeSource: URLRecipeSource(url)))
/// try await client.fetchExperiments()
/// ```
///
/// The client saves the ETag with the recipes, and the source sends it as `If-None-Match`, so that
/// the server sends recipes only if they changed, also after a start. Only https URLs are fetched,
/// and http URLs of this machine.
public final class URLRecipeSource: RecipeSource {
  /// The URL of the recipes.
  public let url: URL
  private let headers: [String: String]
  private let timeout: Int
  private let maxBytes: Int
  /// The version of the last fetch that no client asked for.
  private let lastVersion = Locked<String?>(nil)

  /// Creates a source for the recipes at `url`.
  ///
  /// A fetch fails after `timeout` seconds, or if the response has more than `limit` bytes, by
  /// default 16 MiB. Each request has the `headers`, by name, such as `Authorization`; another host
  /// to which the server redirects does not get them.
  public init(
    _ url: URL, headers: [String: String] = [:], timeout: Int = 10, limit: Int = 1 << 24
  ) {
    self.url = url
    self.headers = headers
    self.timeout = timeout
    maxBytes = limit
  }

  /// Fetches the recipes; nil if they did not change since the last call of this function.
  ///
  /// - Throws: `FileFailure`, whose path is the URL with its credentials masked, if the URL is not
  ///   allowed or the server does not answer in time with recipes. The next call asks for the same
  ///   version again.
  public func fetchRecipes() async throws -> SourceText? {
    let fetched = try await fetchRecipes(since: lastVersion.withLock { $0 })
    guard let fetched else { return nil }
    lastVersion.withLock { $0 = fetched.version }
    return fetched.text
  }

  /// Fetches the recipes with their version, this URL and its ETag; nil if `version` is current.
  ///
  /// A version of another URL counts as none.
  ///
  /// - Throws: `FileFailure`, whose path is the URL with its credentials masked, if the URL is not
  ///   allowed or the server does not answer in time with recipes. The client keeps the recipes
  ///   that it has.
  public func fetchRecipes(since version: String?) async throws -> FeatureClient.FetchedRecipes? {
    var request = try WebRequest(url, timeout: timeout, maxBytes: maxBytes)
    request.headers = headers
    request.etag = version.flatMap(etag(inVersion:))
    let page = try await request.page()
    if page.status == WebPage.notModified { return nil }
    let text = SourceText(name: url.absoluteString.maskingCredentials, bytes: page.bytes)
    return FeatureClient.FetchedRecipes(text, version: page.etag.map { versionPrefix + $0 })
  }

  /// What a version begins with, before the ETag.
  private var versionPrefix: String { url.absoluteString.maskingCredentials + " " }

  /// The ETag in a version; nil if it is a version of another URL.
  private func etag(inVersion version: String) -> String? {
    guard version.hasPrefix(versionPrefix) else { return nil }
    return String(version.dropFirst(versionPrefix.count))
  }
}

extension ConfigurationReading {
  /// Reads flag configurations from the disk, as by default, and with `URLSession` from the web.
  ///
  /// Each request refuses all URLs except https ones and http ones of this machine. A read from the
  /// web fails after `timeout` seconds, or if the server sends more than `limit` bytes, by default
  /// 16 MiB. Only `web` blocks the calling thread.
  public static func urlSession(timeout: Int = 10, limit: Int = 1 << 24) -> ConfigurationReading {
    /// The request for the URL in a text; throws for a URL that is not allowed.
    @Sendable func request(_ text: String) throws(FileFailure) -> WebRequest {
      guard let url = URL(string: text) else {
        throw FileFailure(path: text, reason: "Only https URLs can be fetched")
      }
      return try WebRequest(url, timeout: timeout, maxBytes: limit)
    }
    return ConfigurationReading(
      web: { text throws(FileFailure) in try request(text).waitForPage().bytes },
      fetch: { text, completion in
        do throws(FileFailure) {
          try request(text).fetch { completion($0.map(\.bytes)) }
        } catch {
          completion(.failure(error))
        }
      })
  }
}

extension FlagCatalogue {
  /// Reads the catalogue in a JSON file, such as one in the app's bundle; its `problems` are the
  /// mistakes in it.
  ///
  /// - Throws: What `Data(contentsOf:)` throws if the file cannot be read. Mistakes in the file are
  ///   not thrown: the catalogue has all other flags.
  public static func read(contentsOf url: URL) throws -> FlagCatalogue {
    read(json: [UInt8](try Data(contentsOf: url)), name: url.lastPathComponent)
  }
}
