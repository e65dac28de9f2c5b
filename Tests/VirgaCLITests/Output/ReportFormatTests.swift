import Testing
import VirgaFiles
import VirgaJSON
import VirgaSource
import VirgaTestSupport
import VirgaYAML

@Suite("Report formats")
struct ReportFormatTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("github annotates the lines of a workflow")
  func github() throws {
    let answer = try place.virga("validate", "bad.yaml", "--format", "github")
    #expect(
      answer.output == """
        ::error file=bad.yaml,line=13,col=23,endLine=13,endColumn=29,title=unknown-type::features/alpha/enabled: \
        `Boolen` is neither a built-in type nor an enum or object of this manifest; did you mean `Boolean`?

        """)
    #expect(answer.code == 1)
    let good = try place.virga("validate", "good.yaml", "--format", "github")
    #expect(good.output == "")
    #expect(good.code == 0)
  }

  @Test("github escapes characters that a workflow command would misread")
  func escapes() throws {
    let file = "100%, a:b.yaml"
    place.directory.write(Workplace.bad, to: file)
    let answer = try place.virga("validate", file, "--format", "github")
    #expect(answer.output.hasPrefix("::error file=100%25%2C a%3Ab.yaml,line=13,"))
  }

  @Test(
    "github writes one line for a problem, whatever breaks the lines of its values",
    arguments: [
      TestRow("a vertical tab", "\u{0B}"),
      TestRow("a form feed", "\u{0C}"),
      TestRow("a file separator", "\u{1C}"),
      TestRow("a group separator", "\u{1D}"),
      TestRow("a record separator", "\u{1E}"),
      TestRow("NEL", "\u{85}"),
      TestRow("a line separator", "\u{2028}"),
      TestRow("a paragraph separator", "\u{2029}"),
      TestRow("LF", "\n"),
      TestRow("CR LF", "\r\n"),
      TestRow("CR", "\r"),
    ])
  func lineEnds(_ row: TestRow<String>) throws {
    let end = row.values
    let value = JSONValue.string("a\(end)::stop-commands::x\(end)\u{301},line=7")
    place.directory.write(#"{"enabled": \#(value.compact)}"#, to: "config.json")
    let answer = try place.virga(
      "check", "good.yaml", "alpha", "config.json", "--channel", "beta", "--format", "github")
    #expect(answer.output.split(whereSeparator: \.isNewline).count == 1)
    let escaped = answer.output.dropLast()
    #expect(
      !escaped.unicodeScalars.contains {
        $0.value < 0x20 || $0.value == 0x85 || $0.value & ~1 == 0x2028
      })
    #expect(escaped.hasPrefix("::error file=config.json,"))
  }

  @Test("sarif names a file by its bytes")
  func fileOfBytes() throws {
    let line = """
      name=$(printf 'caf\\351.yaml'); cp bad.yaml "$name"
      exec '\(VirgaProgram.path)' validate "$name" --format sarif
      """
    let answer = try ChildProcess.run(
      ["/bin/sh", "-c", line],
      environment: VirgaProgram.environment(home: place.directory.root),
      folder: place.directory.root)
    #expect(answer.output.contains(#""uri": "caf%E9.yaml""#))
  }

  @Test("sarif prints a SARIF 2.1.0 log")
  func sarif() throws {
    let answer = try place.virga("validate", "bad.yaml", "--format", "sarif")
    #expect(answer.code == 1)
    let log = try JSONValue.parse(answer.output)
    #expect(log["version"] == "2.1.0")
    let run = try #require(log["runs"]?[0])
    let page = JSONValue.string("https://experimenter.info/fml/fml-spec")
    #expect(run["tool"]?["driver"]?["informationUri"] == page)
    #expect(
      run["tool"]?["driver"]?["rules"] == [
        [
          "id": "unknown-type", "shortDescription": ["text": "a type that is not defined"],
          "help": ["text": "virga help problems unknown-type"], "helpUri": page,
        ]
      ])
    #expect(
      run["results"]?[0]?["locations"] == [
        [
          "physicalLocation": [
            "artifactLocation": ["uri": "bad.yaml", "uriBaseId": "SRCROOT"],
            "region": ["startLine": 13, "startColumn": 23, "endLine": 13, "endColumn": 29],
          ],
          "logicalLocations": [["fullyQualifiedName": "features.alpha.enabled"]],
        ]
      ])
    #expect(run["results"]?[0]?["level"] == "error")
    let base = run["originalUriBaseIds"]?["SRCROOT"]?["uri"]
    #expect(base?.stringValue?.hasSuffix("\(place.directory.root)/") == true)
  }

  @Test("reports name files from the root of the repository, whatever the working folder is")
  func repositoryRoot() throws {
    place.directory.makeDirectory(".git")
    place.directory.makeDirectory("apps")
    let folder = place.directory.path("apps")
    func report(_ format: String) throws -> String {
      try VirgaProgram.run(["validate", "../bad.yaml", "--format", format], in: folder).output
    }
    let run = try JSONValue.parse(report("sarif"))["runs"]?[0]
    let file = run?["results"]?[0]?["locations"]?[0]?["physicalLocation"]?["artifactLocation"]
    #expect(file == ["uri": "bad.yaml", "uriBaseId": "SRCROOT"])
    let base = run?["originalUriBaseIds"]?["SRCROOT"]?["uri"]
    #expect(base?.stringValue?.hasSuffix("\(place.directory.root)/") == true)
    #expect(try report("github").hasPrefix("::error file=bad.yaml,line=13,"))
  }

  @Test("a check names the path of its config")
  func check() throws {
    place.directory.write(#"{"enabled": 1}"#, to: "a b.json")
    let bad = try place.virga(
      "check", "good.yaml", "alpha", "a b.json", "--channel", "beta", "--format", "sarif")
    let results = try JSONValue.parse(bad.output)["runs"]?[0]?["results"]
    #expect(
      results?[0]?["locations"]?[0]?["physicalLocation"]?["artifactLocation"]?["uri"]
        == "a%20b.json")
    #expect(bad.code == 1)
  }

  @Test("a check without problems exits with 0")
  func goodConfig() throws {
    place.directory.write("{}", to: "empty.json")
    let good = try place.virga(
      "check", "good.yaml", "alpha", "empty.json", "--channel", "beta", "--format", "github")
    #expect(good.output == "")
    #expect(good.code == 0)
  }

  /// The hook of the repository.
  private static func hook() throws -> JSONValue {
    let path = Repository.root + "/.pre-commit-hooks.yaml"
    let hooks = try #require(
      LocatedText(SourceText(name: path, bytes: FileReading.disk().read(path))).json)
    return try #require(hooks[0])
  }

  /// Runs the hook on changed files, beside a manifest with a part that has errors.
  private func runHook(_ files: String) throws -> ChildProcess {
    place.directory.makeDirectory("parts")
    place.directory.write(Self.part, to: "parts/tray.yaml")
    place.directory.write("on: push\n", to: "parts/workflow.yaml")
    place.directory.write(
      """
      about: {description: d, swift: {module: M, class: C}}
      channels: [beta]
      includes: [parts/tray.yaml]

      """, to: "app.fml.yaml")
    let entry = try #require(try Self.hook()["entry"]?.stringValue)
    return try ChildProcess.run(
      ["/bin/sh", "-c", "\(entry) \(files)"],
      environment: ["PATH": "\(VirgaProgram.folder):/usr/bin:/bin"],
      folder: place.directory.root)
  }

  @Test("the pre-commit hook gets YAML files") func filesOfHook() throws {
    let hook = try Self.hook()
    #expect(hook["language"] == "system")
    #expect(hook["files"]?.stringValue == #"\.ya?ml$"#)
  }

  @Test("the pre-commit hook checks the manifest of a changed part") func hookOnPart() throws {
    let part = try runHook("parts/tray.yaml parts/workflow.yaml")
    #expect(part.output.hasPrefix("parts/tray.yaml:5:"), "\(part.output)\(part.errors)")
    #expect(part.output.hasSuffix("app.fml.yaml: 1 error, 1 hint\n"), "\(part.output)")
    #expect(part.code == 1)
  }

  @Test("the pre-commit hook skips files of no manifest") func hookOnOtherFile() throws {
    let other = try runHook("parts/workflow.yaml")
    #expect(other.code == 0)
    #expect(other.errors == "note: no manifest includes parts/workflow.yaml\n")
  }

  @Test("the pre-commit hook fails for a changed manifest with errors")
  func hookOnManifest() throws {
    #expect(try runHook("bad.yaml good.yaml").code == 1)
    #expect(try runHook("good.yaml").code == 0)
  }

  private static let part = """
    features:
      tray:
        description: d
        variables:
          shown: {description: d, type: Boolean, default: maybe}
    """
}
