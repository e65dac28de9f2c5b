import Testing
import VirgaTestSupport

@testable import VirgaCLI

/// The step by which the actions get virga, with a stand-in for `swift`.
@Suite("Virga of the actions", .timeLimit(.minutes(5)))
struct GetVirgaTests {
  private let directory: TemporaryDirectory
  private let path = "/someone/virga/releases/download/v\(ProgramVersion.number)"

  init() throws {
    directory = try TemporaryDirectory()
    directory.makeDirectory("programs")
    try directory.writeScript(
      "#!/bin/sh\necho \"$*\" >>\"$RUNNER_TEMP/swift.txt\"\n"
        + "case $* in *--show-bin-path) echo /built ;; esac\n",
      to: "programs/swift")
  }

  private func run(server: String) throws -> ChildProcess {
    let path = "\(directory.path("programs")):/usr/bin:/bin"
    return try ChildProcess.run(
      ["/bin/sh", "-c", "exec \"\(Repository.root)/.github/actions/get-virga\""],
      environment: VirgaProgram.environment(
        home: directory.root,
        adding: [
          "PATH": path, "RUNNER_TEMP": directory.root, "GITHUB_PATH": directory.path("path.txt"),
          "GITHUB_SERVER_URL": server, "REPOSITORY": "someone/virga",
        ]))
  }

  private func text(_ name: String) -> String { GoldenText.read(directory.path(name)) ?? "" }

  /// Writes a release whose program only says its version; returns the address of its server.
  private func makeRelease() throws -> String {
    let made = try ChildProcess.run(
      [
        "/bin/sh", "-euc",
        """
        case $(uname -s) in
        Darwin) name=virga-$1-macos-universal ;;
        *) name=virga-$1-linux-$(uname -m) ;;
        esac
        mkdir -p "server$2" "$name/bin"
        printf '#!/bin/sh\\necho virga %s\\n' "$1" >"$name/bin/virga"
        chmod +x "$name/bin/virga"
        cp "$3/.scripts/install" "$name/install"
        for file in man/man1/virga.1 bash-completion/completions/virga \\
          zsh/site-functions/_virga fish/vendor_completions.d/virga.fish \\
          doc/virga/changelog.md doc/virga/THIRD-PARTY-NOTICES; do
          mkdir -p "$name/share/$(dirname "$file")"
          : >"$name/share/$file"
        done
        cd "server$2"
        tar -czf "$name.tar.gz" -C "$4" "$name"
        if command -v sha256sum >/dev/null; then sha256sum *.gz; else shasum -a 256 *.gz; fi >SHA256SUMS
        """, "sh", ProgramVersion.number, path, Repository.root, directory.root,
      ],
      environment: SystemProgram.environment, folder: directory.root)
    try #require(made.code == 0, "\(made.errors)")
    return "file://\(directory.path("server"))"
  }

  @Test("the release of the action's own version is installed into the path") func release() throws
  {
    let answer = try run(server: makeRelease())
    #expect(answer.code == 0, "\(answer.errors)")
    let folder = directory.path("virga-\(ProgramVersion.number)/bin")
    #expect(text("path.txt") == "\(folder)\n")
    let program = try ChildProcess.run([folder + "/virga"])
    #expect(program.output == "virga \(ProgramVersion.number)\n")
    #expect(text("swift.txt") == "")
  }

  @Test("virga is built only if there is no release of that version") func build() throws {
    let server = try LocalServer([:])
    defer { server.stop() }
    let answer = try run(server: server.url(""))
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(server.requests.first?.hasPrefix("GET \(path)/SHA256SUMS ") == true)
    #expect(text("swift.txt").hasPrefix("build -c release --product virga\n"))
    #expect(text("path.txt") == "/built\n")
  }

  @Test("a release that cannot be verified fails the job, and is not replaced by a build")
  func corrupted() throws {
    let server = try makeRelease()
    let changed = try ChildProcess.run(
      ["/bin/sh", "-c", "for file in server\(path)/*.gz; do echo >>\"$file\"; done"],
      folder: directory.root)
    try #require(changed.code == 0)
    let answer = try run(server: server)
    #expect(answer.errors.contains("so nothing was installed"))
    #expect(answer.code == 1)
    #expect((text("swift.txt"), text("path.txt")) == ("", ""))
  }

  @Test("an installed virga is used as it is") func installed() throws {
    try directory.writeScript("#!/bin/sh\n", to: "programs/virga")
    let answer = try run(server: "https://example.invalid")
    #expect(answer.code == 0, "\(answer.errors)")
    #expect((text("swift.txt"), text("path.txt")) == ("", ""))
  }

  @Test("each action gets virga in its first step", arguments: ["validate", "compare"])
  func actions(_ name: String) throws {
    let action = try #require(
      GoldenText.read("\(Repository.root)/.github/actions/\(name)/action.yml"))
    let first = try #require(action.firstRange(of: "/../get-virga\"'"))
    #expect(action[..<first.lowerBound].matches(of: /- shell: bash/).count == 1)
    #expect(action[first.upperBound...].contains("virga \(name) "))
  }
}
