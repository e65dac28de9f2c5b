import Testing
import VirgaTestSupport

@Suite("virga compare --rev", .timeLimit(.minutes(5))) struct CompareCommandRevisionTests {
  private let repository: GitDirectory
  private var directory: TemporaryDirectory { repository.directory }

  /// A repository with a manifest that includes a file and imports one, in one commit.
  init() throws {
    repository = try GitDirectory()
    for folder in ["app", "library"] { directory.makeDirectory(folder) }
    directory.write(
      """
      about: {description: An app}
      channels: [beta, release]
      includes: [menu.yaml]
      imports: [{path: ../library/library.fml.yaml, channel: release}]
      features: {}
      """, to: Self.manifest)
    writeMenu(on: "true")
    writeLibrary(count: 1)
    try repository.commit()
  }

  private static let manifest = "app/nimbus.fml.yaml"

  /// Writes the included file; the variable `on` has another default in beta.
  private func writeMenu(on: String, to file: String = "app/menu.yaml") {
    directory.write(
      """
      features:
        menu:
          description: A menu
          variables:
            on: {description: Whether it is shown, type: Boolean, default: true}
          defaults: [{channel: beta, value: {on: \(on)}}]
      """, to: file)
  }

  /// Writes the imported manifest.
  private func writeLibrary(count: Int) {
    directory.write(
      """
      about: {description: A library, swift: {module: L, class: L}}
      channels: [release]
      features:
        cards:
          description: Cards
          variables:
            count: {description: How many, type: Int, default: \(count)}
      """, to: "library/library.fml.yaml")
  }

  private func compare(_ words: String...) throws -> ChildProcess {
    try VirgaProgram.run(["compare"] + words, in: directory.root)
  }

  @Test("the files on disk are compared with a revision, with what they include and import")
  func workTree() throws {
    writeMenu(on: "false")
    writeLibrary(count: 2)
    let before = try repository.git("status", "--porcelain")
    let answer = try compare("--rev", "HEAD", Self.manifest)
    #expect(
      answer.output == """
        HEAD → work tree, in beta, release

        ~ cards
          ~ count  1 → 2

        ~ menu
          ~ on  beta: true → false

        features changed: cards, menu

        """)
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(try repository.git("status", "--porcelain") == before)
  }

  @Test("JSON names the values by revision and channel") func json() throws {
    writeMenu(on: "false")
    let answer = try compare("--rev", "HEAD", Self.manifest, "--format", "json")
    #expect(answer.output.contains("\"HEAD@beta\": true"))
    #expect(answer.output.contains("\"work tree@beta\": false"))
    #expect(answer.output.contains("\"change\": \"changed\""))
  }

  @Test("Markdown names the manifest and both revisions") func markdown() throws {
    writeMenu(on: "false")
    let answer = try compare("--rev", "HEAD", Self.manifest, "--format", "markdown")
    let manifest = "<code>app&#47;nimbus.fml.yaml</code>"
    #expect(
      answer.output.hasPrefix(
        "### \(manifest): <code>HEAD</code> → <code>work tree</code>\n"))
    #expect(answer.output.contains("| <code>beta</code> | <code>true</code> |"))
  }

  @Test("channels can be chosen, as words and with --channels")
  func channels() throws {
    writeMenu(on: "false")
    let words = try compare("--rev", "HEAD", Self.manifest, "release")
    #expect(words.output.hasSuffix(": no differences\n"))
    let option = try compare("--rev", "HEAD", Self.manifest, "--channels", "beta")
    #expect(option.output.hasPrefix("HEAD → work tree, in beta\n"))
  }

  @Test(
    "a range of revisions is read as git reads it",
    arguments: [
      TestRow("two dots", (["main..side"], ["~ count  2 → 1", "beta: true → false"])),
      TestRow("two options", (["main", "side"], ["~ count  2 → 1", "beta: true → false"])),
      TestRow("three dots", (["main...side"], ["beta: true → false"])),
      TestRow("three dots without a side", (["side..."], ["~ count  1 → 2"])),
    ])
  func ranges(_ row: TestRow<([String], [String])>) throws {
    let (revisions, changes) = row.values
    try repository.git("checkout", "-q", "-b", "side")
    writeMenu(on: "false")
    try repository.commit()
    try repository.git("checkout", "-q", "main")
    writeLibrary(count: 2)
    try repository.commit()
    let answer = try VirgaProgram.run(
      ["compare"] + revisions.flatMap { ["--rev", $0] } + [Self.manifest], in: directory.root)
    for change in changes { #expect(answer.output.contains(change), "\(answer.output)") }
    let lines = answer.output.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("  ~ ") } == changes.count)
    #expect(answer.code == 0, "\(answer.errors)")
  }

  @Test("a manifest that was renamed is found under its old path")
  func renamed() throws {
    try repository.git("mv", Self.manifest, "app/app.fml.yaml")
    try repository.git("mv", "app/menu.yaml", "app/list.yaml")
    let text = try repository.git("show", "HEAD:\(Self.manifest)")
    directory.write(text.replacing("menu.yaml", with: "list.yaml"), to: "app/app.fml.yaml")
    writeMenu(on: "false", to: "app/list.yaml")
    try repository.git("add", "--all")
    for revisions in [["HEAD"], ["HEAD~1", "HEAD"]] {
      let words = revisions.flatMap { ["--rev", $0] }
      let answer = try VirgaProgram.run(
        ["compare"] + words + ["app/app.fml.yaml"], in: directory.root)
      #expect(answer.output.contains("~ on  beta: true → false"), "\(answer.errors)")
      #expect(
        answer.errors == "note: app/app.fml.yaml is \(Self.manifest) in \(revisions[0])\n")
      if revisions.count == 1 { try repository.commit() }
    }
  }

  /// Renames the manifest in a commit and rewrites it in the next one.
  private func renameAndRewrite() throws {
    try repository.git("mv", Self.manifest, "app/app.fml.yaml")
    try repository.commit()
    let text = try repository.git("show", "HEAD:app/app.fml.yaml")
    let lines = (0..<200).map { "# A comment, number \($0)\n" }.joined()
    directory.write(lines + text, to: "app/app.fml.yaml")
    try repository.commit()
  }

  /// A program that git signs commits with, as with `gpg`; it adds a line to `runs` each time.
  private static let signer = """
    #!/bin/sh
    cat >/dev/null
    echo "$@" >>"${0%/*}/runs"
    echo "[GNUPG:] SIG_CREATED " >&2
    printf '%s\\n' '-----BEGIN PGP SIGNATURE-----' '' a '-----END PGP SIGNATURE-----'
    """

  @Test("no program verifies the signatures of commits") func signed() throws {
    try directory.writeScript(Self.signer, to: "signer")
    for (setting, value) in [
      ("gpg.program", directory.path("signer")), ("user.signingKey", "me"),
      ("commit.gpgSign", "true"), ("log.showSignature", "true"),
    ] {
      try repository.git("config", setting, value)
    }
    try renameAndRewrite()
    let runs = try #require(GoldenText.read(directory.path("runs")))
    let answer = try compare("--rev", "HEAD~2", "--rev", "HEAD", "app/app.fml.yaml")
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(GoldenText.read(directory.path("runs")) == runs)
  }

  @Test("a manifest that was renamed and then rewritten is followed from commit to commit")
  func renamedAndRewritten() throws {
    try renameAndRewrite()
    let answer = try compare("--rev", "HEAD~2", "--rev", "HEAD", "app/app.fml.yaml")
    #expect(answer.output.hasSuffix(": no differences\n"), "\(answer.errors)")
    #expect(answer.code == 0)
  }

  @Test(
    "a revision that does not exist is a wrong argument",
    arguments: [
      TestRow("a name that nothing has", (["--rev", "mian"], "has no revision mian")),
      TestRow("a similar name", (["--rev", "mian"], "did you mean `main`?")),
      TestRow("an option of git", (["--rev=--all"], "has no revision --all")),
      TestRow("a range of three", (["--rev", "a..b", "--rev", "c"], "--rev takes one")),
      TestRow("a blob", (["--rev", "HEAD:app/menu.yaml"], "has no revision HEAD:app")),
    ])
  func unknownRevisions(_ row: TestRow<([String], String)>) throws {
    let (words, reason) = row.values
    let answer = try VirgaProgram.run(
      ["compare"] + words + [Self.manifest], in: directory.root)
    #expect(answer.errors.contains(reason), "\(answer.errors)")
    #expect((answer.output, answer.code) == ("", 64))
  }

  @Test("a manifest outside of a repository has no revisions") func outside() throws {
    let place = try Workplace()
    let answer = try place.virga("compare", "--rev", "HEAD", "good.yaml")
    #expect(answer.errors.contains("is not in a git repository"), "\(answer.errors)")
    #expect((answer.output, answer.code) == ("", 2))
  }

  @Test(
    "a manifest that is not on disk has no revisions", arguments: ["-", "https://x.org/a.yaml"])
  func remote(_ manifest: String) throws {
    let answer = try compare("--rev", "HEAD", manifest)
    #expect(answer.errors.contains("--rev needs a manifest on disk"), "\(answer.errors)")
    #expect(answer.code == 64)
  }

  @Test("a revision that lacks the manifest is an error") func missing() throws {
    directory.write("channels: [beta]\nfeatures: {}\n", to: "app/new.fml.yaml")
    let answer = try compare("--rev", "HEAD", "app/new.fml.yaml")
    #expect(answer.errors.contains("HEAD has no app/new.fml.yaml"), "\(answer.errors)")
    #expect(answer.code == 2)
  }

  @Test("a shallow clone that lacks the revision says how to fetch it") func shallow() throws {
    writeMenu(on: "false")
    try repository.commit()
    try repository.git("clone", "-q", "--depth", "1", "file://\(directory.root)", "clone")
    let answer = try compare("--rev", "HEAD~1", "clone/\(Self.manifest)")
    #expect(answer.errors.contains("this shallow clone does not have HEAD~1"), "\(answer.errors)")
    #expect(answer.errors.contains("fetch-depth: 0"))
    #expect((answer.output, answer.code) == ("", 2))
  }

  @Test("a partial clone fetches nothing, and says how to get what is missing")
  func partial() throws {
    writeMenu(on: "false")
    try repository.commit()
    for setting in ["uploadpack.allowFilter", "uploadpack.allowAnySHA1InWant"] {
      try repository.git("config", setting, "true")
    }
    let source = "file://\(directory.root)"
    try repository.git("clone", "-q", "--filter=blob:none", source, "clone")
    let answer = try compare("--rev", "HEAD~1", "clone/\(Self.manifest)")
    #expect(answer.errors.contains("this partial clone lacks a file"), "\(answer.errors)")
    #expect(answer.errors.contains("git fetch --refetch --no-filter"))
    #expect(answer.code == 1)
  }

  @Test("without git the error says that it cannot be started") func withoutGit() throws {
    let answer = try VirgaProgram.run(
      ["compare", "--rev", "HEAD", Self.manifest], in: directory.root,
      environment: ["PATH": directory.root])
    #expect(answer.errors.contains("git cannot be started"), "\(answer.errors)")
    #expect((answer.output, answer.code) == ("", 2))
  }

  @Test("a symbolic link in a revision is a problem, at the file that includes it")
  func symbolicLink() throws {
    directory.rename("app/menu.yaml", to: "app/real.yaml")
    directory.link("app/menu.yaml", to: "app/real.yaml")
    try repository.commit()
    let answer = try compare("--rev", "HEAD", Self.manifest)
    #expect(answer.errors.contains("HEAD:\(Self.manifest):3:"), "\(answer.errors)")
    #expect(answer.errors.contains("menu.yaml is a symbolic link there"))
    #expect(answer.code == 1)
  }

  @Test("errors of a revision are printed with it") func oldErrors() throws {
    writeMenu(on: "nonsense")
    try repository.commit()
    writeMenu(on: "true")
    let answer = try compare("--rev", "HEAD", Self.manifest)
    #expect(answer.errors.contains("HEAD:app/menu.yaml:6:"), "\(answer.errors)")
    #expect(answer.code == 1)
  }

  @Test("the console shows a revision as a column before its own manifest") func console() throws {
    writeMenu(on: "false")
    let frame = try VirgaProgram.run(
      [Self.manifest, "--rev", "HEAD", "--screen", "channels", "--channel", "beta", "--dump"],
      in: directory.root)
    let heads = frame.output.split(separator: "\n").first { $0.contains("HEAD") }
    let head = try #require(heads, "\(frame.output)\(frame.errors)")
    #expect(head.ranges(of: /HEAD.*nimbus/).count == 1, "\(head)")
    #expect(frame.output.contains("~ on"))
    let refused = try VirgaProgram.run(
      [Self.manifest, "--rev", "nowhere", "--dump"], in: directory.root)
    #expect(refused.errors.contains("has no revision nowhere"))
    #expect((refused.output, refused.code) == ("", 64))
  }

  @Test("branches and tags are offered for --rev") func completion() throws {
    try repository.git("tag", "v1")
    let answer = try VirgaProgram.run(
      ["---complete", "fish", "", "virga", "compare", Self.manifest, "--rev"], in: directory.root)
    #expect(answer.output == "main\nv1\n")
  }
}
