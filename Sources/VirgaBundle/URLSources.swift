public import Foundation
import VirgaFiles
public import VirgaFlags
public import VirgaSDK
public import VirgaSource

/// Recipes at a URL, fetched with `URLSession`.
///
/// ```swift
/// let client = FeatureClient(.init(recipeSource: URLRecipeSource(URL(string: "https://example.com/recipes.json")!)))
/// try await client.fetchExperiments()
/// ```
///
/// It stores the last ETag, so that the server sends the recipes only if they changed; use one
/// source per client. Only https URLs are fetched, and http URLs of this machine.
public final class URLRecipeSource: RecipeSource {
  /// The URL of the recipes.
  public let url: URL
  private let timeout: Int
  private let limit: Int
  private let etag = Locked<String?>(nil)

  /// Creates a source for the recipes at `url`.
  ///
  /// A fetch fails after `timeout` seconds, or if the response has more than `limit` bytes.
  public init(_ url: URL, timeout: Int = 10, limit: Int = 1 << 24) {
    self.url = url
    self.timeout = timeout
    self.limit = limit
  }

  /// Fetches the recipes; nil if they did not change since the last fetch.
  ///
  /// - Throws: `FileFailure`, whose path is the URL with its credentials masked, if the URL is not
  ///   allowed or the server does not answer in time with recipes. The client keeps the recipes
  ///   that it has.
  public func fetchRecipes() async throws -> SourceText? {
    var request = try WebRequest(url, timeout: timeout, limit: limit)
    request.etag = etag.withLock { $0 }
    let page = try await request.page()
    if page.status == WebPage.notModified { return nil }
    etag.withLock { $0 = page.etag }
    return SourceText(name: url.absoluteString.maskingCredentials, bytes: page.bytes)
  }
}

extension ConfigurationReading {
  /// Reads the machine's files and, with `URLSession`, the web.
  ///
  /// Only https URLs are read, and http URLs of this machine. A read from the web fails after
  /// `timeout` seconds, or if the server sends more than `limit` bytes. Only `web` blocks the
  /// calling thread.
  public static func urlSession(timeout: Int = 10, limit: Int = 1 << 24) -> ConfigurationReading {
    @Sendable func request(_ text: String) throws(FileFailure) -> WebRequest {
      guard let url = URL(string: text) else {
        throw FileFailure(path: text, reason: "Only https URLs can be fetched")
      }
      return try WebRequest(url, timeout: timeout, limit: limit)
    }
    return ConfigurationReading(
      web: { text throws(FileFailure) in try request(text).wait().bytes },
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
