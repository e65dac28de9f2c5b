import VirgaJSON
package import VirgaSource

/// A JSON configuration: flags, unlock flags and tests, and its problems.
package struct FlagConfiguration: Hashable, Sendable {
  /// The usable entries in file order; the first of several with the same name wins.
  package var flags: [ConfiguredFlag] = []
  /// The problems; an entry with an error is left out of `flags`.
  package var problems: [Problem] = []
  /// Whether the file is a configuration at all; if not, an app keeps using its cache.
  package var isReadable = true

  /// Creates a configuration with `flags`.
  package init(flags: [ConfiguredFlag] = []) { self.flags = flags }

  /// Reads a text called `name`.
  package init(_ text: String, name: String = "-") {
    self.init(SourceText(name: name, text: text))
  }

  /// Reads a configuration: an object with an array `features`, or the array itself.
  ///
  /// A text that is not JSON has no flags. Rule: VirgaFlags/ConfigurationFiles.
  package init(_ source: SourceText) {
    self.init(LocatedText.json(source, limits: JSONLimits()))
  }

  /// Reads a configuration from the value of a text; an entry with an error is left out.
  ///
  /// It is not readable if the text is not JSON or has no list of flags; both are reported.
  init(_ text: LocatedText) {
    problems = text.problems
    // A repeated key is an error, but the text can still be read.
    let isJSON = problems.allSatisfy { $0.severity != .error || $0.isRepeatedKey }
    // The value that was written is nil if nothing could be read.
    guard let root = text.written, isJSON, let list = flagList(in: root) else {
      isReadable = false
      return
    }
    // Adds to the problem of a repeated key that its last value is used.
    problems = problems.map(\.sayingWhichValueIsUsed)
    readFlags(in: list.entries, at: list.path)
    problems = problems.inTextOrder
  }

  /// Reads the entries of the list of flags; of flags with the same name, the first one is used.
  private mutating func readFlags(in entries: LocatedElements, at path: JSONPath) {
    var names: Set<Name> = []
    for (index, entry) in entries.enumerated() {
      // Each flag has a log of its own, which shows whether one of its problems is an error.
      let log = ProblemLog(.warningOfUnknownFlagKeys)
      let reader = ObjectReader(
        entry, .configuredFlag, at: path.appending(index: index), log: log)
      if let flag = reader.configuredFlag() {
        // False if a flag before it has the same name, byte for byte.
        let isFirst = names.insert(flag.name)
        if isFirst {
          flags.append(flag)
        } else {
          reader.report(
            .warning, "duplicate-name", "name",
            "Give each flag its own name; the first `\(flag.name)` is used")
        }
      }
      problems += reader.problems
    }
  }

  /// The list of flags and its path: the root itself, or its member `features`.
  ///
  /// Reports a value that has no such list and returns nil.
  private mutating func flagList(
    in root: LocatedValue
  ) -> (entries: LocatedElements, path: JSONPath)? {
    switch root.kind {
    case .array: return (root.elements, [])
    case .object:
      guard let list = root["features"] else {
        reportMissingList(in: root)
        return nil
      }
      reportOtherSpellingsOfFeatures(in: root)
      guard list.kind == .array else {
        reportError(
          "wrong-type", "Write a list of flags, not \(list.title)", at: list, path: "features")
        return nil
      }
      return (list.elements, ["features"])
    default:
      reportError(
        "wrong-type", "Write an object with a list `features`, not \(root.title)", at: root)
      return nil
    }
  }

  /// Reports an object without `features`: a single flag, a misspelled key, or anything else.
  private mutating func reportMissingList(in root: LocatedValue) {
    if FlagFileKind.isSingleFlag(root) {
      let message = "Put the flag into a list, as in {\"features\": [{\"name\": …}]}"
      reportError("no-features", message, at: root)
    } else if let member = FlagFileKind.member(like: "features", of: root) {
      let message = "Rename `\(member.key)` to `features`, the only spelling that the library reads"
      reportError("no-features", message, at: member.keyNode)
    } else {
      reportError("no-features", "Add `features`: a list of flags", at: root)
    }
  }

  /// Reports keys that differ from `features` only in case, such as `Features`; other keys may be
  /// there for other programs.
  private mutating func reportOtherSpellingsOfFeatures(in root: LocatedValue) {
    for member in root.members
    where member.key != "features" && member.key.lowercased() == "features" {
      let message =
        "`\(member.key)` is ignored: the library reads only `features`; "
        + "move its flags there, or remove it"
      problems.append(
        Problem(.warning, "ignored-key", path: "", message, at: member.keyNode.location))
    }
  }

  /// Reports an error at `value`; `path` is empty for an error of the whole file.
  private mutating func reportError(
    _ code: Problem.Code, _ message: String, at value: LocatedValue, path: String = ""
  ) {
    problems.append(Problem(.error, code, path: path, message, at: value.location))
  }
}

