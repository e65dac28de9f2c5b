import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource

/// Collects the top module's classes, and reports values and types that Swift cannot express.
struct SwiftClassCollector {
  let manifest: Manifest
  let channel: String?
  let sdk: SwiftSDK
  private(set) var problems: [Problem] = []

  init(manifest: Manifest, channel: String?, sdk: SwiftSDK) {
    self.manifest = manifest
    self.channel = channel
    self.sdk = sdk
  }

  mutating func classes() -> [SwiftClass] {
    let reader = SwiftTypeReader(manifest: manifest, module: 0, words: sdk.words)
    let features = manifest.features.filter { $0.module == 0 }.map { feature in
      SwiftClass(
        name: SwiftName.type(feature.id), description: feature.description, isFeature: true,
        members: members(of: feature), reader: reader)
    }
    let objects = manifest.modules[0].objects.map { object in
      let members = object.fields.map { field in
        member(field, field.defaultValue?.json ?? .null, module: 0, path: "objects/\(object.name).\(field.name)")
      }
      return SwiftClass(
        name: SwiftName.type(object.name), description: object.description, isFeature: false, members: members,
        reader: reader)
    }
    return features + objects
  }

  /// The directly imported modules, with the features for which this manifest has other defaults.
  mutating func imports() -> [SwiftManifestClass.Imported] {
    manifest.directImports.compactMap { module in
      guard let names = manifest.modules[module].about?.swift else { return nil }
      let ids = Set(naming: manifest.modules[0].imports.filter { $0.module == module }.flatMap(\.features))
      let features = manifest.features.filter { $0.module == module && ids.contains($0.id) }
      return SwiftManifestClass.Imported(
        names: names, features: features.map { (feature: $0, members: members(of: $0)) })
    }
  }

  private mutating func members(of feature: FeatureDefinition) -> [SwiftClass.Member] {
    var members: [SwiftClass.Member] = []
    for each in manifest.merged(feature, channel: channel).variables {
      let path = "features/\(feature.id).\(each.variable.name)"
      members.append(
        member(each.variable, each.value.json, module: feature.module, path: path, at: each.value.location))
    }
    return members
  }

  private mutating func member(
    _ variable: Variable, _ value: JSONValue, module: Int, path: String, at location: SourceLocation? = nil
  ) -> SwiftClass.Member {
    let literal = SwiftLiteral(manifest: manifest, module: module)
    if sdk != .virga, module == 0, !SwiftTypeReader.canMozillaRead(variable.type) {
      problems.append(
        Problem(
          .error, "no-getter-for-type", path: path,
          "Mozilla's SDK has no getter for values of type `\(variable.type)`; use another type, or generate code for "
            + "VirgaSDK", at: variable.typeLocation))
    }
    do {
      return SwiftClass.Member(variable, defaultCode: try literal.code(value, variable.type, at: path))
    } catch {
      problems.append(
        Problem(
          .error, "no-code-for-value", path: error.path, error.message,
          at: location ?? variable.defaultValue?.location ?? variable.location))
      return SwiftClass.Member(variable, defaultCode: "nil")
    }
  }
}
