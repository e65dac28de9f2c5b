import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport
import VirgaYAML

/// The action runs here with a stand-in for `gh` that records what it gets.
@Suite("The action compare", .timeLimit(.minutes(5))) struct CompareActionTests {
  private let repository: GitDirectory
  private var directory: TemporaryDirectory { repository.directory }

  /// A branch whose manifest differs from that of `origin/main`.
  init() throws {
    repository = try GitDirectory()
    directory.write(Workplace.good, to: "good.yaml")
    try repository.commit()
    try repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
    directory.write(
      Workplace.good.replacing("default: hello", with: "default: \"$(touch x) ${{ x }}\""),
      to: "good.yaml")
    try repository.commit()
    directory.makeDirectory("programs")
    directory.makeDirectory("temporary")
    try directory.writeScript(
      """
      #!/bin/sh
      printf '%s\\n' "$*" >>gh.txt
      for word; do case $word in body=@*) cat "${word#body=@}" >body.md;; esac; done
      if [ "$2" = graphql ]; then cat comments.txt; fi

      """, to: "programs/gh")
    directory.write("", to: "comments.txt")
  }

  private static func yaml(_ text: String, name: String) throws -> JSONValue {
    try #require(LocatedText(SourceText(name: name, text: text)).json, "\(name)")
  }

  private static func action() throws -> JSONValue {
    let path = Repository.root + "/.github/actions/compare/action.yml"
    return try yaml(#require(GoldenText.read(path)), name: path)
  }

  /// Runs the last step of the action as a workflow does.
  private func run(
    token: String = "secret", manifest: String = "good.yaml", base: String = "origin/main"
  ) throws -> ChildProcess {
    let bash = try #require(SystemProgram.path(of: "bash"))
    let steps = try #require(try Self.action()["runs"]?["steps"]?.arrayValue)
    let script = try #require(steps.last?["run"]?.stringValue)
    let folders = [directory.path("programs"), VirgaProgram.folder, SystemProgram.searchPath]
    return try ChildProcess.run(
      [bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
      environment: VirgaProgram.environment(
        home: directory.root,
        adding: [
          "PATH": folders.joined(separator: ":"),
          "RUNNER_TEMP": directory.path("temporary"),
          "GITHUB_STEP_SUMMARY": directory.path("summary.md"),
          "GITHUB_REPOSITORY": "someone/app", "GH_TOKEN": token, "PULL_REQUEST": "7",
          "MANIFEST": manifest, "BASE": base,
          "DEFAULT_BRANCH": "main", "CHANNELS": "",
        ]),
      folder: directory.root)
  }

  private func text(_ name: String) -> String { GoldenText.read(directory.path(name)) ?? "" }

  @Test("the summary gets the comparison") func summary() throws {
    let answer = try run(token: "")
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(text("summary.md").contains("#### Changed: <code>omega</code>"))
  }

  @Test(
    "without a commit before, the default branch is compared",
    arguments: [
      TestRow("the first push of a branch", String(repeating: "0", count: 40)),
      TestRow("no push", ""),
    ])
  func defaultBranch(_ row: TestRow<String>) throws {
    let answer = try run(token: "", base: row.values)
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(text("summary.md").contains("#### Changed: <code>omega</code>"))
  }

  @Test("without a token there is no comment") func noToken() throws {
    _ = try run(token: "")
    #expect(text("gh.txt") == "")
  }

  @Test("a value of a manifest is not run as a command") func hostileValue() throws {
    _ = try run(token: "")
    #expect(GoldenText.read(directory.path("x")) == nil)
  }

  @Test("with a token there is one comment, which later runs update") func comment() throws {
    #expect(try run().code == 0)
    #expect(text("gh.txt").hasSuffix("repos/someone/app/issues/7/comments -F body=@\(body)\n"))
    let first = text("body.md")
    #expect(first.hasPrefix("<!-- virga compare "))
    #expect(first.contains("#### Changed: <code>omega</code>"))
    directory.write("41\n42\n", to: "comments.txt")
    #expect(try run().code == 0)
    #expect(
      text("gh.txt").hasSuffix(
        "-X PATCH repos/someone/app/issues/comments/41 -F body=@\(body)\n"))
    #expect(text("body.md") == first)
  }

  private var body: String { directory.path("temporary/virga-compare.md") }

  @Test("each manifest has its own comment") func markers() throws {
    directory.write(Workplace.good, to: "other.yaml")
    try repository.commit()
    try repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
    #expect(try run().code == 0)
    let first = text("body.md").split(separator: "\n").first
    #expect(try run(manifest: "other.yaml").code == 0)
    #expect(text("body.md").split(separator: "\n").first != first)
  }

  @Test("a comparison that fails ends the step, without a comment") func failing() throws {
    let answer = try run(base: "nowhere")
    #expect(answer.code == 64)
    #expect(answer.errors.contains("has no revision nowhere"))
    #expect((text("gh.txt"), text("summary.md")) == ("", ""))
  }

  /// Runs the action on a manifest with errors.
  private func runOnErrors() throws -> ChildProcess {
    directory.write(Workplace.bad, to: "good.yaml")
    try repository.commit()
    return try run()
  }

  @Test("a manifest with errors is compared") func comparedErrors() throws {
    _ = try runOnErrors()
    #expect(text("summary.md").contains("### "))
    #expect(text("gh.txt").contains("issues/7/comments"))
  }

  @Test("errors of a manifest fail the step") func errors() throws {
    let answer = try runOnErrors()
    #expect(answer.code == 1)
    #expect(answer.errors.contains("[unknown-type]"))
  }

  @Test("the workflow of the article uses inputs that the action has") func workflow() throws {
    let path = Repository.root + "/Sources/virga/virga.docc/ReviewingAChange.md"
    let article = try #require(GoldenText.read(path))
    let block = try #require(article.split(separator: "```yaml\n").last)
    let text = try #require(block.split(separator: "```").first)
    let workflow = try Self.yaml(String(text), name: path)
    let steps = try #require(workflow["jobs"]?["compare"]?["steps"]?.arrayValue)
    #expect(steps[0]["with"]?["fetch-depth"] == 0)
    #expect(steps[1]["uses"]?.stringValue?.hasSuffix("/.github/actions/compare@COMMIT") == true)
    let inputs = try #require(try Self.action()["inputs"]?.objectValue)
    let used = try #require(steps[1]["with"]?.objectValue)
    #expect(used.keys.allSatisfy { inputs[$0] != nil })
    let required = inputs.keys.filter { inputs[$0]?["required"] == true }
    #expect(required.allSatisfy { used[$0] != nil })
    for input in inputs.keys { #expect(article.contains("| `\(input)` |")) }
  }
}
