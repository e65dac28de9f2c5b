import VirgaJSON
import VirgaSource

/// The content of one file, before its includes are joined and its types are resolved.
struct FileDraft {
  var root: LocatedValue
  var about: AboutDraft?
  var channels: [LocatedName] = []
  var includes: [LocatedName] = []
  var imports: [ImportDraft] = []
  var features: [FeatureDraft] = []
  var enums: [EnumDefinition] = []
  var objects: [ObjectDraft] = []
}

/// The `about` of a file with its location.
struct AboutDraft {
  var about: About
  var written: LocatedValue
}

/// An import as written.
struct ImportDraft {
  var path: LocatedName
  var channel: LocatedName
  var additions: [AdditionDraft]
}

/// What an import adds to one feature.
struct AdditionDraft {
  var feature: LocatedName
  var blocks: [DefaultBlock] = []
  var examples: [ExampleDraft] = []
}

/// A feature whose types are still text.
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

/// A variable or field whose type is still text.
struct VariableDraft {
  var name: LocatedName
  var description: String
  var type: LocatedName
  var defaultValue: LocatedValue?
  var preferenceKey: String?
  var geckoPreference: GeckoPreference?
  var stringAlias: LocatedName?
}

/// An object whose field types are still text.
struct ObjectDraft {
  var name: LocatedName
  var description: String
  var fields: [VariableDraft]
  var omittedNames: [String]
}

/// An example, inline or in a file of its own.
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

  private var featureNames: Set<Name> = []
  private var enumNames: Set<Name> = []
  private var objectNames: Set<Name> = []

  /// Adds the features and types of one file; a repeated name is a problem.
  mutating func join(_ file: FileDraft, examples: [[Example]]) -> [Problem] {
    var problems: [Problem] = []
    for (feature, read) in zip(file.features, examples) {
      if featureNames.insert(feature.name.text) {
        features.append(feature)
        self.examples.append(read)
      } else {
        problems.append(Self.twice("features", feature.name.text, feature.name.written.place))
      }
    }
    for definition in file.enums {
      if enumNames.insert(definition.name) {
        enums.append(definition)
      } else {
        problems.append(Self.twice("enums", definition.name, definition.location))
      }
    }
    for object in file.objects {
      if objectNames.insert(object.name.text) {
        objects.append(object)
      } else {
        problems.append(Self.twice("objects", object.name.text, object.name.written.place))
      }
    }
    return problems
  }

  private static func twice(_ kind: String, _ name: String, _ place: SourceLocation) -> Problem {
    Problem(
      .error, "defined-twice", path: "\(kind)/{\"\(name)\"}",
      "\(name) cannot be defined twice: \(place.file) repeats it; keep one of them", at: place)
  }
}

/// A name or path in a manifest, with its location.
struct LocatedName: Sendable {
  let text: String
  let written: LocatedValue
}
