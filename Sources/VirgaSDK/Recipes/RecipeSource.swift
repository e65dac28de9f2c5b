import VirgaFiles
public import VirgaSource

/// The source of an app's recipes: a server, a file, or a custom one.
public protocol RecipeSource: Sendable {
  /// Fetches the recipes as JSON, nil if nothing changed since the last call.
  ///
  /// - Throws: Why the recipes could not be fetched. The client keeps those that it has, and a
  ///   later call may succeed.
  func fetchRecipes() async throws -> SourceText?

  /// Fetches the recipes with their version, nil if `version` is current.
  ///
  /// A client passes the version that it saved with its recipes, so that a source need not remember
  /// it from one start to the next. Optional: by default it calls ``fetchRecipes()``, without
  /// versions.
  ///
  /// - Parameter version: The version of the client's recipes, from this source or from one that
  ///   the app had before; nil if the recipes have no version.
  /// - Throws: Why the recipes could not be fetched. The client keeps those that it has, and a
  ///   later call may succeed.
  func fetchRecipes(since version: String?) async throws -> FeatureClient.FetchedRecipes?
}

extension RecipeSource {
  /// The recipes of ``fetchRecipes()``, without a version.
  ///
  /// - Throws: What ``fetchRecipes()`` throws. The client keeps the recipes that it has.
  public func fetchRecipes(since version: String?) async throws -> FeatureClient.FetchedRecipes? {
    guard let text = try await fetchRecipes() else { return nil }
    return FeatureClient.FetchedRecipes(text)
  }
}

extension FeatureClient {
  /// Recipes as a source fetched them.
  public struct FetchedRecipes: Sendable {
    /// The recipes as JSON.
    public var text: SourceText
    /// The version of the text in words of the source, such as a URL with an ETag; nil if it has
    /// none.
    public var version: String?

    /// Recipes with their version, if the source knows it.
    public init(_ text: SourceText, version: String? = nil) {
      self.text = text
      self.version = version
    }
  }

  /// Why a fetch cannot start.
  public enum FetchFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The client was made without a ``FeatureClient/Configuration/recipeSource``.
    case noSource
    /// A session hosts the client and supplies the recipes.
    case sessionDecides

    /// The reason, as a sentence without a final period.
    public var description: String {
      switch self {
      case .noSource: "The client has no recipe source; set `recipeSource` in its configuration"
      case .sessionDecides: "A session hosts the client; load the recipes there"
      }
    }
  }
}

/// Recipes in a file, such as one that is bundled with the app.
public struct FileRecipeSource: RecipeSource {
  /// The path of the file.
  public let path: String

  /// The recipes in the file at `path`.
  public init(_ path: String) { self.path = path }

  /// Reads the file, also if it has not changed.
  ///
  /// - Throws: `FileFailure` if it cannot be read; the client keeps the recipes that it has.
  public func fetchRecipes() async throws -> SourceText? {
    SourceText(name: path, bytes: try FileReading.disk().read(path))
  }
}
