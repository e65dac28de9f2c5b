import VirgaFiles
public import VirgaSource

/// Where an app's recipes come from: a server, a file, or something of the app's own.
public protocol RecipeSource: Sendable {
  /// Gets the recipes as JSON: one recipe, an array, or an object with an array `data`.
  ///
  /// Nil means that nothing changed since the last call.
  ///
  /// - Throws: Why the recipes could not be fetched; those of the last fetch stay in effect.
  func fetchRecipes() async throws -> SourceText?
}

/// A fetch that cannot start.
public enum RecipeFetchFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The client was made without a ``FeatureClient/Configuration/recipeSource``.
  case noSource
  /// The client lives on a session, which has the recipes.
  case sessionDecides

  /// The reason, in a sentence without a final full stop.
  public var description: String {
    switch self {
    case .noSource: "The client has no recipe source; set `recipeSource` in its configuration"
    case .sessionDecides: "The client lives on a session; load the recipes there"
    }
  }
}

/// Recipes in a file, such as one that is bundled with the app.
public struct FileRecipeSource: RecipeSource {
  /// The path of the file.
  public let path: String

  /// The recipes in the file at `path`.
  public init(_ path: String) { self.path = path }

  /// Reads the file.
  ///
  /// - Throws: `FileFailure`.
  public func fetchRecipes() async throws -> SourceText? {
    SourceText(name: path, bytes: try FileReading.disk().read(path))
  }
}
