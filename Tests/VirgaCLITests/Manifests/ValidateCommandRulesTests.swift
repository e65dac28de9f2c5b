import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("virga validate, with the rules of a project") struct ValidateCommandRulesTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(Self.warned, to: "app.fml.yaml")
  }

  /// A manifest with a warning, and a hint below it.
  private static let warned = """
    about: {description: d, swift: {module: M, class: C}}
    channels: [beta]
    features:
      tray:
        description: d
        variables:
          rows: {type: Int, default: 1}
    """

  private func validate(_ options: String...) throws -> ChildProcess {
    try VirgaProgram.run(["validate", "app.fml.yaml"] + options, in: place.directory.root)
  }

  /// The codes of the problems in an answer.
  private func codes(_ options: String...) throws -> [String] {
    let answer = try VirgaProgram.run(
      ["validate", "app.fml.yaml", "--format", "json"] + options, in: place.directory.root)
    let problems = try JSONValue.parse(answer.output)["problems"]?.arrayValue ?? []
    return problems.compactMap { $0["code"]?.stringValue }
  }

  @Test("--strict fails on warnings") func strict() throws {
    let usual = try validate()
    #expect(usual.output.hasSuffix("app.fml.yaml: 1 warning, 1 hint\n"), "\(usual.output)")
    #expect(usual.code == 0)
    let strict = try validate("--strict")
    #expect(strict.output.hasSuffix("1 warning, 1 hint (strict: warnings fail)\n"))
    #expect(strict.code == 1)
    #expect(try validate("--strict", "--ignore", "nimbus-fml-refuses").code == 0)
  }

  @Test("--severity decides what is printed, not what fails") func severity() throws {
    let answer = try validate("--strict", "--severity", "error")
    #expect(answer.output == "app.fml.yaml: 1 warning, 1 hint (strict: warnings fail)\n")
    #expect(answer.code == 1)
  }

  @Test("--ignore leaves out a code, at a path or everywhere") func ignore() throws {
    #expect(try codes() == ["nimbus-fml-refuses", "missing-metadata"])
    #expect(try codes("--ignore", "missing-metadata") == ["nimbus-fml-refuses"])
    #expect(try codes("--ignore", "missing-metadata:features/tray") == ["nimbus-fml-refuses"])
    let both = try validate("--ignore", "missing-metadata", "--ignore", "nimbus-fml-refuses")
    #expect(both.output == "app.fml.yaml: no problems, 2 ignored\n")
  }

  @Test("an entry that ignores nothing is a hint") func unused() throws {
    let answer = try validate("--ignore", "missing-metadata:features/other")
    #expect(answer.output.contains("no problem `missing-metadata` at features/other is found"))
    #expect(answer.output.contains("[unused-ignore]"))
    #expect(answer.code == 0)
  }

  @Test("an unknown code suggests the nearest one") func unknownCode() throws {
    let answer = try validate("--ignore", "missing-metadate")
    #expect(answer.errors.contains("did you mean `missing-metadata`?"), "\(answer.errors)")
    #expect(answer.code == 64)
  }

  @Test("a file of rules applies to the manifests below its folder") func file() throws {
    place.directory.write(
      """
      strict: true
      ignore:
        - code: missing-metadata
          reason: The tickets are not public.
      """, to: ".virga.yaml")
    let answer = try validate()
    #expect(answer.output.hasSuffix("1 warning, 1 ignored (strict: warnings fail)\n"))
    #expect(answer.code == 1)
    place.directory.makeDirectory("below")
    place.directory.write(Self.warned, to: "below/app.fml.yaml")
    let below = try VirgaProgram.run(
      ["validate", "app.fml.yaml"], in: place.directory.path("below"))
    #expect(below.code == 1)
  }

  @Test("a mistake in the file of rules is a problem with its position") func mistake() throws {
    place.directory.write("strict: perhaps\n", to: ".virga.yaml")
    let answer = try validate()
    #expect(answer.output.hasPrefix(".virga.yaml:1:9: error: write true or false, not the text "))
    #expect(answer.code == 1)
  }

  @Test("an entry of the file that ignores nothing is a hint at its line")
  func unusedEntry() throws {
    place.directory.write(
      "ignore:\n  - {code: wrong-type, reason: It was wrong once.}\n", to: ".virga.yaml")
    let answer = try validate()
    #expect(answer.output.contains(".virga.yaml:2:5: hint: no problem `wrong-type` is found"))
    #expect(answer.code == 0)
  }

  @Test("an entry of the file about recipes may ignore nothing") func entryAboutRecipes() throws {
    place.directory.write(
      "ignore:\n  - {code: competing-recipes, reason: They share their clients.}\n",
      to: ".virga.yaml")
    #expect(try validate().output.hasSuffix("app.fml.yaml: 1 warning, 1 hint\n"))
  }

  @Test("a problem in the baseline does not count, a new one does") func baseline() throws {
    let written = try validate("--write-baseline", "known.json", "--strict")
    #expect(written.output == "wrote 2 problems to known.json\n")
    #expect(written.code == 0)
    let known = try validate("--baseline", "known.json", "--strict")
    #expect(known.output == "app.fml.yaml: no problems, 2 in the baseline\n")
    #expect(known.code == 0)
    // Above the known problems, so that these are on other lines.
    place.directory.write(
      Self.warned.replacing(
        "features:", with: "enums:\n  Side: {description: d, variants: {left: Left}}\nfeatures:"),
      to: "app.fml.yaml")
    let more = try validate("--baseline", "known.json", "--strict")
    #expect(more.output.contains("a variant that is plain text"), "\(more.output)")
    #expect(more.output.contains(", 2 in the baseline"), "\(more.output)")
    #expect(more.code == 1)
  }

  @Test("a baseline that cannot be used is an error with its position") func badBaseline() throws {
    place.directory.write("[]", to: "known.json")
    let answer = try validate("--baseline", "known.json")
    #expect(answer.errors.hasPrefix("known.json:1:1: error: not a baseline"), "\(answer.errors)")
    #expect(answer.code == 1)
    #expect(try validate("--baseline", "none.json").code == 2)
    #expect(try validate("--baseline", "a", "--write-baseline", "b").code == 64)
  }
}