/// One entry of a JSON configuration: a flag, an unlock flag or a test.
public struct ConfiguredFlag: Hashable, Sendable {
  /// The source of an entry.
  public enum Origin: String, Hashable, Sendable {
    /// The configuration that was just read.
    case remote
    /// A cached earlier configuration; the newest one may no longer contain it.
    case cached
    /// The file bundled with the app.
    case fallback
  }

  /// The name that the app uses.
  public var name: String
  /// The kind, determined by the shape of the entry: `flag`, `unlock`, `featureAB`, `ab` or `mvt`.
  public var kind: FlagKind
  /// Whether it is on at all; if false, it is off for everyone.
  public var isEnabled: Bool
  /// Whether it is visible to developers only (Rule: VirgaFlags/DevelopmentFlags).
  public var isDevelopment = false
  /// Whether an unlock flag is initially unlocked; nil for every other kind.
  public var unlocked: Bool?
  /// The variations of a test, in file order; empty for flags.
  public var variations: [Variation] = []
  /// The percentage of installations that each variation gets.
  package var weights = VariationWeights(nil, count: 0)
  /// The analytics label of each variation; for a flag, of `Enabled`, then of `Disabled`.
  public var labels: [String?] = [nil, nil]
  /// The draw that the file gives to every installation without a stored one.
  package var drawInFile: Double?
  /// The description.
  public var summary: String?
  /// The group in which lists show it.
  public var section: String?
  /// The source of the entry.
  public var origin = Origin.remote
  /// Where the entry was written.
  package var location: SourceLocation?

  /// Creates a flag with the required members only.
  public init(name: String, kind: FlagKind = .flag, isEnabled: Bool = false) {
    self.name = name
    self.kind = kind
    self.isEnabled = isEnabled
  }

  /// Whether it has variations and therefore a draw.
  public var isTest: Bool { kind == .ab || kind == .featureAB || kind == .mvt }

  /// The variation selected by a draw; ``Variation/unassigned`` if the draw is not in 0...100.
  ///
  /// `weights`, if given, replace those of the file.
  package func variation(for draw: Double, weights: VariationWeights? = nil) -> Variation {
    let weights = weights ?? self.weights
    guard let index = weights.index(of: draw) else { return .unassigned }
    // Variations and weights are set separately, so their numbers may differ.
    guard variations.indices.contains(index) else { return .unassigned }
    return variations[index]
  }

  /// The variations to which the labels belong, in their order: for a flag `Enabled` and
  /// `Disabled`.
  var labelledVariations: [Variation] { isTest ? variations : [.enabled, .disabled] }

  /// The analytics label of a variation, or of `Enabled` or `Disabled` for a flag; nil if it has
  /// none.
  package func label(of variation: Variation) -> String? {
    // Labels and variations are set separately, so there may be fewer labels.
    guard let index = labelledVariations.firstIndex(of: variation), labels.indices.contains(index)
    else { return nil }
    return labels[index]
  }
}
