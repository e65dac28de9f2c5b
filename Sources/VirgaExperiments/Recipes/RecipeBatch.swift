import VirgaFiles
public import VirgaJSON
public import VirgaSource

/// The recipes of a file: those that can be used, and what is wrong with it.
public struct RecipeBatch: Sendable {
  /// The recipes that can be used, in the order of the file.
  public var recipes: [Recipe] = []
  /// What is wrong; a recipe with an error is left out of `recipes`.
  public var problems: [Problem] = []
  /// The recipes that could not be read; one for the whole file where that holds none at all.
  public var unread: [UnreadRecipe] = []
  /// Whether the file holds recipes at all; where not, an app changes nothing.
  public var isReadable = true

  /// Reads a JSON text: one recipe, an array of them, or an object with an array `data`.
  ///
  /// A text that is no JSON gives no recipes at all. Targeting may read `attributes` besides those that are known.
  public init(_ document: JSONDocument, attributes: Set<Name> = []) {
    guard document.problems.allSatisfy({ $0.severity != .error }), let root = document.located else {
      self.init(refused: document.problems)
      return
    }
    self.init(root, attributes: attributes)
    problems = document.problems + problems
  }

  /// Reads a value that was never written by a person.
  public init(_ value: JSONValue, attributes: Set<Name> = []) { self.init(WrittenValue(value), attributes: attributes) }

  /// Reads a value that a person wrote.
  package init(_ root: WrittenValue, attributes: Set<Name> = []) {
    guard let elements = Self.elements(of: root) else {
      let message = "Give one recipe, an array of recipes, or an object with an array `data`"
      problems = [Problem(.error, "no-recipes", message, at: root.location)]
      (isReadable, unread) = (false, [UnreadRecipe(problems: problems)])
      return
    }
    var slugs: Set<Name> = []
    var repeated: [Problem] = []
    for (index, element) in elements.enumerated() {
      let reader = RecipeReader(element, index: root.kind == .array || root["data"] != nil ? index : nil, attributes)
      problems += reader.problems
      guard let recipe = reader.recipe else {
        unread.append(UnreadRecipe(slug: element["slug"]?.string, problems: reader.problems))
        continue
      }
      recipes.append(recipe)
      guard !slugs.insert(recipe.slug) else { continue }
      repeated.append(
        Problem(
          .warning, "repeated-slug", path: "recipes/\(recipe.slug)",
          "Give each recipe its own slug; the first one counts",
          at: element["slug"]?.location))
    }
    problems += repeated
  }

  private init(refused problems: [Problem]) {
    self.problems = problems
    (isReadable, unread) = (false, [UnreadRecipe(problems: problems)])
  }

  private static func elements(of root: WrittenValue) -> [WrittenValue]? {
    if root.kind == .array { return Array(root.elements) }
    if let data = root["data"] { return data.kind == .array ? Array(data.elements) : nil }
    return root["branches"] == nil ? nil : [root]
  }
}

/// A recipe that could not be read, or a file that holds none at all.
public struct UnreadRecipe: Equatable, Sendable {
  /// Its slug; nil where that could not be read either.
  public let slug: String?
  /// What is wrong with it.
  public let problems: [Problem]

  /// A recipe with what is wrong with it.
  public init(slug: String? = nil, problems: [Problem]) {
    self.slug = slug
    self.problems = problems
  }

  /// The file that it stands in; nil where nothing tells.
  public var file: String? { place?.file }

  /// What it is called in a list: by its slug, else by the place of what is wrong with it.
  public var name: String { slug ?? placeName ?? "a recipe" }

  /// What it is called beside another recipe that has its slug and could be read: by slug and place.
  public var nameBesideOther: String { slug.map { "\($0) in \(placeName ?? "another file")" } ?? name }

  private var placeName: String? { place.map { "\(FilePath.name(of: $0.file)):\($0.range.start)" } }

  private var place: SourceLocation? { problems.lazy.compactMap(\.location).first }
}
