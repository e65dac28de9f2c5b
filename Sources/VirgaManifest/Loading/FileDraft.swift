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
  var fields: [VariableDraft] = []
  var omittedNames: [String] = []
}

enum ExampleDraft {
  case inline(Example)
  /// The file holds only the config.
  case value(file: LocatedName, name: String, description: String?, url: String?)
  /// The file holds an inline example.
  case whole(file: LocatedName)
}

struct LocatedName: Sendable {
  let text: String
  let written: LocatedValue
}
