import VirgaJSON
import VirgaSource

/// A file with all its includes: names of features and types are joined, imports gathered.
struct ModuleDraft {
  var about: About?
  var channels: [WrittenName] = []
  var features: [FeatureDraft] = []
  var examples: [[Example]] = []
  var enums: [EnumDefinition] = []
  var objects: [ObjectDraft] = []
  var imports: [JoinedImport] = []

  private var featureNames: NameSet = []
  private var enumNames: NameSet = []
  private var objectNames: NameSet = []

  /// Takes over the features and types of one file; a name that is known already is a problem.
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
