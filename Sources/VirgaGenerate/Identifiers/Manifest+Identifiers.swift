package import VirgaManifest
package import VirgaSource

extension Manifest {
  /// Names that are unsuitable for generated code: they clash, give no identifier, or are keywords.
  ///
  /// Warnings, because a manifest works without code. A module is checked for the languages that its `about` names, or
  /// for all languages if it names none. Rule: VirgaGenerate/Identifiers.
  package var identifierProblems: [Problem] {
    // An enum without variants is not reported again if there are errors: it may just be broken.
    let isBroken = problems.contains { $0.severity == .error }
    return modules.indices.flatMap { module in
      let rules = rules(for: modules[module])
      var seen: Set<WarningKey> = []
      let found = rules.flatMap { NameCheck.problems(of: self, module: module, $0) }
        .filter { !isBroken || $0.code != "enum-without-variants" }
        .filter { seen.insert(WarningKey(code: $0.code, path: $0.path)).inserted }
        .map { problem in
          var warning = problem
          warning.severity = .warning
          return warning
        }
      return found + reservedWords(in: module, rules)
    }
  }

  private func rules(for module: Module) -> [NameRules] {
    let isForAll = module.about?.isGenerating != true
    let swift = module.about?.swift?.className
    let kotlin = module.about?.kotlin?.className.split(separator: ".").last.map(String.init)
    return [
      isForAll || swift != nil ? NameRules.swift(className: swift ?? "") : nil,
      isForAll || kotlin != nil ? NameRules.kotlin(classNames: [kotlin ?? ""]) : nil,
    ].compactMap(\.self)
  }

  private func reservedWords(in module: Int, _ rules: [NameRules]) -> [Problem] {
    var found: [Problem] = []
    func check(
      _ name: String, _ prefix: @autoclosure () -> String, _ location: @autoclosure () -> SourceLocation,
      _ reserved: KeyPath<NameRules, Set<String>>
    ) {
      // Skips long names, because keywords are short.
      guard name.utf8.count < 20 else { return }
      let word = Casing.lowerCamel(name)
      let languages = rules.filter { $0[keyPath: reserved].contains(word) }.map(\.language)
      guard !languages.isEmpty else { return }
      found.append(
        Problem(
          .warning, "reserved-word", path: prefix() + name,
          "`\(word)` is a keyword in \(languages.joined(separator: " and ")), so code has to write it in backticks; "
            + "another name reads better", at: location()))
    }
    for feature in features where feature.module == module {
      check(feature.id, "features/", feature.location, \.reservedMembers)
      for each in feature.variables { check(each.name, "features/\(feature.id).", each.location, \.reservedMembers) }
    }
    for object in modules[module].objects {
      for each in object.fields { check(each.name, "objects/\(object.name).", each.location, \.reservedMembers) }
    }
    for definition in modules[module].enums {
      for each in definition.variants {
        check(each.name, "enums/\(definition.name).", each.location, \.reservedVariants)
      }
    }
    return found
  }

  /// The indexes of the modules that the top module imports directly, sorted by path.
  ///
  /// Their code initializes what they import in turn. Rule: VirgaGenerate/ImportedModules.
  var directImports: [Int] {
    Set(modules[0].imports.compactMap(\.module)).subtracting([0]).sorted { modules[$0].path < modules[$1].path }
  }
}

private struct WarningKey: Hashable {
  let code: Problem.Code
  let path: String
}
