import VirgaJSON
import VirgaSource

/// A file with all its includes: names of features and types joined, imports collected.
struct ModuleDraft {
  private(set) var features: [(draft: FeatureDraft, examples: [Example])] = []
  private(set) var enums: [EnumDefinition] = []
  private(set) var objects: [ObjectDraft] = []
  private var names: Set<Name> = []

  mutating func join(_ file: FileDraft, examples: [[Example]]) -> [Problem] {
    var problems: [Problem] = []
    func isNew(_ kind: String, _ name: String, _ location: SourceLocation) -> Bool {
      if names.insert("\(kind)/\(name)") { return true }
      problems.append(
        Problem(
          .error, "defined-twice", path: "\(kind)/{\"\(name)\"}",
          "\(name) cannot be defined twice: \(location.file) repeats it; keep one of them",
          at: location))
      return false
    }
    for (feature, read) in zip(file.features, examples)
    where isNew("features", feature.name.text, feature.name.written.sourceLocation) {
      features.append((feature, read))
    }
    enums += file.enums.filter { isNew("enums", $0.name, $0.location) }
    objects += file.objects.filter {
      isNew("objects", $0.name.text, $0.name.written.sourceLocation)
    }
    return problems
  }
}

/// An import with the additions of every file of the module.
struct JoinedImport {
  var address: FileAddress
  var identity: String
  var path: LocatedName
  var channel: LocatedName
  /// What applies together, one group after the other; several if a file imports the same path more
  /// than once.
  var groups: [[Addition]] = []

  var additions: [Addition] { groups.flatMap(\.self) }

  struct Addition {
    var feature: LocatedName
    var blocks: [DefaultBlock]
    var examples: [Example]
  }
}

/// The imports of a file and all its includes, each imported file once.
struct JoinedImports {
  /// In order of first appearance, imports of included files first.
  private(set) var all: [JoinedImport] = []
  private var indexes: [Name: Int] = [:]
  /// The files that the including file itself has imported so far.
  private var ownIdentities: Set<Name> = []

  /// Its additions apply after all others; returns a problem if the file was imported with another
  /// channel.
  ///
  /// They extend those of included files, but come after an earlier import of the same file.
  /// Rule: VirgaManifest/Imports.
  mutating func append(_ own: JoinedImport) -> Problem? {
    let isFirst = ownIdentities.insert(own.identity)
    return join(own) { $0 = isFirst ? Self.extended($0, by: own.groups) : $0 + own.groups }
  }

  /// Joins the imports of an included file: their additions apply before those joined so far.
  ///
  /// So of two included files the first one wins. Rule: VirgaManifest/Includes.
  mutating func join(_ child: JoinedImports) -> [Problem] {
    child.all.compactMap { joined in join(joined) { $0 = Self.extended(joined.groups, by: $0) } }
  }

  private typealias Groups = [[JoinedImport.Addition]]

  /// The groups of one file and then those of another, with the last and the first of them joined.
  private static func extended(_ groups: Groups, by others: Groups) -> Groups {
    guard let last = groups.last, let first = others.first else { return groups + others }
    return groups.dropLast() + [last + first] + others.dropFirst()
  }

  private mutating func join(_ joined: JoinedImport, _ add: (inout Groups) -> Void) -> Problem? {
    guard let index = indexes[joined.identity] else {
      indexes[joined.identity] = all.count
      all.append(joined)
      return nil
    }
    add(&all[index].groups)
    let first = all[index].channel.text
    guard !first.isSameName(as: joined.channel.text) else { return nil }
    return Problem(
      .error, "import-channel-clash", path: "imports",
      "\(joined.path.text) is imported with two different channels, `\(first)` and `\(joined.channel.text)`",
      at: joined.channel.written.location)
  }
}

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
