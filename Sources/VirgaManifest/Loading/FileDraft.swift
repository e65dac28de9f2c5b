import VirgaJSON
import VirgaSource

/// The content of one file, before its includes are joined and its types are resolved.
struct FileDraft {
  var root: LocatedValue
  var about: About?
  var channels: [LocatedName] = []
  var includes: [LocatedName] = []
  var imports: [ImportDraft] = []
  var features: [FeatureDraft] = []
  var enums: [EnumDefinition] = []
  var objects: [ObjectDraft] = []
}

struct ImportDraft {
  var path: LocatedName
  var channel: LocatedName
  var additions: [AdditionDraft]
}

struct AdditionDraft {
  var feature: LocatedName
  var blocks: [DefaultBlock] = []
  var examples: [ExampleDraft] = []
}

struct FeatureDraft {
  var name: LocatedName
  var description = ""
  var variables: [VariableDraft] = []
  var omittedNames: [String] = []
  var blocks: [DefaultBlock] = []
  var examples: [ExampleDraft] = []
  var metadata = FeatureMetadata()
  var allowsCoenrollment = false
}

struct VariableDraft {
  var name: LocatedName
  var description: String
  var type: LocatedName
  var defaultValue: LocatedValue?
  var preferenceKey: String?
  var geckoPreference: GeckoPreference?
  var stringAlias: LocatedName?
}

struct ObjectDraft {
  var name: LocatedName
  var description: String
  var fields: [VariableDraft]
  var omittedNames: [String]
}

enum ExampleDraft {
  case inline(Example)
  /// The file holds only the config.
  case value(file: LocatedName, name: String, description: String?, url: String?)
  /// The file holds an inline example.
  case whole(file: LocatedName)
}

/// A file with all its includes: names of features and types joined, imports collected.
struct ModuleDraft {
  var about: About?
  var channels: [LocatedName] = []
  var features: [FeatureDraft] = []
  var examples: [[Example]] = []
  var enums: [EnumDefinition] = []
  var objects: [ObjectDraft] = []
  var imports: [JoinedImport] = []

  private var names: [String: Set<Name>] = [:]

  mutating func join(_ file: FileDraft, examples: [[Example]]) -> [Problem] {
    var problems: [Problem] = []
    func isNew(_ kind: String, _ name: String, _ location: SourceLocation) -> Bool {
      if names[kind, default: []].insert(name) { return true }
      problems.append(
        Problem(
          .error, "defined-twice", path: "\(kind)/{\"\(name)\"}",
          "\(name) cannot be defined twice: \(location.file) repeats it; keep one of them", at: location))
      return false
    }
    for (feature, read) in zip(file.features, examples)
    where isNew("features", feature.name.text, feature.name.written.sourceLocation) {
      features.append(feature)
      self.examples.append(read)
    }
    for each in file.enums where isNew("enums", each.name, each.location) { enums.append(each) }
    for each in file.objects where isNew("objects", each.name.text, each.name.written.sourceLocation) {
      objects.append(each)
    }
    return problems
  }
}

struct LocatedName: Sendable {
  let text: String
  let written: LocatedValue
}
