public import Foundation
import VirgaFiles
public import VirgaSDK
public import VirgaSource

/// Recipes at a URL, fetched with `URLSession`.
///
/// ```swift
/// let client = FeatureClient(.init(recipeSource: URLRecipeSource(URL(string: "https://example.com/recipes.json")!)))
/// try await client.fetchExperiments()
/// ```
///
/// It keeps the entity tag of the last answer, so that the server sends the recipes only if they changed; two clients
/// need a source each. Only https URLs are fetched, and http URLs of this machine.
public final class URLRecipeSource: RecipeSource {
  /// Where the recipes are.
  public let url: URL
  private let timeout: Int
  private let limit: Int
  private let entityTag = Locked<String?>(nil)

  /// The recipes at `url`.
  ///
  /// - Parameters:
  ///   - timeout: After how many seconds a fetch fails.
  ///   - limit: The number of bytes above which an answer is refused.
  public init(_ url: URL, timeout: Int = 10, limit: Int = 1 << 24) {
    (self.url, self.timeout, self.limit) = (url, timeout, limit)
  }

  /// Fetches the recipes; nil if the server says that they are those of the last fetch.
  ///
  /// - Throws: `FileFailure`, whose path is the URL with its credentials masked.
  public func fetchRecipes() async throws -> SourceText? {
    var request = try WebRequest(url, timeout: timeout, limit: limit)
    request.entityTag = entityTag.withLock { $0 }
    let page = try await request.page()
    guard page.status != 304 else { return nil }
    entityTag.withLock { $0 = page.entityTag }
    return SourceText(name: url.absoluteString.maskingCredentials, bytes: page.bytes)
  }
}
