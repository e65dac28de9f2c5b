import VirgaFiles
public import VirgaSource

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
