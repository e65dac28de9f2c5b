import VirgaJSON
import VirgaManifest
import VirgaSource

/// Finds the other places that a problem of a manifest is about.
struct RelatedPlaces {
  let manifest: Manifest

  /// The definition that a repeated one clashes with, or the declaration of the variable whose
  /// value is wrong.
  func places(of problem: Problem, in source: SourceText) -> [ReportedProblem.RelatedPlace] {
    guard let location = problem.location else { return [] }
    if problem.code == "defined-twice" || problem.code == "module-clash" {
      let name = source.text(in: location.range).trimmingQuotes
      return definitions(of: name).filter { $0 != location }.compactMap { other in
        place(other, "`\(name)` is defined here")
      }
    }
    guard let variable = variable(at: problem.path) else { return [] }
    let isAtDeclaration = [variable.location, variable.typeLocation].contains(location)
    if isAtDeclaration { return [] }
    let message = "`\(variable.name)` is declared here as \(variable.type)"
    return [place(variable.location, message)].compactMap(\.self)
  }

  private func place(
    _ location: SourceLocation, _ message: String
  ) -> ReportedProblem.RelatedPlace? {
    manifest.file(named: location.file).map { file in
      ReportedProblem.RelatedPlace(file: file, range: location.range, message: message)
    }
  }

  /// Where features and types of a name are defined.
  private func definitions(of name: String) -> [SourceLocation] {
    let features = manifest.features.filter { $0.id.isSameName(as: name) }.map(\.location)
    let types = manifest.modules.flatMap { module in
      [module.enumeration(name)?.location, module.object(name)?.location].compactMap(\.self)
    }
    return features + types
  }

  /// The variable that a path such as `features/app-menu.rows[0]` leads to; nil for other paths.
  private func variable(at path: String) -> Variable? {
    let steps = path.split { "/.[#".contains($0) }
    guard steps.first == "features", steps.count > 2 else { return nil }
    let names = steps.dropFirst().filter { $0 != "variables" }
    guard names.count > 1, let id = names.first else { return nil }
    return manifest.feature(String(id))?.variable(String(names[1]))
  }
}

extension String {
  /// The text without a pair of quotes around it.
  var trimmingQuotes: String {
    guard let first, count > 1, first == last, first == "\"" || first == "'" else { return self }
    return String(dropFirst().dropLast())
  }
}
