import VirgaJSON
import VirgaSource

/// What a file and all its includes declare, before types are resolved: one module.
struct ModuleDraft {
  /// The features, each with its examples, of which some are read from files of their own.
  private(set) var features: [(draft: FeatureDraft, examples: [Example])] = []
  private(set) var enums: [EnumDefinition] = []
  private(set) var objects: [ObjectDraft] = []
  /// The names declared so far, each after its kind: `features/app-menu`, `enums/Side`.
  private var declaredNames: Set<Name> = []

  /// Adds what another file of the module declares, except what has a name that the module already
  /// has: then `declare` returns false and adds the error.
  ///
  /// - Parameter examples: The examples of each of the file's features, in the same order.
  /// - Returns: An error for each name that the module already has; its first declaration stays.
  mutating func add(_ file: FileDraft, examples: [[Example]]) -> [Problem] {
    var problems: [Problem] = []
    for (feature, featureExamples) in zip(file.features, examples) {
      let location = feature.name.written.sourceLocation
      if declare("features", feature.name.text, location, &problems) {
        features.append((feature, featureExamples))
      }
    }
    for definition in file.enums {
      if declare("enums", definition.name, definition.location, &problems) {
        enums.append(definition)
      }
    }
    for object in file.objects {
      let location = object.name.written.sourceLocation
      if declare("objects", object.name.text, location, &problems) { objects.append(object) }
    }
    return problems
  }

  /// Records that the module has a name; if it had the name already, adds an error and returns
  /// false.
  ///
  /// - Parameter kind: What has the name: `features`, `enums` or `objects`. Names of different
  ///   kinds may be the same.
  private mutating func declare(
    _ kind: String, _ name: String, _ location: SourceLocation, _ problems: inout [Problem]
  ) -> Bool {
    let isNew = declaredNames.insert("\(kind)/\(name)")
    if !isNew { problems.append(Self.repeatedNameProblem(kind, name, location)) }
    return isNew
  }

  /// The error for a name that the module has already.
  private static func repeatedNameProblem(
    _ kind: String, _ name: String, _ location: SourceLocation
  ) -> Problem {
    // nimbus-fml spells the path of this error in the same way: `features/{"app-menu"}`.
    Problem(
      .error, "defined-twice", path: "\(kind)/{\"\(name)\"}",
      "\(name) cannot be defined twice: \(location.file) repeats it; keep one of them",
      at: location)
  }
}

/// An imported file, with what all files of the importing module add to its features.
struct JoinedImport {
  var address: FileAddress
  /// What tells whether two imports name the same file; see `FileStore.identity(of:)`.
  var identity: String
  var path: LocatedName
  var channel: LocatedName
  /// The additions, grouped by what applies together; several groups if one file imports the same
  /// path more than once.
  ///
  /// In `[[a, b], [c]]`, the blocks of `a` and `b` are folded into one patch, and then those of `c`
  /// are merged over the result. Rule: VirgaManifest/Imports.
  var groups: [[Addition]] = []

  var additions: [Addition] { groups.flatMap(\.self) }

  /// Default blocks and examples for one feature of the imported file.
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
  /// The index in `all` of each imported file, by its identity.
  private var indices: [Name: Int] = [:]
  /// The files that the including file itself has imported so far, without those of its includes.
  private var ownIdentities: Set<Name> = []

  /// Adds an import that the including file has itself, not one of a file that it includes.
  ///
  /// Of a file that is imported already, only the additions are added: they apply after the earlier
  /// ones (`earlierGroups`).
  ///
  /// The including file's first import of a path continues the last group of the included files:
  /// their blocks are folded into one patch. A second import of the same path begins a group of its
  /// own. Rule: VirgaManifest/Imports.
  ///
  /// - Returns: An error if the path was imported with another channel before, else nil.
  mutating func addOwn(_ own: JoinedImport) -> Problem? {
    let isFirstOfThisFile = ownIdentities.insert(own.identity)
    return addOrExtend(own) { earlierGroups in
      guard isFirstOfThisFile else { return earlierGroups + own.groups }
      return Self.joinedAtBorder(earlierGroups, own.groups)
    }
  }

