import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("virga validate, with several files") struct ValidateCommandFilesTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.makeDirectory("app")
    place.directory.write(Self.whole, to: "app/app.fml.yaml")
    place.directory.write(Self.part, to: "app/tray.fml.yaml")
  }

  private static let about = "about: {description: d, swift: {module: M, class: C}}"

  private static let whole = """
    \(about)
    channels: [beta]
    includes: [tray.fml.yaml]
    enums:
      Place: {description: d, variants: {top: {description: d}}}
    """

  /// A part that uses a type of the file that includes it.
  private static let part = """
    features:
      tray:
        description: d
        meta-bug: https://example.org/bug
        documentation: [{name: d, url: "https://example.org/read"}]
        contacts: [someone@example.org]
        variables:
          place: {description: d, type: Place, default: top}
    """

  @Test("a file that can only be included is valid, with a remark", arguments: ["validate", "fml"])
  func partAlone(_ command: String) throws {
    let words = command == "fml" ? ["fml", "validate"] : ["validate"]
    let answer = try VirgaProgram.run(words + ["app/tray.fml.yaml"], in: place.directory.root)
    #expect((answer.output + answer.errors).contains("can be included"))
    #expect(answer.code == 0, "\(answer.output)\(answer.errors)")
    let strict = try place.virga(
      "validate", "app/tray.fml.yaml", "--strict", "--ignore", "about-without-names",
      "--format", "json")
    #expect(strict.output == "{\n  \"valid\": true,\n  \"problems\": []\n}\n")
    #expect(strict.code == 0)
  }

  @Test(
    "a mistake that no including file can fix is an error, in every format",
    arguments: [
      "validate", "fml validate", "validate --format json", "fml validate --format json",
    ])
  func wrongPart(_ command: String) throws {
    place.directory.write(
      Self.part.replacing("type: Place, default: top", with: "type: Int, default: top"),
      to: "app/tray.fml.yaml")
    let words = command.split(separator: " ").map(String.init)
    let answer = try VirgaProgram.run(words + ["app/tray.fml.yaml"], in: place.directory.root)
    #expect(answer.output.contains("wrong-type"), "\(answer.output)\(answer.errors)")
    #expect(answer.code == 1)
  }

  @Test("a part is checked with the manifest that includes it if both are given")
  func partWithIncluder() throws {
    let wrong = Self.part.replacing("default: top", with: "default: bottom")
    place.directory.write(wrong, to: "app/tray.fml.yaml")
    let alone = try place.virga("validate", "app/tray.fml.yaml")
    #expect(alone.code == 0, "\(alone.output)")
    for order in [
      ["app/tray.fml.yaml", "app/app.fml.yaml"], ["app"], ["app/*.yaml"],
    ] {
      let answer = try VirgaProgram.run(["validate"] + order, in: place.directory.root)
      #expect(answer.output.hasPrefix("app/tray.fml.yaml:8:"), "\(answer.output)")
      #expect(answer.output.hasSuffix("app/app.fml.yaml: 1 error\n"), "\(answer.output)")
      #expect(answer.errors == "")
      #expect(answer.code == 1)
    }
  }

  @Test("the problems of several manifests are sorted by severity, with one summary at the end")
  func severalManifests() throws {
    let hinted = Self.part.replacing("    contacts: [someone@example.org]\n", with: "")
      .replacing("type: Place, default: top", with: "type: Int, default: 1")
    place.directory.write("\(Self.about)\nchannels: [beta]\n" + hinted, to: "hinted.yaml")
    let answer = try place.virga("validate", "hinted.yaml", "bad.yaml", "good.yaml")
    #expect(answer.output.hasPrefix("bad.yaml:13:23: error: "), "\(answer.output)")
    #expect(answer.output.hasSuffix("3 manifests: 1 error, 1 hint\n"), "\(answer.output)")
    #expect(answer.code == 1)
  }

  @Test("a problem of a file that two manifests include is reported once")
  func sharedFile() throws {
    let wrong = Self.part.replacing("default: top", with: "default: bottom")
    place.directory.write(wrong, to: "app/tray.fml.yaml")
    place.directory.write(Self.whole, to: "app/two.fml.yaml")
    let json = try JSONValue.parse(place.virga("validate", "app", "--format", "json").output)
    #expect(json["problems"]?.arrayValue?.count == 1)
  }

  @Test("a folder or a pattern without a manifest is refused", arguments: ["none", "none*.yaml"])
  func nothing(_ name: String) throws {
    place.directory.makeDirectory("none")
    let answer = try place.virga("validate", name)
    #expect(answer.errors.hasPrefix("error: \(name): no file "), "\(answer.errors)")
    #expect((answer.output, answer.code) == ("", 2))
  }

  @Test("fml validate prints the same problems in other formats, with the exit code of nimbus-fml")
  func formatsOfFML() throws {
    let json = try place.virga("validate", "bad.yaml", "--format", "json")
    let fml = try place.virga("fml", "validate", "bad.yaml", "--format", "json")
    #expect(fml.output == json.output)
    #expect(fml.errors == "error: the manifest has errors in 1 channel\n")
    #expect(fml.code == 1)
    let github = try place.virga("fml", "validate", "bad.yaml", "--format", "github")
    #expect(github.output.hasPrefix("::error file=bad.yaml,line=13,"))
    #expect(try place.virga("fml", "validate", "good.yaml", "--format", "sarif").code == 0)
    #expect(try place.virga("fml", "validate", "none.yaml", "--format", "json").code == 1)
  }

  @Test(
    "--includers checks the manifests that a file belongs to",
    arguments: [
      TestRow("a part", ("app/tray.fml.yaml", "app/app.fml.yaml: no problems\n")),
      TestRow("a manifest", ("good.yaml", "good.yaml: no problems\n")),
      TestRow("a part of no manifest", ("alone.fml.yaml", "alone.fml.yaml: 1 warning\n")),
    ])
  func includers(_ row: TestRow<(String, String)>) throws {
    place.directory.write(Self.part, to: "alone.fml.yaml")
    let answer = try place.virga("validate", "--includers", row.values.0)
    #expect(answer.output.hasSuffix(row.values.1), "\(answer.output)")
    #expect(answer.code == 0)
  }
}
