import VirgaFiles
package import VirgaJSON
package import VirgaSource

/// The usable recipes of a file, and the file's problems.
package struct RecipeBatch: Sendable {
  /// The usable recipes, in file order.
  package var recipes: [Recipe] = []
  /// The usable recipes with their locations, in file order.
  package private(set) var writtenRecipes: [WrittenRecipe] = []
  /// The problems; a recipe with an error is left out of `recipes`.
  package var problems: [Problem] = []
  /// The unreadable recipes; a single one for the whole file if it contains none at all.
  package var unread: [UnreadRecipe] = []
  /// Whether the file contains recipes at all; if not, an app changes nothing.
  package var isReadable = true

  /// Reads recipes from JSON; the JSON is one recipe, an array of recipes, or an object with an
  /// array `data`.
  ///
  /// A text that is not JSON gives no recipes. Targeting may read `attributes` in addition to the
  /// known ones.
  package init(_ source: SourceText, attributes: Set<Name> = []) {
    let text = LocatedText.json(source, limits: JSONLimits())
    guard text.problems.allSatisfy({ $0.severity != .error }), let root = text.written else {
      self.init(withoutRecipesBecauseOf: text.problems)
      return
    }
    self.init(root, attributes: attributes)
    problems = (text.problems + problems).inTextOrder
  }

  /// Reads a value that is not from a text, so its problems have no positions.
  package init(_ value: JSONValue, attributes: Set<Name> = []) {
    self.init(LocatedValue(value), attributes: attributes)
  }

  /// Reads a recipe, an array of recipes, or an object with an array `data`.
  ///
  /// Of recipes with the same slug all are kept, with a warning; what uses them takes the first.
  ///
  /// - Parameters:
  ///   - root: The value; it has locations if a person wrote it.
  ///   - attributes: Names that targeting may read in addition to the standard ones.
  ///   - includes: Whether to read a recipe at all; the others are not even checked.
  package init(
    _ root: LocatedValue, attributes: Set<Name> = [],
    where includes: (LocatedValue) -> Bool = { _ in true }
  ) {
    guard let elements = Self.elements(of: root) else {
      let message = "Write one recipe, an array of recipes, or an object with an array `data`"
      problems = [Problem(.error, "no-recipes", message, at: root.location)]
      isReadable = false
      unread = [UnreadRecipe(problems: problems)]
      return
    }
    let isList = root.kind == .array || root["data"] != nil
    var slugs: Set<Name> = []
    for (index, element) in elements.enumerated() where includes(element) {
      let reader = RecipeReader(element, index: isList ? index : nil, attributes)
      problems += reader.problems
      guard let recipe = reader.recipe else {
        unread.append(UnreadRecipe(slug: element["slug"]?.string, problems: reader.problems))
        continue
      }
      recipes.append(recipe)
      writtenRecipes.append(WrittenRecipe(recipe, element))
      let isFirst = slugs.insert(recipe.slug)
      guard !isFirst else { continue }
      problems.append(
        Problem(
          .warning, "repeated-slug", path: "recipes/\(recipe.slug)",
          "Give each recipe its own slug; the first one is used",
          at: element["slug"]?.location))
    }
    problems = problems.inTextOrder
  }

  /// The result for a file without recipes, because of these problems; the file counts as one
  /// unread recipe.
  private init(withoutRecipesBecauseOf problems: [Problem]) {
    self.problems = problems
    isReadable = false
    unread = [UnreadRecipe(problems: problems)]
  }

  /// The values in a file that are read as recipes: the elements of an array, those of the
  /// array `data` of an object, or the file itself if it is one recipe; nil for any other content.
  private static func elements(of root: LocatedValue) -> [LocatedValue]? {
    if root.kind == .array { return Array(root.elements) }
    if let data = root["data"] { return data.kind == .array ? Array(data.elements) : nil }
    let isRecipe = root["branches"] != nil
    return isRecipe ? [root] : nil
  }
}

/// An unreadable recipe, or a file without any recipes.
package struct UnreadRecipe: Equatable, Sendable {
  /// The slug; nil if it is unreadable too.
  package let slug: String?
  /// The problems.
  package let problems: [Problem]

  package init(slug: String? = nil, problems: [Problem]) {
    self.slug = slug
    self.problems = problems
  }

  /// The file of its first problem.
  package var file: String? { location?.file }

  /// The name in lists: the slug, or else the location of its first problem.
  package var name: String { slug ?? locationName ?? "a recipe" }

  /// The name next to a readable recipe with the same slug.
  package var slugAndLocation: String {
    slug.map { "\($0) in \(locationName ?? "another file")" } ?? name
  }

  /// The place of its first problem, as in "recipes.json:3:5".
  private var locationName: String? {
    location.map { "\(FilePath.name(of: $0.file)):\($0.range.start)" }
  }

  private var location: SourceLocation? { problems.lazy.compactMap(\.location).first }
}