  /// Adds the imports of an included file.
  ///
  /// Of a file that is imported already, only the additions are added: they apply before the
  /// earlier ones (`earlierGroups`), so that of two included files the first one wins.
  ///
  /// The last new group and the first earlier one become one group, because the blocks of a group
  /// are folded into one patch. Rule: VirgaManifest/Includes.
  ///
  /// - Returns: An error for each path that was imported with another channel before.
  mutating func addIncluded(_ included: JoinedImports) -> [Problem] {
    included.all.compactMap { new in
      addOrExtend(new) { earlierGroups in Self.joinedAtBorder(new.groups, earlierGroups) }
    }
  }

  private typealias Groups = [[JoinedImport.Addition]]

  /// The groups of both lists in order, with the last group of `first` and the first group of
  /// `second` made into one: `[[a], [b]]` and `[[c], [d]]` give `[[a], [b, c], [d]]`.
  private static func joinedAtBorder(_ first: Groups, _ second: Groups) -> Groups {
    guard let end = first.last, let start = second.first else { return first + second }
    return first.dropLast() + [end + start] + second.dropFirst()
  }

  /// Adds an import, or only its additions if the same file was imported before.
  ///
  /// - Parameter combine: Returns the groups of additions of both imports, in the order in which
  ///   they apply, given those that the file has so far; not called for a file's first import.
  /// - Returns: An error if the file was imported with another channel before; else nil.
  private mutating func addOrExtend(
    _ new: JoinedImport, combine: (_ earlier: Groups) -> Groups
  ) -> Problem? {
    guard let index = indices[new.identity] else {
      indices[new.identity] = all.count
      all.append(new)
      return nil
    }
    let earlierGroups = all[index].groups
    all[index].groups = combine(earlierGroups)
    return Self.channelClash(of: new, withFirst: all[index])
  }

  /// An error if two imports of a file name different channels; nil if it is the same channel.
  private static func channelClash(
    of new: JoinedImport, withFirst first: JoinedImport
  ) -> Problem? {
    let firstChannel = first.channel.text
    guard !firstChannel.isSameName(as: new.channel.text) else { return nil }
    return Problem(
      .error, "import-channel-clash", path: "imports",
      "\(new.path.text) is imported with two different channels, `\(firstChannel)` and `\(new.channel.text)`",
      at: new.channel.written.location)
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

/// An import as one file has it.
struct ImportDraft {
  var path: LocatedName
  var channel: LocatedName
  var additions: [AdditionDraft]
}

/// What an import adds to one feature of the imported file.
struct AdditionDraft {
  var feature: LocatedName
  var blocks: [DefaultBlock] = []
  var examples: [ExampleDraft] = []
}

/// A feature, before the types of its variables are resolved.
struct FeatureDraft {
  var name: LocatedName
  var description = ""
  var variables: [VariableDraft] = []
  /// The names of variables that are too broken to read.
  var brokenNames: [String] = []
  var blocks: [DefaultBlock] = []
  var examples: [ExampleDraft] = []
  var metadata = FeatureMetadata()
  var allowsCoenrollment = false
}

/// A variable or a field, before its type is resolved.
struct VariableDraft {
  var name: LocatedName
  var description: String
  var type: LocatedName
  var defaultValue: LocatedValue?
  var preferenceKey: String?
  var geckoPreference: GeckoPreference?
  var stringAlias: LocatedName?
}

/// An object type, before the types of its fields are resolved.
struct ObjectDraft {
  var name: LocatedName
  var description: String
  var fields: [VariableDraft] = []
  /// The names of fields that are too broken to read.
  var brokenNames: [String] = []
}

/// An example, before the file that holds it or its config is read (Rule: VirgaManifest/Examples).
enum ExampleDraft {
  /// The example is complete.
  case inline(Example)
  /// The config is in a file; the rest is known.
  case value(file: LocatedName, name: String, description: String?, url: String?)
  /// The whole example is in a file: a name, a config and so on.
  case whole(file: LocatedName)
}

/// A name or another string of a manifest, with the place where it was written.
struct LocatedName: Sendable {
  let text: String
  /// The node with the text; if that is only a part of a node, such as `beta` of `beta, release`,
  /// the whole node.
  let written: LocatedValue
}
