import VirgaJSON

/// What one file says, before its includes are joined to it and its types are known.
struct FileDraft {
  var root: WrittenValue
  var about: AboutDraft?
  var channels: [WrittenName] = []
  var includes: [WrittenName] = []
  var imports: [ImportDraft] = []
  var features: [FeatureDraft] = []
  var enums: [EnumDefinition] = []
  var objects: [ObjectDraft] = []
}

/// The `about` of a file and where it stands.
struct AboutDraft {
  var about: About
  var written: WrittenValue
}

/// An import as written.
struct ImportDraft {
  var path: WrittenName
  var channel: WrittenName
  var additions: [AdditionDraft]
}

/// What an import gives one feature.
struct AdditionDraft {
  var feature: WrittenName
  var blocks: [DefaultBlock] = []
  var examples: [ExampleDraft] = []
}

/// A feature whose types are still text.
struct FeatureDraft {
  var name: WrittenName
  var description = ""
  var variables: [VariableDraft] = []
  var omittedNames: [String] = []
  var blocks: [DefaultBlock] = []
  var examples: [ExampleDraft] = []
  var metadata = FeatureMetadata()
  var allowsCoenrollment = false
}

/// A variable or field whose type is still text.
struct VariableDraft {
  var name: WrittenName
  var description: String
  var type: WrittenName
  var defaultValue: WrittenValue?
  var preferenceKey: String?
  var geckoPreference: GeckoPreference?
  var stringAlias: WrittenName?
}

/// An object whose field types are still text.
struct ObjectDraft {
  var name: WrittenName
  var description: String
  var fields: [VariableDraft]
  var omittedNames: [String]
}

/// An example, perhaps still in a file of its own.
enum ExampleDraft {
  case inline(Example)
  /// The file holds the config alone.
  case value(file: WrittenName, name: String, description: String?, url: String?)
  /// The file holds an inline example.
  case whole(file: WrittenName)
}
