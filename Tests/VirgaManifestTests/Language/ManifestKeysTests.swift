import Testing
import VirgaJSON
import VirgaTestSupport

@testable import VirgaManifest

@Suite("Manifest keys")
struct ManifestKeysTests {
  @Test("the article lists every key of every level")
  func article() throws {
    let folder = Repository.root + "/Sources/VirgaManifest/VirgaManifest.docc"
    let article = try #require(GoldenText.read(folder + "/ManifestKeys.md"))
    let tables = Self.levels.map(table).joined(separator: "\n")
    let computed = try #require(GoldenText.replacing("levels", in: article, with: tables))
    GoldenText.expect(computed, equals: "ManifestKeys.md", in: folder)
  }

  @Test("every level has a name, a title and keys of its own")
  func names() {
    #expect(Self.levels.count == 18)
    #expect(Set(Self.levels.map(\.name)).count == Self.levels.count)
    #expect(Set(Self.levels.map(\.objectKeys.title)).count == Self.levels.count)
    for level in Self.levels {
      let spellings = level.keys.flatMap { [$0.name] + $0.otherSpellings }
      #expect(Set(spellings).count == spellings.count, "\(level.name)")
      #expect(level.keys.allSatisfy { $0.description.hasSuffix(".") }, "\(level.name)")
    }
  }

  @Test("the keys of a form depend on each other")
  func forms() {
    for level in Self.levels {
      let dependent = level.keys.filter { $0.presence == .dependent }.map(\.name)
      let named = level.forms.flatMap { $0.required + $0.excluded }
      #expect(Set(named) == Set(dependent), "\(level.name)")
    }
  }

  /// The levels in the order in which a reader of the table of the manifest meets them.
  private static let levels: [ManifestLevel] = {
    var found: [ManifestLevel] = [.file]
    var next = 0
    while next < found.count {
      for level in found[next].keys.flatMap(\.value.levels)
      where !found.contains(where: { $0.name == level.name }) {
        found.append(level)
      }
      next += 1
    }
    return found
  }()

  private func table(of level: ManifestLevel) -> String {
    var lines = ["### \(level.objectKeys.title.capitalized)", "", level.description]
    let places = Self.levels.flatMap { parent in
      parent.keys.filter { key in key.value.levels.contains { $0.name == level.name } }
        .map { "`\($0.name)` of \(parent.objectKeys.title)" }
    }
    if !places.isEmpty { lines += ["Found under \(places.joined(separator: ", "))."] }
    if level.objectKeys.isOpen { lines += ["Open."] }
    lines += ["", "| key | value | required | description |", "| --- | --- | --- | --- |"]
    lines += level.keys.map(row)
    let forms = level.forms.map(\.words)
    if !forms.isEmpty { lines += ["", "Needs \(forms.joined(separator: ", or "))."] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func row(of key: ManifestKey) -> String {
    let spellings = ([key.name] + key.otherSpellings).map { "`\($0)`" }.joined(separator: ", ")
    let required =
      switch key.presence {
      case .required: "yes"
      case .dependent: "see below"
      case .optional, .outdated: ""
      }
    return "| \(spellings) | \(key.value.words) | \(required) | \(key.description) |"
  }
}

extension ManifestValue {
  /// The levels of objects in it.
  fileprivate var levels: [ManifestLevel] {
    switch self {
    case .object(let level): [level]
    case .list(let item), .map(let item), .optional(let item): item.levels
    case .either(let values): values.flatMap(\.levels)
    case .text, .string, .url, .boolean, .choice, .type, .any, .config: []
    }
  }

  fileprivate var words: String {
    switch self {
    case .text: "text"
    case .string: "string"
    case .url: "URL"
    case .boolean: "`true` or `false`"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: " or ")
    case .type: "type, see [Writing types](WritingTypes.md)"
    case .any: "any value"
    case .config: "values by variable"
    case .object(let level): level.objectKeys.title
    case .list(let item): "list (\(item.words))"
    case .map(let item): "by name (\(item.words))"
    case .either(let values): values.map(\.words).joined(separator: " or ")
    case .optional(let value): value.words
    }
  }
}

extension ManifestLevel.Form {
  fileprivate var words: String {
    let required = required.map { "`\($0)`" }.joined(separator: " and ")
    let excluded = excluded.map { " without `\($0)`" }.joined()
    return required + excluded
  }
}

extension String {
  /// The text with its first character in upper case.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
