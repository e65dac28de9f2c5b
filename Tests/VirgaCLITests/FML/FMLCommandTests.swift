import Testing
import VirgaTestSupport

@Suite("virga fml") struct FMLCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(Self.generating, to: "app.fml.yaml")
    place.directory.write("channels: [beta]\nfeatures: {}\n", to: "plain.yaml")
  }

  @Test(
    "exit codes are those of nimbus-fml",
    arguments: [
      TestRow("no command", "2 fml"),
      TestRow("an unknown command", "2 fml nothing"),
      TestRow("a missing argument", "2 fml validate"),
      TestRow("an unknown option", "2 fml info --colour x"),
      TestRow("a missing channel of generated code", "2 fml generate app.fml.yaml a.swift"),
      TestRow("a missing file", "1 fml validate missing.yaml"),
      TestRow("a manifest with errors", "1 fml validate bad.yaml"),
      TestRow("success", "0 fml channels good.yaml"),
      TestRow(
        "an Experimenter document of an unknown format",
        "1 fml generate-experimenter good.yaml a.txt"),
      TestRow(
        "an undeclared channel of a single file",
        "1 fml single-file good.yaml a.yaml --channel none"),
      TestRow("an unknown feature", "1 fml info good.yaml --feature none"),
      TestRow(
        "a manifest without a class of its own", "1 fml generate plain.yaml a.swift --channel beta"
      ),
      TestRow("a file of no language", "1 fml generate app.fml.yaml a.json --channel only"),
      TestRow("a missing file to fetch", "1 fml fetch missing"),
      TestRow(
        "an unknown language", "2 fml generate app.fml.yaml a.swift --channel only --language ruby"),
      TestRow("help for an unknown command", "2 fml help nothing"),
      TestRow(
        "a channel that is given twice",
        "2 fml generate app.fml.yaml a.swift --channel only --channel only"),
      TestRow(
        "a feature that is given twice", "2 fml info good.yaml --feature alpha --feature=omega"),
      TestRow("a switch that is given twice", "2 fml channels good.yaml --json --json"),
      TestRow(
        "a file of a language without a generator",
        "1 fml generate app.fml.yaml a.rb --channel only"),
      TestRow(
        "a repository file that is given twice",
        "0 fml channels good.yaml --repo-file none.json --repo-file none.json"),
    ])
  func exitCodes(_ row: TestRow<String>) throws {
    let line = row.values
    let words = line.split(separator: " ").map(String.init)
    let answer = try VirgaProgram.run(Array(words.dropFirst()), in: place.directory.root)
    #expect(answer.code == Int32(words[0]), "\(answer.output)\(answer.errors)")
    #expect(answer.code != 1 || answer.errors.hasPrefix("error: "))
  }

  @Test("channels lists the channels") func channels() throws {
    #expect(try place.virga("fml", "channels", "good.yaml").output == "beta\nrelease\n")
    #expect(
      try place.virga("fml", "channels", "good.yaml", "--json").output == "[\"beta\",\"release\"]\n"
    )
  }

  @Test("validate checks every channel") func validate() throws {
    let answer = try place.virga("fml", "validate", "good.yaml")
    #expect(
      answer.output == """
        ℹ️ Loaded modules:
        - good.yaml

        ✅ All features have owners

        ℹ️ Validating manifest for different channels:
        ✅ beta................valid
        ✅ release.............valid

        """)
  }

  @Test("every construct that nimbus-fml rejects gets one warning with its position")
  func warnings() throws {
    place.directory.write(Self.extended, to: "extended.yaml")
    let validated = try place.virga("fml", "validate", "extended.yaml")
    #expect(validated.code == 0, "\(validated.errors)")
    let lines = validated.output.split(separator: "\n").map(String.init).filter {
      $0.contains(": warning: ")
    }
    #expect(
      lines == [
        "extended.yaml:3:3: warning: about.required: `required` is not supported; it is ignored, but nimbus-fml "
          + "rejects it: remove it [nimbus-fml-refuses]",
        "extended.yaml:4:42: warning: about.swift.extra: `about.swift` has no key `extra`; it is ignored "
          + "[ignored-key]",
        "extended.yaml:6:1: warning: enums: nimbus-fml rejects a null for `enums`: leave the key out "
          + "[nimbus-fml-refuses]",
        "extended.yaml:10:5: warning: features.menu.contacts: nimbus-fml rejects a null for `contacts`: leave the "
          + "key out [nimbus-fml-refuses]",
        "extended.yaml:12:7: warning: features.menu.variables.shown: the variable `shown` has no description, "
          + "which nimbus-fml rejects [nimbus-fml-refuses]",
        "extended.yaml:13:21: warning: features.menu.variables.sizes.type: nimbus-fml rejects types with more than "
          + "one level of `<`: `List<Option<Int>>` [nimbus-fml-refuses]",
        "extended.yaml:14:20: warning: features.menu.variables.rate.type: nimbus-fml rejects `?`: write `Option<…>` "
          + "[nimbus-fml-refuses]",
        "extended.yaml:14:20: warning: features.menu.variables.rate.type: nimbus-fml rejects the type `Double` "
          + "[nimbus-fml-refuses]",
      ])
    let generated = try place.virga(
      "fml", "generate", "extended.yaml", "x.swift", "--channel", "only")
    #expect(lines.allSatisfy(generated.output.contains))
    let alone = try place.virga("validate", "extended.yaml")
    #expect(lines.allSatisfy(alone.output.contains))
    #expect(alone.code == 0)
    #expect(try place.virga("validate", "extended.yaml", "--strict").code == 1)
    // Commands that only read the manifest have no such warnings.
    #expect(try place.virga("values", "extended.yaml").errors == "")
  }

  @Test("a variant in plain text gets a warning with its position")
  func plainVariants() throws {
    let kinds = "enums:\n  Kind:\n    description: K\n    variants:\n      red: Red\n"
    place.directory.write(Self.generating + kinds, to: "variants.yaml")
    let answer = try place.virga("fml", "validate", "variants.yaml")
    #expect(
      answer.output.contains(
        "variants.yaml:15:7: warning: enums.Kind.variants.red: nimbus-fml rejects a variant that is plain text: write "
          + "`red: {description: …}` [nimbus-fml-refuses]\n"))
  }

  /// Generates Swift code to standard output.
  private func generate() throws -> ChildProcess {
    try place.virga(
      "fml", "generate", "app.fml.yaml", "-", "--channel", "only", "--language", "swift")
  }

  @Test("generate prints only code to standard output") func codeAlone() throws {
    #expect(
      try place.virga("fml", "generate", "app.fml.yaml", "a.swift", "--channel", "only").code == 0)
    #expect(try generate().output == GoldenText.read(place.directory.path("a.swift")))
  }

  @Test("generate prints its report to standard error beside code") func reportBesideCode() throws {
    #expect(try generate().errors.contains("✅ only................valid\n"))
  }

  @Test("fml help shows the usage of a command", arguments: ["generate", "single-file", "info"])
  func help(_ name: String) throws {
    let answer = try place.virga("fml", "help", name)
    #expect(answer.output.contains("\nUSAGE: virga fml \(name) "))
    #expect(answer.code == 0)
  }

  @Test("fml alone and fml help show the subcommands") func usage() throws {
    #expect(try place.virga("fml", "help").output.contains("\nUSAGE: virga fml <subcommand>\n"))
    let nothing = try place.virga("fml")
    #expect(nothing.errors.contains("\nUSAGE: virga fml <subcommand>\n"))
  }

  @Test(
    "a channel that only imported manifests declare is accepted",
    arguments: [
      "info importing.yaml", "single-file importing.yaml -",
      "generate importing.yaml - --language swift",
    ])
  func importedChannel(_ line: String) throws {
    place.directory.write(Self.imported, to: "imported.yaml")
    place.directory.write(Self.importing, to: "importing.yaml")
    let words = ["fml"] + line.split(separator: " ").map(String.init)
    let answer = try VirgaProgram.run(words + ["--channel", "beta"], in: place.directory.root)
    #expect(answer.code == 0, "\(answer.errors)")
    let unknown = try VirgaProgram.run(words + ["--channel", "gamma"], in: place.directory.root)
    #expect(unknown.code == 1)
    #expect(unknown.errors.contains("the channel `gamma` is not declared"))
  }

  @Test("info names the file that was read")
  func readFile() throws {
    let answer = try place.virga("fml", "info", "@some/app/good.yaml", "--ref", "./")
    #expect(answer.output.hasPrefix("file: \(place.directory.path("good.yaml"))\n"))
    let input = try place.virga("fml", "info", "-", input: Workplace.good)
    #expect(input.output.hasPrefix("file: '-'\n"))
  }

  @Test("a number in the description of `about` is text")
  func numericDescription() throws {
    place.directory.write("about: {description: 2024}\nchannels: [a]\n", to: "year.yaml")
    let answer = try place.virga("fml", "single-file", "year.yaml", "-")
    #expect(answer.output.contains("about:\n  description: '2024'\n"), "\(answer.errors)")
  }

  @Test("single-file writes the manifest for one channel") func singleFile() throws {
    #expect(try place.virga("fml", "single-file", "good.yaml", "one.yaml").code == 0)
    let again = try place.virga("fml", "single-file", "one.yaml", "-")
    #expect(again.output == GoldenText.read(place.directory.path("one.yaml")))
    #expect(again.output.contains("        default: good day\n"))
  }

  @Test("generate-experimenter chooses YAML or JSON by the file extension") func experimenter()
    throws
  {
    let yaml = try place.virga(
      "fml", "generate-experimenter", "good.yaml", "-", "--channel", "ignored")
    #expect(
      yaml.output.hasPrefix("alpha:\n  description: The first feature\n  hasExposure: true\n"))
    _ = try place.virga("fml", "generate-experimenter", "good.yaml", "e.json")
    let json = try #require(GoldenText.read(place.directory.path("e.json")))
    #expect(json.hasPrefix("{\n  \"alpha\": {\n    \"description\": \"The first feature\",\n"))
    #expect(json.hasSuffix("}"))
  }

  @Test("info prints the hashes") func hashes() throws {
    let answer = try place.virga(
      "fml", "info", "good.yaml", "--feature", "omega", "--channel", "beta")
    #expect(
      answer.output.hasPrefix("file: \(place.directory.path("good.yaml"))\nfeatures:\n  omega:\n"))
    #expect(answer.output.contains("    types:\n    - String\n    hashes:\n      schema: "))
    #expect(answer.output.hasSuffix("\n\n"))
  }

  /// Writes a folder with a manifest and a file that it includes.
  private func writeFolderWithPart() {
    place.directory.makeDirectory("app")
    place.directory.write(
      """
      features:
        part:
          description: d
          variables: {v: {description: d, type: Int, default: 1}}
          defaults: [{channel: only, value: {v: 2}}]
      """, to: "app/part.fml.yaml")
    place.directory.write("includes: [part.fml.yaml]\n" + Self.generating, to: "app/app.fml.yaml")
  }

  @Test("a folder is valid with a file that can only be included") func folderWithPart() throws {
    writeFolderWithPart()
    #expect(try place.virga("fml", "validate", "app").code == 0)
  }

  @Test("a file that can only be included is valid with a note") func part() throws {
    writeFolderWithPart()
    let part = try place.virga("validate", "app/part.fml.yaml")
    #expect(part.code == 0)
    #expect(part.errors.hasPrefix("note: app/part.fml.yaml can be included; "), "\(part.errors)")
    #expect(part.output.contains("this file can only be included [about-without-names]"))
  }

  @Test("the classes of a folder are generated") func classesOfFolder() throws {
    writeFolderWithPart()
    #expect(
      try place.virga("fml", "generate", "app", ".", "--channel", "only", "--language", "swift")
        .code == 0)
    let swift = try #require(GoldenText.read(place.directory.path("AppNimbus.swift")))
    #expect(swift.contains("public final class AppNimbus: FeatureManifestInterface {"))
  }

  @Test("a manifest with a name that is not UTF-8 opens") func oddNames() throws {
    let program = "\(VirgaProgram.path) fml channels"
    let script = """
      name=$(printf 'odd/caf\\351.fml.yaml'); mkdir odd && cp good.yaml "$name" || exit 0
      \(program) "$name" && \(program) odd && \(program) odd/caf*
      """
    let answer = try ChildProcess.run(
      ["/bin/sh", "-c", script], environment: VirgaProgram.environment(home: place.directory.root),
      folder: place.directory.root)
    #expect(answer.errors == "")
    #expect(answer.output == String(repeating: "beta\nrelease\n", count: 3))
  }

  @Test("code generated into a folder is named after its class") func className() throws {
    #expect(
      try place.virga("fml", "generate", ".", ".", "--channel", "only", "--language", "swift").code
        == 0)
    #expect(
      try place.virga("fml", "generate", "app.fml.yaml", "kotlin.kt", "--channel", "only").code == 0
    )
    let swift = try #require(GoldenText.read(place.directory.path("AppNimbus.swift")))
    #expect(swift.contains("public final class AppNimbus: FeatureManifestInterface {"))
    let kotlin = try #require(GoldenText.read(place.directory.path("kotlin.kt")))
    #expect(kotlin.contains("object AppNimbus : FeatureManifestInterface<AppNimbus.Features> {"))
  }

  @Test(
    "Swift code uses Mozilla's SDK if the environment names its module or --sdk asks for it",
    arguments: [
      TestRow("virga's SDK without either", ("", nil, "import VirgaSDK")),
      TestRow("the module of the environment", ("", "Shared", "import Shared")),
      TestRow("an empty module is none", ("", "", "import VirgaSDK")),
      TestRow("--sdk mozilla", ("--sdk mozilla", nil, "import UIKit")),
      TestRow(
        "--sdk mozilla with the module of the environment",
        ("--sdk mozilla", "Shared", "import Shared")),
      TestRow(
        "--sdk virga overrides the environment", ("--sdk virga", "Shared", "import VirgaSDK")),
    ] as [TestRow<(String, String?, String)>])
  func sdk(_ row: TestRow<(String, String?, String)>) throws {
    let (options, module, wanted) = row.values
    let line = "fml generate app.fml.yaml app.swift --channel only \(options)"
    let words = line.split(separator: " ").map(String.init)
    let environment = module.map { ["MOZ_APPSERVICES_MODULE": $0] } ?? [:]
    #expect(
      try VirgaProgram.run(words, in: place.directory.root, environment: environment).code == 0)
    let code = try #require(GoldenText.read(place.directory.path("app.swift")))
    #expect(code.contains("\(wanted)\n"))
    #expect(code.contains("NilVariables.instance") == !wanted.contains("Virga"))
    #expect(code.contains("import Shared") == wanted.contains("Shared"))
  }

  @Test("an unknown SDK is refused") func unknownSDK() throws {
    #expect(
      try place.virga("fml", "generate", "app.fml.yaml", "-", "--channel", "only", "--sdk", "other")
        .code == 2)
  }

  private static let appJSON = """
    {"about": {"description": "d", "swift": {"module": "M", "class": "FromJSON"}}, "channels": ["only"],
     "features": {"menu": {"description": "d", "variables": {}}}}
    """

  @Test("code is generated from JSON") func json() throws {
    place.directory.write(Self.appJSON, to: "app.json")
    let json = try place.virga(
      "fml", "generate", "app.json", "-", "--channel", "only", "--language", "swift")
    #expect(json.output.contains("public final class FromJSON: FeatureManifestInterface {"))
  }

  @Test("code is generated from a repository address") func repositoryAddress() throws {
    place.directory.write(Self.appJSON, to: "app.json")
    let address = try place.virga(
      "fml", "generate", "@some/app/app.json", "-", "--channel", "only", "--language", "swift",
      "--ref", "./")
    #expect(address.output.contains("public final class FromJSON: FeatureManifestInterface {"))
  }

  @Test("an Experimenter document is generated from JSON") func experimenterFromJSON() throws {
    place.directory.write(Self.appJSON, to: "app.json")
    #expect(try place.virga("fml", "generate-experimenter", "app.json", "menu.json").code == 0)
  }

  @Test(
    "a manifest may have the extension .yml", arguments: ["generate-experimenter", "single-file"])
  func anyEnding(_ command: String) throws {
    place.directory.write(Self.generating, to: "app.yml")
    let wanted = try place.virga("fml", command, "app.fml.yaml", "-").output
    #expect(try place.virga("fml", command, "app.yml", "-").output == wanted)
  }

  @Test(
    "--lax-gecko-pref-validation is accepted by every command",
    arguments: [
      "validate lax.yaml", "info lax.yaml", "single-file lax.yaml -",
      "generate-experimenter lax.yaml -",
      "generate lax.yaml a.swift --channel only",
    ])
  func laxPreferences(_ line: String) throws {
    let preference =
      "{type: Boolean, default: true, description: d, gecko-pref: {pref: p, branch: user}}"
    place.directory.write(Self.generating + "      chosen: \(preference)\n", to: "lax.yaml")
    let words = ["fml"] + line.split(separator: " ").map(String.init)
    #expect(try VirgaProgram.run(words, in: place.directory.root).code == 1)
    let answer = try VirgaProgram.run(
      words + ["--lax-gecko-pref-validation"], in: place.directory.root)
    #expect(answer.code == 0, "\(answer.errors)")
  }

  @Test("fetch prints a file unchanged") func fetch() throws {
    place.directory.write("any text", to: "text")
    #expect(try place.virga("fml", "fetch", "text").output == "any text\n")
    let script = "printf 'caf\\351' > old; \(VirgaProgram.path) fml fetch old | od -An -tx1"
    let bytes = try ChildProcess.run(
      ["/bin/sh", "-c", script], environment: VirgaProgram.environment(home: place.directory.root),
      folder: place.directory.root)
    #expect(bytes.output.split(separator: " ").joined() == "636166e90a\n")
  }

  @Test("a repository address is resolved to a folder") func repository() throws {
    place.directory.write("{\"@some/app\": \"./\"}", to: "repositories.json")
    let answer = try place.virga(
      "fml", "channels", "@some/app/good.yaml", "--repo-file", "repositories.json")
    #expect(answer.output == "beta\nrelease\n")
    let other = try place.virga("fml", "channels", "@some/app/good.yaml", "--ref", "./")
    #expect(other.output == "beta\nrelease\n")
  }

  private static let extended = """
    about:
      description: An app
      required: true
      swift: {module: App, class: AppNimbus, extra: 1}
    channels: [only]
    enums:
    features:
      menu:
        description: The menu
        contacts:
        variables:
          shown: {type: Boolean, default: true}
          sizes: {type: "List<Option<Int>>", default: [], description: Some}
          rate: {type: "Double?", description: Some}

    """

  private static let imported = """
    about: {description: d, swift: {module: M, class: Imported}}
    channels: [beta]
    features:
      inner: {description: d, variables: {on: {type: Boolean, default: true, description: d}}}

    """

  private static let importing = """
    about: {description: d, swift: {module: M, class: Importing}}
    channels: [one, two]
    imports: [{path: imported.yaml, channel: beta}]

    """

  private static let generating = """
    about:
      description: An app
      swift: {module: App, class: AppNimbus}
      kotlin: {package: org.example, class: .AppNimbus}
    channels: [only]
    features:
      menu:
        description: The menu
        variables:
          shown: {type: Boolean, default: true, description: Whether it is there}

    """
}
