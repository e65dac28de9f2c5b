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
  private var importPlaces: [String: Int] = [:]

  /// An import with what every file of the module adds to it.
  struct JoinedImport {
    var address: FileAddress
    var identity: String
    var path: WrittenName
    var channel: WrittenName
    var additions: [Addition] = []
  }

  /// What one import block gives one feature, its examples read.
  struct Addition {
    var feature: WrittenName
    var blocks: [DefaultBlock]
    var examples: [Example]
  }

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

  /// Takes over an import; one file under two channels is a problem.
  mutating func join(_ addition: JoinedImport) -> Problem? {
    guard let place = importPlaces[addition.identity] else {
      importPlaces[addition.identity] = imports.count
      imports.append(addition)
      return nil
    }
    imports[place].additions += addition.additions
    let first = imports[place].channel.text
    guard first != addition.channel.text else { return nil }
    return Problem(
      .error, "import-channel-clash", path: "imports",
      "\(addition.path.text) is imported with two different channels, `\(first)` and `\(addition.channel.text)`",
      at: addition.channel.written.location)
  }
}
