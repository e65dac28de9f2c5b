public import VirgaSource

/// A file with all that it includes: the space in which names of types are known.
public struct Module: Sendable {
  /// The identity of its file.
  public let path: String
  /// The short name of its file.
  public let shownName: String
  /// Its `about` block, nil where it has none.
  public let about: About?
  /// Its channels, as declared.
  public let channels: [String]
  /// The channel that the first import asks for; nil for the top module.
  public let importChannel: String?
  /// What it imports, in the order of the file.
  public let imports: [ModuleImport]

  let types: TypeTable

  /// Its enums, sorted by name.
  public var enums: [EnumDefinition] { types.enums }

  /// Its objects, sorted by name.
  public var objects: [ObjectDefinition] { types.objects }

  /// The enum called `name`, nil where there is none.
  public func enumeration(_ name: String) -> EnumDefinition? { types.enumeration(name) }

  /// The object called `name`, nil where there is none.
  public func object(_ name: String) -> ObjectDefinition? { types.object(name) }
}

/// An import of one module by another.
public struct ModuleImport: Sendable {
  /// The path as written.
  public let path: String
  /// The channel asked for.
  public let channel: String
  /// The index of the imported module in ``Manifest/modules``; nil where it could not be read.
  public let module: Int?
  /// The ids of the imported features that the import gives defaults or examples, sorted.
  public let features: [String]
  /// Where the import was written.
  public let location: SourceLocation?
}

/// What generated code is called.
public struct About: Sendable {
  /// What the manifest is for, empty where it was left out.
  public let description: String
  /// Names for Swift.
  public let swift: SwiftNames?
  /// Names for Kotlin.
  public let kotlin: KotlinNames?
  /// Where it was written.
  public let location: SourceLocation?

  /// The module and the class that Swift code is generated for.
  public struct SwiftNames: Hashable, Sendable {
    /// The module.
    public let module: String
    /// The class.
    public let className: String
  }

  /// The package and the class that Kotlin code is generated for.
  public struct KotlinNames: Hashable, Sendable {
    /// The package of the app's resources.
    public let package: String
    /// The class; one that begins with a dot lies below the package.
    public let className: String
  }

  /// Whether code can be generated for some language.
  public var isGenerating: Bool { swift != nil || kotlin != nil }
}
