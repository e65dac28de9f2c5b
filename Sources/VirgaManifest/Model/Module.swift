package import VirgaSource

/// A file with all its includes: a namespace of types.
package struct Module: Sendable {
  /// The identity of its top file; see ``ManifestFile/path``.
  package let path: String
  /// The short name of its top file; see ``ManifestFile/shownName``.
  package let shownName: String
  /// Its `about` block; nil if it has none.
  package let about: About?
  /// Its channels, as declared.
  package let channels: [String]
  /// The channel of the first import; nil for the top module.
  package let importChannel: String?
  /// What it imports, in the order of the file.
  package internal(set) var imports: [ModuleImport]

  let types: TypeTable

  /// Its enums, sorted by name.
  package var enums: [EnumDefinition] { types.enums }

  /// Its objects, sorted by name.
  package var objects: [ObjectDefinition] { types.objects }

  /// The enum called `name`; nil if there is none.
  package func enumeration(_ name: String) -> EnumDefinition? { types.enumeration(name) }

  /// The object called `name`; nil if there is none.
  package func object(_ name: String) -> ObjectDefinition? { types.object(name) }
}

/// An import of one module by another.
package struct ModuleImport: Sendable {
  /// The path as written.
  package let path: String
  /// The channel asked for.
  package let channel: String
  /// The index of the imported module in ``Manifest/modules``; nil if it could not be read.
  package let module: Int?
  /// The ids of the features for which the import has defaults or examples, sorted.
  package let features: [String]
  package let location: SourceLocation?
}

/// The names for generated code.
package struct About: Sendable {
  /// The description of the manifest; empty if omitted.
  package let description: String
  package let swift: SwiftNames?
  package let kotlin: KotlinNames?
  package let location: SourceLocation?

  /// The module and class of generated Swift code.
  package struct SwiftNames: Hashable, Sendable {
    package let module: String
    package let className: String
  }

  /// The package and class of generated Kotlin code.
  package struct KotlinNames: Hashable, Sendable {
    /// The package of the app's resources.
    package let package: String
    /// The class; if it begins with a dot it is below the package.
    package let className: String
  }

  /// Whether code can be generated for any language.
  package var hasNamesForCode: Bool { swift != nil || kotlin != nil }
}
