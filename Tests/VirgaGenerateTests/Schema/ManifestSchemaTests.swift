import Testing
import VirgaFiles
import VirgaGenerate
import VirgaJSON
import VirgaSource
import VirgaTestSupport
import VirgaYAML

@testable import VirgaManifest

@Suite("Manifest schema")
struct ManifestSchemaTests {
  private let validator = SchemaValidator(root: ManifestSchema.json)

  @Test("accepts every file of the demo manifest")
  func demo() throws {
    let folder = Repository.root + "/manifests"
    let files = FileTree.files(below: folder).filter { file in
      ["/manifests/cirrus", "/manifests/components/", "/manifests/features/"].contains(
        where: file.contains)
    }
    #expect(files.count == 11)
    for file in files { #expect(try validator.accepts(json(of: file)), "\(file)") }
  }

  @Test(
    "accepts the valid manifests of the vectors except those with ignored keys",
    arguments: VectorCase.manifests("valid", "extensions"))
  func vectors(_ each: VectorCase) throws {
    let file = try json(of: each.path)
    #expect(validator.accepts(file) == readerAccepts(file))
    let hasIgnoredKey = FilePath.name(of: each.path) == "version-and-kt-aliases.fml.yaml"
    #expect(readerAccepts(file) != hasIgnoredKey)
  }

  @Test("accepts manifests that apps published", arguments: RealManifest.all)
  func published(_ each: RealManifest) throws {
    #expect(try validator.accepts(#require(try each.json())))
  }

  @Test("agrees with the reader on every single change to a manifest with every key")
  func mutations() throws {
    let original = try #require(LocatedText(SourceText(name: "all.yaml", text: Self.everyKey)).json)
    #expect(validator.accepts(original))
    #expect(readerAccepts(original))
    let mutations = Self.mutations(of: original)
    #expect(mutations.count > 600)
    for (change, mutated) in mutations {
      #expect(validator.accepts(mutated) == readerAccepts(mutated), "\(change)")
    }
  }

  @Test("describes every key and suggests only its current spelling")
  func descriptions() throws {
    let feature = try #require(
      ManifestSchema.json["definitions"]?["feature"]?["properties"]?.objectValue)
    let offered = feature.filter { $0.value["doNotSuggest"] != true }.map(\.key)
    #expect(Set(offered) == Set(ManifestLevel.feature.objectKeys.known))
    #expect(feature["owner"]?["doNotSuggest"] == true)
    func check(_ schema: JSONValue, _ path: String) {
      for (key, inner) in schema["properties"]?.objectValue ?? [:]
      where inner["doNotSuggest"] != true {
        #expect(inner["description"] != nil || inner["$ref"] != nil, "\(path).\(key)")
      }
      for (key, inner) in schema.objectValue ?? [:] { check(inner, "\(path).\(key)") }
      for inner in schema.arrayValue ?? [] { check(inner, path) }
    }
    check(ManifestSchema.json, "")
  }

  private func json(of file: String) throws -> JSONValue {
    try #require(LocatedText(SourceText(name: file, bytes: FileReading.disk().read(file))).json)
  }

  @Test("accepts the types that the parser accepts, as far as it can know their names")
  func types() {
    let names = TypeParser.Names(enums: ["Side"], objects: ["Item"])
    for type in Self.types {
      let isParsed = (try? TypeParser.parse(type, names: names)) != nil
      #expect(validator.accepts(Self.file(type: .string(type))) == isParsed, "\(type)")
    }
  }

  @Test("refuses what other languages call a type, anywhere in a type")
  func mistakenTypes() {
    for type in ["Bool", "List<Bool>", "Map<string, Int>", "Option< integer >", "Float?", "Array"] {
      #expect(!validator.accepts(Self.file(type: .string(type))), "\(type)")
    }
    for type in ["Boolean", "BoolKind", "Enum<Intern>", "Map<Listing, Boolean>"] {
      #expect(validator.accepts(Self.file(type: .string(type))), "\(type)")
    }
  }

