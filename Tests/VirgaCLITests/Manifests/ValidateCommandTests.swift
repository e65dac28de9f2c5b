import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("virga validate") struct ValidateCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let unknownType = """
    {
      "valid": false,
      "problems": [
        {
          "severity": "error",
          "code": "unknown-type",
          "path": "features/alpha/enabled",
          "message": "`Boolen` is neither a built-in type nor an enum or object of this manifest",
          "file": "bad.yaml",
          "line": 13,
          "column": 23,
          "hint": "did you mean `Boolean`?"
        }
      ]
    }

    """

  @Test("a valid manifest has no problems") func valid() throws {
    let text = try place.virga("validate", "good.yaml")
    #expect(text.output == "good.yaml: no problems\n")
    #expect(text.errors == "")
    #expect(text.code == 0)
    let json = try place.virga("validate", "good.yaml", "--format", "json")
    #expect(json.output == "{\n  \"valid\": true,\n  \"problems\": []\n}\n")
    #expect(json.code == 0)
  }

  /// Expects that a file names no class, with a line that contains `kind`, and an exit code.
  private func expectNoClass(in text: String, _ kind: String, code: Int32) throws {
    place.directory.write(text + "\n", to: "x.yaml")
    let answer = try place.virga("validate", "x.yaml")
    let line = answer.output.split(separator: "\n").first { $0.contains(kind) }
    let problem = try #require(line)
    #expect(problem.hasPrefix("x.yaml:1:"))
    #expect(problem.contains("`about` names no class for Swift or Kotlin: "))
    #expect(problem.hasSuffix(" [about-without-names]"))
    #expect(answer.code == code)
  }

  @Test(
    "a manifest for which no code can be generated is an error",
    arguments: [
      TestRow("without about", "channels: [a]"),
      TestRow("about without names", "about: {description: d}\nchannels: [a]"),
    ])
  func about(_ row: TestRow<String>) throws {
    try expectNoClass(in: row.values, ": error: about: ", code: 1)
  }

  @Test("a part for which no code can be generated is a warning") func aboutOfPart() throws {
    try expectNoClass(in: "features: {}", ": warning: about: ", code: 0)
  }

  @Test("a part that repeats the channels of the manifest that includes it is a warning")
  func aboutOfPartWithChannels() throws {
    place.directory.makeDirectory("app")
    place.directory.write("channels: [a]\nincludes: [app/x.yaml]\n", to: "whole.yaml")
    place.directory.write("channels: [a]\nfeatures: {}\n", to: "app/x.yaml")
    let part = try place.virga("validate", "app/x.yaml")
    #expect(part.output.contains("app/x.yaml:1:1: warning: about: `about` names no class"))
    #expect(part.code == 0)
    let whole = try place.virga("validate", "whole.yaml")
    #expect(whole.output.contains("whole.yaml:1:1: error: about: `about` names no class"))
    #expect(whole.code == 1)
  }

  @Test("an imported file without names is an error, unlike an included one")
  func aboutOfImport() throws {
    place.directory.write(
      "channels: [a]\nimports: [{path: x.yaml, channel: a}]\n", to: "whole.yaml")
    try expectNoClass(in: "channels: [a]", ": error: about: ", code: 1)
  }

  @Test("an about with one error is not reported a second time") func brokenAbout() throws {
    let text = "about: {description: d, swift: {class: C}}\nchannels: [a]\n"
    let answer = try place.virga("validate", "-", input: text)
    #expect(answer.output.contains("[missing-key]"))
    #expect(!answer.output.contains("about-without-names"))
    #expect(answer.code == 1)
  }

  @Test("a problem of some channels names them, unless only one channel is checked") func channels()
    throws
  {
    place.directory.write(
      """
      about: { description: d, swift: { module: M, class: C } }
      channels: [beta, nightly]
      features:
        zoom:
          description: d
          meta-bug: https://example.com/1
          documentation: [{ name: d, url: "https://example.com/2" }]
          contacts: [a@example.com]
          variables: { level: { description: d, type: Int, default: 1 } }
          defaults: [{ channel: nightly, value: { level: many } }]
      """, to: "channels.yaml")
    let text = try place.virga("validate", "channels.yaml").output
    #expect(text.contains("for type Int, in nightly [wrong-type]"), "\(text)")
    #expect(text.hasSuffix("channels.yaml: 1 error in nightly\n"), "\(text)")
    let json = try JSONValue.parse(
      place.virga("validate", "channels.yaml", "--format", "json").output)
    #expect(json["problems"]?.arrayValue?.map { $0["channels"] } == [["nightly"]])
    #expect(try place.virga("validate", "channels.yaml", "--channel", "beta").code == 0)
    let one = try place.virga("validate", "channels.yaml", "--channel", "nightly").output
    #expect(one.hasSuffix("channels.yaml: 1 error\n") && !one.contains("in nightly"), "\(one)")
  }

  @Test("problems are printed to standard output") func problems() throws {
    let text = try place.virga("validate", "bad.yaml")
    #expect(text.output.hasPrefix("bad.yaml:13:23: error: "))
    #expect(text.output.hasSuffix("bad.yaml: 1 error\n"))
    #expect(text.output.contains("\n    |                       ^~~~~~\n"))
    #expect(text.errors == "")
    #expect(text.code == 1)
    let json = try place.virga("validate", "bad.yaml", "--format", "json")
    #expect(json.output == Self.unknownType)
    #expect(json.code == 1)
  }

  /// The severities of the problems that are printed for a manifest with all of them, in order.
  private func severities(_ options: String...) throws -> [String] {
    // The undeclared type is an error below the warnings about what is not documented.
    place.directory.write(
      "channels: [beta]\nfeatures:\n  a:\n    variables:\n      on: {type: Boolen, default: true}\n",
      to: "mixed.yaml")
    let answer = try VirgaProgram.run(
      ["validate", "mixed.yaml"] + options, in: place.directory.root)
    #expect(answer.code == 1)
    return answer.output.split(separator: "\n").compactMap { line in
      ["error", "warning", "hint"].first { line.contains(": \($0): ") }
    }
  }

  @Test("errors come first in text") func errorsFirst() throws {
    let all = try severities()
    #expect(Set(all).count > 1)
    #expect(all == ["error", "warning", "hint"].flatMap { one in all.filter { $0 == one } })
  }

  @Test("--severity leaves out what is less severe") func severity() throws {
    let all = try severities()
    #expect(try severities("--severity", "error") == all.filter { $0 == "error" })
    #expect(try severities("--severity", "warning") == all.filter { $0 != "hint" })
  }

  @Test("a file that is not a manifest has problems too") func notAManifest() throws {
    let json = try place.virga("validate", "broken.yaml", "--format", "json")
    #expect(json.output.contains("\"valid\": false"))
    #expect(json.output.contains("\"code\": \"malformed-yaml\""))
    #expect(json.code == 1)
  }

  @Test("an empty file is an error") func emptyFile() throws {
    place.directory.write("", to: "zero.fml.yaml")
    let answer = try place.virga("validate", "zero.fml.yaml")
    #expect(answer.output.hasPrefix("zero.fml.yaml:1:1: error: the file is empty; "))
    #expect(answer.output.hasSuffix("zero.fml.yaml: 1 error\n"))
    #expect((answer.errors, answer.code) == ("", 1))
    #expect(try place.virga("validate", "-").code == 1)
  }

  @Test("a manifest is read from standard input") func standardInput() throws {
    let answer = try place.virga("validate", "-", input: Workplace.good)
    #expect(answer.output == "-: no problems\n")
    #expect(answer.code == 0)
  }

  @Test("--channel checks only that channel") func channel() throws {
    #expect(try place.virga("validate", "good.yaml", "--channel", "beta").code == 0)
    let refused = try place.virga("validate", "good.yaml", "--channel", "bta")
    #expect(refused.output == "")
    #expect(refused.errors.contains("did you mean `beta`?"))
    #expect(refused.code == 64)
  }

  @Test("errors in the list of channels are reported instead of an unknown channel")
  func channelErrors() throws {
    let text = Workplace.good.replacing("channels: [beta, release]", with: "channels: beta")
    let answer = try place.virga(
      "validate", "-", "--channel", "beta", "--format", "json", input: text)
    let codes = try #require(JSONValue.parse(answer.output)["problems"]?.arrayValue).map {
      $0["code"]?.stringValue
    }
    #expect(codes.contains("wrong-kind"))
    #expect(answer.code == 1)
  }

  @Test("a single channel is used whatever name is given") func onlyChannel() throws {
    let text = Workplace.good.replacing("channels: [beta, release]", with: "channels: [beta]")
      .replacing("channel: release", with: "channel: beta")
    let named = try place.virga("values", "-", "--channel", "bta", "--format", "json", input: text)
    #expect(named.errors == "warning: - has no channel bta; using beta, its only one\n")
    #expect(named.code == 0)
    #expect(try named.output == place.virga("values", "-", "--format", "json", input: text).output)
  }

  @Test("problems are listed once each, by severity and then in file order")
  func order() throws {
    let text = """
      channels: [a, b]
      features:
        alpha:
          description: d
          variables:
            class: {description: d, type: Int, default: one}
            map: {description: d, type: "Map<Side, Int>", default: {left: 1, rigth: 2}}
            last: {description: d, type: Intt, default: 1}
          defaults:
            - {channel: b, value: {map: {right: 1}}}
      enums: {Side: {description: d, variants: {left: {description: d}, right: {description: d}}}}
      about: {description: d, swift: {module: M, class: C}}
      """
    let answer = try place.virga("validate", "-", "--format", "json", input: text)
    let found = try #require(JSONValue.parse(answer.output)["problems"]?.arrayValue)
    #expect(
      found.compactMap { problem in
        problem["code"]?.stringValue.map { "\(problem["line"]?.compact ?? "") \($0)" }
      }
        == [
          "6 wrong-type", "7 incomplete-enum-map", "7 unknown-enum-key", "8 unknown-type",
          "6 reserved-word", "3 missing-metadata",
        ])
    for (words, wanted) in [
      // The note about variables that could not be read has no line.
      ("values - --channel b", [6, 7, 8, nil]), ("compare - --channels a,b", [6, 7, 7, 8]),
      ("fml info - --channel b", [6, 7, 8]),
    ] as [(String, [Int?])] {
      let words = words.split(separator: " ").map(String.init)
      let errors = try VirgaProgram.run(words, input: text, in: place.directory.root).errors
      let lines = errors.split(separator: "\n").map {
        $0.split(separator: ":").lazy.compactMap { Int($0) }.first
      }
      #expect(lines == wanted, "\(words): \(errors)")
    }
  }

  @Test(
    "a line end in a name does not forge a line",
    arguments: [
      "validate odd\nfile", "values odd\nfile", "check odd\nfile oddfeature none",
      "enroll --manifest odd\nfile",
      "fml validate odd\nfile", "fml channels odd\nfile", "fml info odd\nfile",
    ])
  func lineEnds(_ line: String) throws {
    place.directory.write(
      """
      {"channels": ["a\\nb"], "features": {"odd\\nfeature": {"description": "d", "meta-bug": "https://a.org/",
      "variables": {"odd\\nvariable": {"description": "d", "type": "Int", "default": "x"}}}}}
      """, to: "odd\nfile")
    place.directory.write(
      "[\(Sample.recipeText("r", feature: "odd\nfeature"))]", to: "recipes.json")
    let recipes = ["--recipes", "recipes.json", "--client-id", Sample.clientID]
    let words =
      line.split(separator: " ").map(String.init) + (line.hasPrefix("enroll") ? recipes : [])
    let answer = try VirgaProgram.run(words, in: place.directory.root)
    let lines = (answer.output + answer.errors).split(separator: "\n")
    #expect(lines.contains { $0.contains("⏎") })
    #expect(
      lines.filter { line in ["file", "feature", "variable", "b"].contains { line.hasPrefix($0) } }
        == [])
  }

  @Test("names reserved in generated code get a warning") func reservedNames() throws {
    let text = Workplace.good.replacing("greeting: {", with: "class: {").replacing(
      "greeting:", with: "class:")
    let answer = try place.virga("validate", "-", input: text)
    #expect(
      answer.output.contains(
        "warning: features/omega.class: `class` is a keyword in Swift and Kotlin"))
    #expect(answer.output.hasSuffix("-: 1 warning\n"))
    #expect(answer.code == 0)
  }
}
