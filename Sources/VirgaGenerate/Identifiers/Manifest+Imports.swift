import VirgaManifest

extension Manifest {
  /// The indexes of the modules that the top module imports itself, sorted by path.
  ///
  /// Their code initializes what they import in turn. Source of the rule: FML: Imports in generated code.
  var directImports: [Int] {
    Set(modules[0].imports.compactMap(\.module)).subtracting([0]).sorted { modules[$0].path < modules[$1].path }
  }
}