  @Test("refuses unknown keys also where the reader only warns of them")
  func unknownKeys() throws {
    for (block, isAccepted) in [
      (#"{"value": {}}"#, true), (#"{"value": {}, "chanel": "beta"}"#, false),
      (#"{"value": {}, "required": true}"#, true),
    ] {
      let file: JSONValue = [
        "features": ["menu": ["variables": [:], "defaults": [try JSONValue.parse(block)]]]
      ]
      #expect(validator.accepts(file) == isAccepted, "\(block)")
    }
  }

  @Test("accepts the items of import additions")
  func additions() throws {
    for (item, isAccepted) in [
      (#"{"default": {"value": {}}}"#, true), (#"{"defaults": {"value": {}}}"#, true),
      (#"{"example": "one.yaml"}"#, true), (#"{"value": {}}"#, true), ("{}", false),
      (#"{"example": {"name": "One"}}"#, false), (#"{"default": {"chanel": "a"}}"#, false),
    ] {
      let additions: JSONValue = ["menu": [try JSONValue.parse(item)]]
      let file: JSONValue = [
        "imports": [["path": "a.yaml", "channel": "b", "features": additions]]
      ]
      #expect(validator.accepts(file) == isAccepted, "\(item)")
    }
  }

  private static func file(type: JSONValue) -> JSONValue {
    ["objects": ["Item": ["fields": ["size": ["type": type]]]]]
  }

  private static let types = [
    "Boolean", "Int", " Double ", "Item", "Side", "Text?", "Side ?", "List<Int>", "List < Item >",
    "Map<String, List<Option<Int>>>", "Map< Side ,Boolean>?", "Enum<Side>", "Object<Item>",
    "Option<List<Map<String, List<Int>>>>", "List<Text?>",
    "", " ", "List<", "List", "List<>", "List<Int", "List<Int>>", "List<Int> Int", "Map<String>",
    "Map<String, >", "Map<, Int>", "Map<String, Int, Int>", "Option<Int, Int>", "?", "Int<Int>",
    "Int,", "<Int>", "Enum<>", "Enum<List<Int>>", "Map", "Option<Map>", "Bool", "List<bool>",
    "Int >",
  ]

  /// Whether a reader finds no error in the structure of a file.
  private func readerAccepts(_ file: JSONValue) -> Bool {
    let text = LocatedText(SourceText(name: "mutated.json", text: file.pretty()))
    guard let document = text.written?.document else { return false }
    let reader = FileReader(document)
    _ = reader.readFile()
    return !reader.log.problems.contains {
      ($0.severity == .error && $0.code != "bad-url") || $0.code == "ignored-key"
    }
  }

  /// Every way to change one place: another kind of value, a key that is missing or unknown.
  private static func mutations(
    of value: JSONValue, at path: String = ""
  ) -> [(change: String, value: JSONValue)] {
    let others: [JSONValue] = [.null, true, 3, "odd", ["odd"], ["odd": 1]]
    var found = others.map { ("\(path) = \($0.compact)", $0) }
    switch value {
    case .object(let members):
      for (key, inner) in members {
        var removed = members
        removed.remove(key)
        var renamed = removed
        renamed["x-\(key)"] = inner
        found += [
          ("without \(path).\(key)", .object(removed)), ("\(path).x-\(key)", .object(renamed)),
        ]
        for (change, other) in mutations(of: inner, at: "\(path).\(key)") {
          var changed = members
          changed[key] = other
          found.append((change, .object(changed)))
        }
      }
    case .array(let elements):
      found += mutations(of: elements[0], at: "\(path)[]").map {
        ($0, .array([$1] + elements.dropFirst()))
      }
    default: break
    }
    return found
  }

  private static let everyKey = """
    version: "1"
    about:
      description: Everything
      ios: {module: Cafe, class: CafeNimbus}
      kotlin: {package: org.cafe, class: .Cafe}
    channels: [beta]
    includes: [other.yaml]
    imports:
      - path: module.fml.yaml
        channel: beta
        features:
          one:
            defaults: [{value: {a: 1}}]
            examples: [{path: example.yaml}]
    features:
      menu:
        description: The menu
        owners: [someone@example.org]
        documentation: [{name: Read, url: "https://example.org/"}]
        meta-bug: https://example.org/bug
        events: ["https://example.org/events"]
        configurator: https://example.org/configurator
        allow-coenrollment: true
        variables:
          title:
            description: The title
            type: Option<Boolean>
            default: null
            pref-key: menu-title
            string-alias: Title
            gecko-pref: {pref: menu.title, branch: user}
        defaults: [{value: {title: true}, targeting: "true"}]
        examples:
          - {name: One, description: An example, url: "https://example.org/", value: {title: true}}
    enums:
      Side:
        description: A side
        variants:
          left: {description: Left}
    objects:
      Item:
        description: An item
        fields:
          size: {description: A size, type: Int, default: 1}
    types:
      enums:
        Old: {description: Old, variants: {one: {description: One}}}
      objects: {}
    """
}
