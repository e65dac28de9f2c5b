import Testing
import VirgaFiles
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Files of a manifest") struct FileReaderTests {
  private static let top = """
    channels: [dev]
    features:
      f:
        description: d
        variables: {v: {description: d, type: Option<Boolean>, default: true}}
        examples: [{name: One, path: one}]

    """

  private func problems(_ files: [String: String], repositories: [String] = []) throws -> [String] {
    let texts = Dictionary(uniqueKeysWithValues: files.map { ("/w/\($0)", Array($1.utf8)) })
    let loader = ManifestLoader(
      files: .memory(texts), workingFolder: "/w",
      options: LoadingOptions(repositoryFiles: repositories))
    let found = try loader.load("app.fml.yaml").problems
    return found.filter { !$0.code.description.hasPrefix("missing-") }.map { problem in
      "\(problem.location?.description ?? "") \(problem.severity) \(problem.code)"
    }
  }

  @Test(
    "a value-only example is checked for repeated keys",
    arguments: [
      ("one.yaml", "v: false\nv: true\n", "one.yaml:2:1 warning repeated-key"),
      ("one.json", "{\"v\": false,\n\"v\": true}", "one.json:2:1 warning repeated-key"),
      ("one.yaml", "v: .inf\n", "one.yaml:1:4 warning number-not-finite"),
    ])
  func example(_ name: String, _ text: String, _ problem: String) throws {
    let manifest = Self.top.replacing("path: one", with: "path: \(name)")
    #expect(try problems(["app.fml.yaml": manifest, name: text]) == [problem])
  }

  @Test("a repeated key is a warning in an example file, an included file and a repository file")
  func otherFiles() throws {
    let manifest =
      Self.top.replacing("{name: One, path: one}", with: "whole.yaml") + "include: [part.yaml]\n"
    let files = [
      "app.fml.yaml": manifest, "whole.yaml": "name: One\nvalue: {v: true, v: false}\n",
      "part.yaml":
        "features: {g: {description: d, variables: {}}, g: {description: e, variables: {}}}\n",
      "repos.yaml": "a/b: ./x\na/b: ./y\n",
    ]
    #expect(
      try problems(files, repositories: ["repos.yaml"]).sorted() == [
        "part.yaml:1:48 warning repeated-key", "repos.yaml:2:1 warning repeated-key",
        "whole.yaml:2:18 warning repeated-key",
      ])
  }

  @Test("the element of a list before a wrong one is not its key")
  func wrongElement() throws {
    let manifest = try Sample.load(Self.top.replacing("[dev]", with: "[dev, {x: [1]}]"))
    let messages = manifest.problems.filter { $0.code == "wrong-kind" }.map(\.message)
    #expect(messages == ["expected a string, found an object"])
  }

  @Test("a number that JSON does not have is a warning in a manifest")
  func numbers() throws {
    let text = Self.top.replacing("default: true", with: "default: .nan")
      .replacing("path: one", with: "value: {v: 1e999}")
    let found = try problems(["app.fml.yaml": text])
    #expect(found.contains("app.fml.yaml:5:69 warning number-not-finite"))
    #expect(found.contains("app.fml.yaml:6:39 warning number-too-large"))
  }

  @Test(
    "a number that JSON does not have is one problem where its type does not allow what it is read as",
    arguments: [
      (
        "Int", ".nan", "number-not-finite",
        "Invalid value for type Int: `.nan` is not a number in JSON; write a finite number or null"
      ),
      (
        "Double", "1e999", "number-too-large",
        "Invalid value for type Double: `1e999` is too large for a number; write a number below 1.8e308, or put the "
          + "text in quotes"
      ),
    ])
  func numberOfType(_ type: String, _ number: String, _ code: String, _ sentence: String) throws {
    let text = Self.top.replacing(
      "Option<Boolean>, default: true", with: "\(type), default: \(number)"
    )
    .replacing("{name: One, path: one}", with: "")
    let loader = ManifestLoader(
      files: .memory(["/w/app.fml.yaml": Array(text.utf8)]), workingFolder: "/w")
    let manifest = try loader.load("app.fml.yaml")
    let errors = manifest.problems(in: "dev")
    #expect(errors.map(\.sentence) == [sentence])
    #expect(errors.map(\.code.description) == [code])
    #expect(errors.map(\.severity) == [.error])
  }

  @Test("a tag that does not match is an error in a manifest")
  func tags() throws {
    let text = Self.top.replacing("default: true", with: "default: !!bool yes")
      .replacing("path: one", with: "value: {}")
    #expect(try problems(["app.fml.yaml": text]).contains("app.fml.yaml:5:69 error tag-mismatch"))
  }

  @Test("a manifest without a byte is not a manifest")
  func empty() throws {
    let error = #expect(throws: Problems.self) { try problems(["app.fml.yaml": ""]) }
    #expect(
      error?.all.map { $0.rendered() } == [
        "app.fml.yaml:1:1: error: the file is empty; write a manifest, or restore the one that was here [empty-manifest]"
      ])
    #expect(
      try problems(["app.fml.yaml": "# to do\n"]).contains { $0.hasSuffix("warning no-channels") })
  }

  @Test("an included file without a byte makes the values incomplete")
  func emptyInclude() throws {
    let loader = ManifestLoader(
      files: .memory([
        "/w/app.fml.yaml": Array("channels: [a]\ninclude: [part.yaml]\n".utf8), "/w/part.yaml": [],
      ]),
      workingFolder: "/w")
    let manifest = try loader.load("app.fml.yaml")
    #expect(manifest.problems.map(\.code) == ["empty-manifest"])
    #expect(!manifest.isComplete)
  }

  @Test(
    "an integer beyond 64 bits is a problem",
    arguments: ["18446744073709551616", "-9223372036854775809", "0xFFFFFFFFFFFFFFFFFF"])
  func beyond64Bits(_ literal: String) throws {
    let manifest = try Sample.load(
      """
      channels: [a]
      features:
        f:
          description: d
          variables:
            v: { description: d, type: Int, default: \(literal) }
      """)
    let problem = try #require(manifest.problems.first { $0.code == "number-too-large" })
    #expect(problem.path == "features.f.variables.v.default")
    #expect(problem.location?.range.start == SourcePosition(line: 6, column: 48))
  }

  @Test("null counts as an empty list or map")
  func nullIsEmpty() throws {
    let keys = ["documentation", "contacts", "events", "defaults", "examples"].map { "    \($0):" }
    let tops = ["imports", "includes", "enums", "objects", "types"].map { "\($0):" }
    let text =
      "channels: [dev]\nfeatures:\n  f:\n    variables:\n" + (keys + tops).joined(separator: "\n")
    let manifest = try Sample.load(text)
    let errors = (manifest.problems + manifest.problems(in: "dev")).filter { $0.severity == .error }
    #expect(errors == [])
    #expect(manifest.feature("f")?.variables.isEmpty == true)
  }

  @Test(
    "a key that some documents promise is a warning, which says so if nimbus-fml rejects it",
    arguments: [
      ("required: true, type: Int, default: 1", "objects.O.fields.x.required"),
      ("failable: true, type: Int, default: 1", "objects.O.fields.x.failable"),
    ])
  func promisedKeys(_ field: String, _ path: String) throws {
    let manifest = try Sample.load(
      Sample.feature(
        "variables: {v: {description: d, type: O, default: {}}}\ndefaults: [{value: {}, required: true}]",
        rest: "objects: {O: {description: d, fields: {x: {description: d, \(field)}}}}"))
    let found = manifest.problems.filter { $0.code == "unsupported-key" }
    #expect(found.allSatisfy { $0.severity == .warning })
    #expect(found.map(\.path) == ["features.f.defaults[0].required", path])
    #expect(found.map { $0.message.contains("nimbus-fml rejects it: remove it") } == [false, true])
  }
}
