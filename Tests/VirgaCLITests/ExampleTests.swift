import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport
import VirgaYAML

/// The examples to copy; the app among them is compiled by another test.
@Suite("Examples")
struct ExampleTests {
  private static let folder = "\(Repository.root)/.examples"

  /// The files of manifests, and the schema for them, which every editor is told.
  private static let patterns: JSONValue = ["*.fml.yaml", "*.fml.yml"]
  private static let schema = "manifest.schema.json"

  private let place: Workplace

  init() throws { place = try Workplace() }

  private static func text(_ name: String) throws -> String {
    try #require(GoldenText.read("\(folder)/\(name)"), "\(name)")
  }

  private static func yaml(_ path: String) throws -> JSONValue {
    let text = try #require(GoldenText.read(path), "\(path)")
    return try #require(LocatedText(SourceText(name: path, text: text)).json, "\(path)")
  }

  @Test(
    "a workflow gives its action the inputs that the action has, and pins what it uses",
    arguments: ["validate", "compare"])
  func workflow(_ name: String) throws {
    let workflow = try Self.yaml("\(Self.folder)/workflows/\(name).yml")
    let steps = try #require(workflow["jobs"]?[name]?["steps"]?.arrayValue)
    let action = try Self.yaml("\(Repository.root)/.github/actions/\(name)/action.yml")
    let inputs = try #require(action["inputs"]?.objectValue)
    let step = try #require(steps.last)
    #expect(step["uses"]?.stringValue == "OWNER/virga/.github/actions/\(name)@COMMIT")
    let given = try #require(step["with"]?.objectValue)
    #expect(given.keys.allSatisfy { inputs[$0] != nil })
    let required = inputs.keys.filter { inputs[$0]?["required"] == true }
    #expect(required.allSatisfy { given[$0] != nil })
    let checkout = try #require(steps.first?["uses"]?.stringValue)
    #expect(checkout.wholeMatch(of: /actions\/checkout@[0-9a-f]{40}/) != nil)
  }

  @Test("the configuration of pre-commit names a hook of this repository")
  func hook() throws {
    let configuration = try Self.yaml("\(Self.folder)/pre-commit-config.yaml")
    let hooks = try Self.yaml("\(Repository.root)/.pre-commit-hooks.yaml")
    let named = configuration["repos"]?.arrayValue?.first?["hooks"]?.arrayValue?.first?["id"]
    #expect(named != nil)
    #expect(hooks.arrayValue?.contains { $0["id"] == named } == true)
  }

  @Test("the schema for editors is printed by the command that the examples name")
  func schemaOfEditors() throws {
    #expect(try Self.text("README.md").contains("\nvirga schema --fml > \(Self.schema)\n"))
    let answer = try place.virga("schema", "--fml")
    #expect(try JSONValue.parse(answer.output)["$schema"] != nil)
  }

  @Test("the settings of VS Code use the schema for manifests")
  func code() throws {
    let settings = try JSONValue.parse(Self.text("vscode/settings.json"))
    #expect(settings["yaml.schemas"]?["./\(Self.schema)"] == Self.patterns)
  }

  @Test(
    "the configuration of Neovim uses the schema for manifests",
    .enabled(if: SystemProgram.path(of: "lua5.4") != nil, "there is no lua5.4"))
  func neovim() throws {
    let lua = try #require(SystemProgram.path(of: "lua5.4"))
    let script = """
      local function config(name, options)
        local patterns = options.settings.yaml.schemas["\(Self.schema)"]
        print(name, options.cmd[1], table.concat(patterns, " "))
      end
      vim = { lsp = { config = config, enable = print } }
      dofile(arg[1])

      """
    place.directory.write(script, to: "neovim.lua")
    let shown = try ChildProcess.run([
      lua, place.directory.path("neovim.lua"), "\(Self.folder)/neovim/virga.lua",
    ])
    #expect(shown.errors == "")
    #expect(
      shown.output == "yamlls\tyaml-language-server\t*.fml.yaml *.fml.yml\nyamlls\n")
  }

  @Test(
    "the configuration of Helix uses the schema for manifests",
    .enabled(if: SystemProgram.path(of: "python3") != nil, "there is no python3"))
  func helix() throws {
    let python = try #require(SystemProgram.path(of: "python3"))
    let script = "import json, sys, tomllib; print(json.dumps(tomllib.load(sys.stdin.buffer)))"
    let read = try ChildProcess.run(
      [python, "-c", script], environment: SystemProgram.environment,
      input: Self.text("helix/languages.toml"))
    guard !read.errors.contains("No module named 'tomllib'") else {
      return print("skipped: Python is older than 3.11")
    }
    try #require(read.code == 0, "\(read.errors)")
    let server = try JSONValue.parse(read.output)["language-server"]?["yaml-language-server"]
    #expect(server?["config"]?["yaml"]?["schemas"]?[Self.schema] == Self.patterns)
  }

  @Test(
    "the lane of Fastlane generates Swift",
    .enabled(if: SystemProgram.path(of: "ruby") != nil, "there is no ruby"))
  func fastlane() throws {
    let ruby = try #require(SystemProgram.path(of: "ruby"))
    // What Fastlane does with the file, as far as the lane uses it.
    let runner = """
      def default_platform(name) end
      def platform(name) yield end
      def desc(text) end
      def sh(*words) system(*words, exception: true) end
      def lane(name) yield({}) end
      Dir.chdir("fastlane") { load ARGV[0] }

      """
    place.directory.write(runner, to: "runner.rb")
    try writeApp(folders: ["App", "fastlane"])
    let lane = try ChildProcess.run(
      [ruby, place.directory.path("runner.rb"), "\(Self.folder)/fastlane/Fastfile"],
      environment: VirgaProgram.environment(
        home: place.directory.root,
        adding: ["PATH": "\(VirgaProgram.folder):\(SystemProgram.searchPath)"]),
      folder: place.directory.root)
    #expect(lane.code == 0, "\(lane.errors)")
    let code = GoldenText.read(place.directory.path("App/Generated/C.swift"))
    #expect(code?.contains("class C") == true)
  }

  @Test("the command of the Gradle task generates Kotlin")
  func gradle() throws {
    let text = try Self.text("gradle/build.gradle.kts")
    let call = try #require(text.split(separator: "commandLine(").dropFirst().first)
    let arguments = try #require(call.split(separator: ")").first)
    // The words between quotation marks.
    let words = arguments.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    #expect(words.first == "virga")
    // Gradle makes the folder of outputs.
    #expect(text.contains("outputs.dir(\"build/generated/features\")"))
    try writeApp(folders: ["build", "build/generated", "build/generated/features"])
    let answer = try VirgaProgram.run(Array(words.dropFirst()), in: place.directory.root)
    #expect(answer.code == 0, "\(answer.errors)")
    let files = FileTree.files(below: place.directory.path("build/generated/features"))
    #expect(files.map { $0.hasSuffix(".kt") } == [true])
  }

  /// Writes the manifest of the examples and makes folders.
  private func writeApp(folders: [String]) throws {
    place.directory.write(Workplace.good, to: "nimbus.fml.yaml")
    for folder in folders { place.directory.makeDirectory(folder) }
  }
}
