import VirgaFiles
public import VirgaJSON
public import VirgaSource

/// The usable recipes of a file, and the file's problems.
public struct RecipeBatch: Sendable {
  /// The usable recipes, in file order.
  public var recipes: [Recipe] = []
  /// The problems; a recipe with an error is left out of `recipes`.
  public var problems: [Problem] = []
  /// The unreadable recipes.
  ///
  /// A single one for the whole file if it contains none at all.
  public var unread: [UnreadRecipe] = []
  /// Whether the file contains recipes at all; if not, an app changes nothing.
  public var isReadable = true

  /// Reads recipes from JSON.
  ///
  /// The JSON is one recipe, an array of recipes, or an object with an array `data`.
  ///
  /// A text that is not JSON gives no recipes. Targeting may read `attributes` in addition to the known ones.
  public init(_ document: JSONDocument, attributes: NameSet = []) {
    guard let root = document.root, let value = document.value, document.problems.allSatisfy({ $0.severity != .error })
    else {
      self.init(refused: document.problems)
      return
    }
    var elements: [Int: [JSONNode]] = [:]
    self.init(value, attributes: attributes) { root.descendant(at: $0, &elements)?.location }
    problems = document.problems + problems
  }

  /// Reads recipes from a value; `locate` returns the location of the value at a path.
  ///
  /// A path consists of keys and of indexes from 0, such as `["data", "0", "slug"]`.
  public init(
    _ value: JSONValue, attributes: NameSet = [], locate: @escaping (_ path: [String]) -> SourceLocation?
  ) {
    guard let elements = Self.elements(of: value) else {
      let message = "Give one recipe, an array of recipes, or an object with an array `data`"
      problems = [Problem(.error, "no-recipes", message, at: locate([]))]
      (isReadable, unread) = (false, [UnreadRecipe(problems: problems)])
      return
    }
    var read: [(slug: String, path: [String])] = []
    for (path, element) in elements {
      let reader = RecipeReader(element, at: path, attributes: attributes, locate: locate)
      problems += reader.problems
      guard let recipe = reader.recipe else {
        unread.append(UnreadRecipe(slug: element["slug"]?.stringValue, problems: reader.problems))
        continue
      }
      recipes.append(recipe)
      read.append((recipe.slug, path))
    }
    var slugs: Set<ExactText> = []
    for (slug, path) in read where !slugs.insert(ExactText(slug)).inserted {
      problems.append(
        Problem(
          .warning, "repeated-slug", path: "recipes/\(slug)", "Give each recipe its own slug; the first one counts",
          at: locate(path + ["slug"])))
    }
  }

  private init(refused problems: [Problem]) {
    self.problems = problems
    (isReadable, unread) = (false, [UnreadRecipe(problems: problems)])
  }

  private static func elements(of value: JSONValue) -> [(path: [String], JSONValue)]? {
    switch value {
    case .array(let elements): return listed(elements, under: [])
    case .object(let members):
      if let data = members["data"] { return data.arrayValue.map { listed($0, under: ["data"]) } }
      return members.contains(key: "branches") ? [([], value)] : nil
    default: return nil
    }
  }

  private static func listed(_ elements: [JSONValue], under path: [String]) -> [(path: [String], JSONValue)] {
    elements.enumerated().map { (path + [String($0.offset)], $0.element) }
  }
}

extension JSONNode {
  /// The value at a path of keys and indexes below this one.
  ///
  /// Nil if there is none.
  ///
  /// The elements of an array are collected once and cached by its index, regardless of how many are looked up.
  fileprivate func descendant(at path: [String], _ known: inout [Int: [JSONNode]]) -> JSONNode? {
    var node = self
    for step in path {
      switch node.kind {
      case .array:
        let elements = known[node.range.lowerBound] ?? node.elements
        known[node.range.lowerBound] = elements
        guard let index = Int(step), elements.indices.contains(index) else { return nil }
        node = elements[index]
      default:
        guard let member = node.member(step) else { return nil }
        node = member.value
      }
    }
    return node
  }
}

/// An unreadable recipe, or a file without any recipes.
public struct UnreadRecipe: Equatable, Sendable {
  /// The slug; nil if it is unreadable too.
  public let slug: String?
  /// The problems.
  public let problems: [Problem]

  /// Creates an unreadable recipe with its problems.
  public init(slug: String? = nil, problems: [Problem]) {
    self.slug = slug
    self.problems = problems
  }

  /// The file that contains it; nil if unknown.
  public var file: String? { place?.file }

  /// The name in lists: the slug, or else the location of its first problem.
  public var name: String { slug ?? placeName ?? "a recipe" }

  /// The name next to a readable recipe with the same slug: slug and location.
  public var nameBesideOther: String { slug.map { "\($0) in \(placeName ?? "another file")" } ?? name }

  private var placeName: String? { place.map { "\(FilePath.name(of: $0.file)):\($0.range.start)" } }

  private var place: SourceLocation? { problems.lazy.compactMap(\.location).first }
}
