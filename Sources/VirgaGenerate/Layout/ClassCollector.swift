import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource

/// Collects the top module's classes, and reports values and types that a language cannot express.
struct ClassCollector {
  /// A variable or field with its default as code.
  typealias Member = (variable: Variable, defaultCode: String)

  /// A feature or an object.
  struct Class {
    let name: String
    let description: String
    let isFeature: Bool
    let members: [Member]
  }

  let manifest: Manifest
  let channel: String?
  let language: CodeLanguage
  /// Returns what else is wrong with a member, given the index of its module and its path.
  private let otherProblem: (_ variable: Variable, _ module: Int, _ path: String) -> Problem?
  private(set) var problems: [Problem] = []
  /// Whether the code of some default refers to a resource of an Android app.
  private(set) var usesResources = false

  /// Prepares to collect the classes of a manifest with its defaults in a channel.
  ///
  /// - Parameter otherProblem: Returns what is wrong with a member although the language can
  ///   express its default, such as a type that the SDK has no getter for; nil if nothing is.
  init(
    _ manifest: Manifest, channel: String?, _ language: CodeLanguage,
    otherProblem: @escaping (_ variable: Variable, _ module: Int, _ path: String) -> Problem?
  ) {
    self.manifest = manifest
    self.channel = channel
    self.language = language
    self.otherProblem = otherProblem
  }

  /// The classes of features, then of objects, in the order of the manifest, which sorts them by
  /// name; problems of their members are added to ``problems``.
  mutating func collectClasses() -> [Class] {
    let features = manifest.features.filter(\.isOfTopModule).map { feature in
      Class(
        name: feature.id, description: feature.description, isFeature: true,
        members: members(of: feature))
    }
    let objects = manifest.topModule.objects.map { object in
      Class(
        name: object.name, description: object.description, isFeature: false,
        members: members(of: object))
    }
    return features + objects
  }

  /// The features of a directly imported module for which this manifest has other defaults, with
  /// their members, whose problems are added to ``problems``.
  ///
  /// - Parameters:
  ///   - module: The index of the module.
  ///   - aliases: The names in code of types whose own names are taken in the file, such as
  ///     `Menus_Card` under the key `Card`; empty for Swift.
  mutating func importedFeatures(
    of module: Int, aliases: [String: String] = [:]
  ) -> [(feature: FeatureDefinition, members: [Member])] {
    let importsOfModule = manifest.topModule.imports.filter { $0.module == module }
    // An entry in `imports` lists the features for which it has defaults or examples. A feature
    // with examples alone is returned too, with the defaults that it has anyway.
    let listedIDs = Set(naming: importsOfModule.flatMap(\.features))
    let listedFeatures = manifest.features.filter { feature in
      feature.module == module && listedIDs.contains(feature.id)
    }
    return listedFeatures.map { feature in (feature, members(of: feature, aliases)) }
  }

  /// The variables of a feature with their merged defaults as code; adds to ``problems`` what is
  /// wrong with them, such as a default that the language cannot express.
  ///
  /// - Parameter aliases: The names in code of types whose own names are taken in the file, such as
  ///   `Menus_Card` under the key `Card`; empty for Swift and for features of the top module.
  private mutating func members(
    of feature: FeatureDefinition, _ aliases: [String: String] = [:]
  ) -> [Member] {
    let literal = CodeLiteral(
      manifest: manifest, module: feature.module, language: language, aliases: aliases)
    return manifest.merged(feature, channel: channel).variables.map { each in
      let path = "features/\(feature.id).\(each.variable.name)"
      return member(each.variable, each.value.json, literal, path: path, at: each.value.location)
    }
  }

  /// The fields of an object of the top module (the manifest file itself, not its imports) with
  /// their defaults as code; a field without one has null as its default.
  ///
  /// What is wrong with them, such as a default that the language cannot express, is added to
  /// ``problems``.
  private mutating func members(of object: ObjectDefinition) -> [Member] {
    let literal = CodeLiteral(
      manifest: manifest, module: Manifest.topModuleIndex, language: language)
    return object.fields.map { field in
      member(
        field, field.defaultValue?.json ?? .null, literal,
        path: "objects/\(object.name).\(field.name)")
    }
  }

  /// A variable with a value as its default, as code that `writer` writes.
  ///
  /// A value that the language cannot express is reported, at `location` or, if that is nil, where
  /// the default or the variable was written.
  private mutating func member(
    _ variable: Variable, _ value: JSONValue, _ writer: CodeLiteral, path: String,
    at location: SourceLocation? = nil
  ) -> Member {
    // Such as a type that the SDK has no getter for. The default is checked all the same.
    if let problem = otherProblem(variable, writer.module, path) { problems.append(problem) }
    // A copy, because it records whether the code that it writes refers to a resource.
    var writer = writer
    do {
      let code = try writer.code(value, variable.type, at: path)
      if writer.usesResources { usesResources = true }
      return (variable, code)
    } catch {
      let place = location ?? variable.defaultValue?.location ?? variable.location
      problems.append(
        Problem(.error, "no-code-for-value", path: error.path, error.message, at: place))
      // Not written anywhere: a manifest with problems gets no code.
      return (variable, language.nilLiteral)
    }
  }
}
