import Testing
import VirgaTestSupport

@Suite("Errors in other features") struct StrictOptionTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(Self.manifest, to: "two.yaml")
    place.directory.write("{}", to: "config.json")
    let recipe = Sample.recipeText("trial", feature: "whole")
    place.directory.write("[\(recipe)]", to: "recipes.json")
  }

  /// One feature without errors, one with an error in its schema, and one with an error in its
  /// default.
  private static let manifest = """
    channels: [beta]
    features:
      whole:
        description: d
        variables:
          on: {description: d, type: Boolean, default: true}
      untyped:
        description: d
        variables:
          on: {description: d, type: Boolen, default: true}
      wrong:
        description: d
        variables:
          on: {description: d, type: Boolean, default: 5}
    """

  private static let commands = [
    "check two.yaml whole config.json", "schema two.yaml whole",
    "complete two.yaml whole config.json 1 2", "values two.yaml whole",
    "values two.yaml --feature whole", "compare two.yaml two.yaml --feature whole",
  ]

  private func virga(_ line: String) throws -> ChildProcess {
    let words = line.split(separator: " ").map(String.init)
    return try VirgaProgram.run(words, in: place.directory.root)
  }

  @Test("are only a remark of an answer about one feature", arguments: commands)
  func remark(_ line: String) throws {
    let answer = try virga(line)
    #expect(answer.code == 0, "\(answer.errors)")
    let remark = "note: 2 errors in other features of the manifest, such as two.yaml:"
    #expect(answer.errors.hasPrefix(remark), "\(answer.errors)")
  }

  @Test("fail with --strict", arguments: commands)
  func strict(_ line: String) throws {
    let answer = try virga(line + " --strict")
    #expect(answer.code == 1)
    #expect(answer.errors.split(separator: "\n").count { $0.contains(": error: ") } == 2)
  }

  @Test("do not keep clients from enrolling in a recipe of one feature")
  func enrollment() throws {
    let line = "enroll --recipes recipes.json --client-id \(Sample.clientID) --manifest two.yaml"
    let answer = try virga(line)
    #expect(answer.errors.contains("note: 2 errors in other features"), "\(answer.errors)")
    #expect(!answer.errors.contains("error: features/"))
    #expect(try virga(line + " --strict").code == 1)
  }

  @Test("do not hide errors of the feature itself", arguments: ["untyped", "wrong"])
  func ownErrors(_ feature: String) throws {
    let answer = try virga("check two.yaml \(feature) config.json")
    #expect(answer.errors.hasPrefix("two.yaml:"), "\(answer.errors)")
    #expect(answer.errors.contains("note: 1 error in other features"))
    #expect(answer.code == 1)
  }
}

@Suite("--lax-gecko-pref-validation") struct LaxPreferenceTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(
      """
      about: {description: d, swift: {module: M, class: C}}
      channels: [beta]
      features:
        reader:
          description: d
          variables:
            font:
              description: d
              type: String
              default: serif
              gecko-pref: {pref: reader.font, branch: user}
      """, to: "lax.yaml")
    place.directory.write("{}", to: "config.json")
  }

  @Test(
    "is accepted wherever a manifest is read",
    arguments: [
      "validate lax.yaml", "values lax.yaml", "check lax.yaml reader config.json",
      "schema lax.yaml reader", "complete lax.yaml reader config.json 1 2",
      "compare lax.yaml lax.yaml",
    ])
  func everyCommand(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    #expect(try VirgaProgram.run(words, in: place.directory.root).code == 1)
    let lax = try VirgaProgram.run(
      words + ["--lax-gecko-pref-validation"], in: place.directory.root)
    #expect(lax.code == 0, "\(lax.output)\(lax.errors)")
  }

  @Test(
    "is accepted by commands that open a session",
    arguments: ["open lax.yaml --dump", "flags list --manifest lax.yaml"])
  func sessions(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let lax = try VirgaProgram.run(
      words + ["--lax-gecko-pref-validation"], in: place.directory.root)
    #expect(lax.code == 0, "\(lax.output)\(lax.errors)")
  }
}
