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
    guard let root = document.root, let value = document.value, document.problems.allSatisfy({ $0.severity != .error })
    else {
      self.init(refused: document.problems)
      return
    }
    var elements: [Int: [JSONNode]] = [:]
    self.init(value, attributes: attributes) { root.descendant(at: $0, &elements)?.location }
    problems = document.problems + problems
  }

  /// Reads a value that was written in some other way; `locate` tells where the value at a path stands.
  ///
  /// A path is made of keys and of indexes from 0, such as `["data", "0", "slug"]`.
  public init(
    _ value: JSONValue, attributes: Set<Name> = [], locate: @escaping (_ path: [String]) -> SourceLocation?
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
    var slugs: Set<Name> = []
    for (slug, path) in read where !slugs.insert(Name(slug)).inserted {
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
  /// The value at a path of keys and indexes below this one; nil where there is none.
  ///
  /// The elements of an array are gathered once and kept by its place, however many of them are asked for.
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
