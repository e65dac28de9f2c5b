import VirgaFiles
public import VirgaSource

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
