package import VirgaSource

/// A file with all that it includes: the space in which names of types are known.
package struct Module: Sendable {
  /// The identity of its file.
  package let path: String
  /// The short name of its file.
  package let shownName: String
  /// Its `about` block, nil where it has none.
  package let about: About?
  /// Its channels, as declared.
  package let channels: [String]
  /// The channel that the first import asks for; nil for the top module.
  package let importChannel: String?
  /// What it imports, in the order of the file.
  package let imports: [ModuleImport]

  let types: TypeTable

  /// Its enums, sorted by name.
  package var enums: [EnumDefinition] { types.enums }

  /// Its objects, sorted by name.
  package var objects: [ObjectDefinition] { types.objects }

  /// The enum called `name`, nil where there is none.
  package func enumeration(_ name: String) -> EnumDefinition? { types.enumeration(name) }

  /// The object called `name`, nil where there is none.
  package func object(_ name: String) -> ObjectDefinition? { types.object(name) }
}

/// An import of one module by another.
package struct ModuleImport: Sendable {
  /// The path as written.
  package let path: String
  /// The channel asked for.
  package let channel: String
  /// The index of the imported module in ``Manifest/modules``; nil where it could not be read.
  package let module: Int?
  /// The ids of the imported features that the import gives defaults or examples, sorted.
  package let features: [String]
  /// Where the import was written.
  package let location: SourceLocation?
}

/// What generated code is called.
package struct About: Sendable {
  /// What the manifest is for, empty where it was left out.
  package let description: String
  /// Names for Swift.
  package let swift: SwiftNames?
  /// Names for Kotlin.
  package let kotlin: KotlinNames?
  /// Where it was written.
  package let location: SourceLocation?

  /// The module and the class that Swift code is generated for.
  package struct SwiftNames: Hashable, Sendable {
    /// The module.
    package let module: String
    /// The class.
    package let className: String
  }

  /// The package and the class that Kotlin code is generated for.
  package struct KotlinNames: Hashable, Sendable {
    /// The package of the app's resources.
    package let package: String
    /// The class; one that begins with a dot lies below the package.
    package let className: String
  }

  /// Whether code can be generated for some language.
  package var isGenerating: Bool { swift != nil || kotlin != nil }
}
