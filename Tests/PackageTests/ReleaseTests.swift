import Testing
import VirgaTestSupport

#if os(Linux)
  /// Releases of a repository that has only what the scripts need, with a program that answers
  /// with its arguments.
  @Suite("Release", .timeLimit(.minutes(5)))
  struct ReleaseTests {
    private let repository: GitDirectory
    private var directory: TemporaryDirectory { repository.directory }

    init() throws {
      repository = try GitDirectory()
      let version = "Sources/VirgaCLI/Program/ProgramVersion.swift"
      let copied = try shell(
        """
        mkdir -p .github "$(dirname \(version))" programs
        for file in .packaging .scripts .github/CHANGELOG.md \(version); do
          cp -R "\(Repository.root)/$file" "$file"
        done
        sed -i 's/number = ".*"/number = "1.2.3"/' \(version)
        printf '## [Unreleased]\\n\\n- new\\n\\n## [1.2.3] - today\\n\\n- a change\\n\\n## [1.2.2]\\n' \
          >.github/CHANGELOG.md
        """)
      try #require(copied.code == 0, "\(copied.errors)")
      try directory.writeScript("#!/bin/sh\necho \"$*\" >>lintian.txt\n", to: "programs/lintian")
      try repository.commit()
    }

    private func shell(_ line: String, adding more: [String: String] = [:]) throws -> ChildProcess {
      let path = "\(directory.path("programs")):\(SystemProgram.searchPath)"
      return try ChildProcess.run(
        ["/bin/sh", "-c", line],
        environment: VirgaProgram.environment(home: directory.root, adding: ["PATH": path])
          .merging(more) { $1 },
        folder: directory.root)
    }

    private func release() throws -> ChildProcess {
      let echo = try #require(SystemProgram.path(of: "echo"))
      return try shell(".scripts/release", adding: ["VIRGA_PROGRAM": echo])
    }

    private func text(_ name: String) -> String { GoldenText.read(directory.path(name)) ?? "" }

    @Test("an archive has the program, completions, manual page and notices")
    func archive() throws {
      let answer = try release()
      try #require(answer.code == 0, "\(answer.errors)")
      let listed = try shell("tar -tzf dist/virga-1.2.3-linux-*.tar.gz | sed 's|^[^/]*/||'")
      let files = listed.output.split(separator: "\n").filter { !$0.hasSuffix("/") }
      #expect(
        files == [
          "bin/virga", "install", "share/bash-completion/completions/virga",
          "share/doc/virga/THIRD-PARTY-NOTICES", "share/doc/virga/changelog.md",
          "share/fish/vendor_completions.d/virga.fish", "share/man/man1/virga.1",
          "share/zsh/site-functions/_virga",
        ])
      #expect(text("dist/notes.md") == "\n- a change\n\n")
      #expect(try shell("cd dist && sha256sum -c SHA256SUMS").code == 0)
      #expect(text("dist/virga.rb").contains("version \"1.2.3\""))
    }

    @Test(
      "a Debian package has the notices, and lintian checks it",
      .enabled(if: SystemProgram.path(of: "dpkg-deb") != nil, "there is no dpkg-deb"))
    func debianPackage() throws {
      #expect(try release().code == 0)
      let listed = try shell("dpkg-deb -c dist/virga_1.2.3_*.deb")
      #expect(listed.output.contains("/usr/share/doc/virga/THIRD-PARTY-NOTICES"))
      #expect(!listed.output.contains("/usr/share/doc/virga/copyright"))
      #expect(text("lintian.txt").contains("--fail-on error --suppress-tags no-copyright-file "))
    }

    @Test("a license of the project is in everything that is handed out") func license() throws {
      directory.write("Anybody may do anything.\n", to: "LICENSE")
      try repository.commit()
      #expect(try release().code == 0)
      let archive = try shell("tar --wildcards -xzOf dist/virga-1.2.3-linux-*.tar.gz '*/LICENSE'")
      #expect(archive.output == "Anybody may do anything.\n")
      let installed = try shell("sh dist/install.sh prefix")
      #expect(installed.code == 0, "\(installed.errors)")
      #expect(text("prefix/share/doc/virga/LICENSE") == "Anybody may do anything.\n")
      if SystemProgram.path(of: "dpkg-deb") != nil {
        let debian = try shell(
          "dpkg-deb --fsys-tarfile dist/*.deb | tar -xO ./usr/share/doc/virga/copyright")
        #expect(debian.output.hasPrefix("Anybody may do anything.\nThird-party notices of virga"))
        #expect(!text("lintian.txt").contains("--suppress-tags"))
      }
    }

    @Test("the same commit makes the same archive") func reproducible() throws {
      let checksums = "cd dist && sha256sum virga-*.tar.gz"
      #expect(try release().code == 0)
      let first = try shell(checksums).output
      #expect(try release().code == 0)
      #expect(try shell(checksums).output == first)
    }

    @Test("a version in development can be tried, with the notes of what is unreleased")
    func development() throws {
      let changed = try shell(
        "sed -i s/1.2.3/1.3.0-dev/ Sources/VirgaCLI/Program/ProgramVersion.swift")
      try #require(changed.code == 0, "\(changed.errors)")
      try repository.commit()
      #expect(try release().code == 0)
      #expect(text("dist/notes.md") == "\n- new\n\n")
      let archives = try shell("ls dist/virga-1.3.0-dev-linux-*.tar.gz")
      #expect(archives.code == 0, "\(archives.errors)")
      if SystemProgram.path(of: "dpkg-deb") != nil {
        // It sorts before 1.3.0.
        let version = try shell("dpkg-deb -f dist/virga_*.deb Version")
        #expect(version.output == "1.3.0~dev\n")
      }
    }

    @Test("files of another version, left in the folder, are not published")
    func staleFiles() throws {
      #expect(try release().code == 0)
      let kept = "dist/virga-1.2.3-macos-universal.tar.gz"
      let left = try shell("touch dist/virga-1.2.2-linux-x86_64.tar.gz dist/notes.txt \(kept)")
      try #require(left.code == 0)
      #expect(try shell(".scripts/release publish").code == 0)
      #expect(FileTree.names(in: directory.path("dist"))?.contains("notes.txt") == false)
      let summed = text("dist/SHA256SUMS")
      #expect(summed.contains(" virga-1.2.3-macos-universal.tar.gz\n"))
      #expect(!summed.contains("1.2.2"))
    }

    @Test(
      "the maintainer of the Debian package can be named",
      .enabled(if: SystemProgram.path(of: "dpkg-deb") != nil, "there is no dpkg-deb"))
    func maintainer() throws {
      let echo = try #require(SystemProgram.path(of: "echo"))
      let named = "Someone <someone@example.org>"
      let answer = try shell(
        ".scripts/release program", adding: ["VIRGA_PROGRAM": echo, "VIRGA_MAINTAINER": named])
      #expect(answer.code == 0, "\(answer.errors)")
      #expect(try shell("dpkg-deb -f dist/virga_*.deb Maintainer").output == "\(named)\n")
    }

    @Test("a tag of another version, and a version without notes, cannot be released")
    func refusals() throws {
      try repository.git("tag", "v1.2.4")
      let tagged = try release()
      #expect(
        tagged.errors == """
          error: the tag of this commit is v1.2.4, but ProgramVersion.swift says 1.2.3; correct one of them

          """)
      #expect(tagged.code == 2)
      directory.write("## [1.2.2]\n\n- old\n", to: ".github/CHANGELOG.md")
      try repository.commit()
      let unexplained = try release()
      #expect(
        unexplained.errors.hasSuffix(
          "error: CHANGELOG.md has no changes under a heading \"## [1.2.3]\"\n"))
      #expect(unexplained.code == 2)
    }

    @Test("the install script installs the archive for this machine, and removes it")
    func installs() throws {
      #expect(try release().code == 0)
      let installed = try shell("sh dist/install.sh prefix")
      #expect(
        installed.output.hasSuffix(
          "installed in \(directory.path("prefix"))\n"
            + "add \(directory.path("prefix"))/bin to PATH\n"),
        "\(installed.errors)")
      #expect(try shell("prefix/bin/virga works").output == "works\n")
      #expect(try shell("sh dist/install.sh --uninstall prefix").code == 0)
      #expect(FileTree.files(below: directory.path("prefix")) == [])
    }

    @Test("nothing is installed from an archive with a wrong checksum") func corrupted() throws {
      #expect(try release().code == 0)
      let answer = try shell(
        "for file in dist/virga-*-linux-*; do echo >>$file; done; sh dist/install.sh prefix")
      #expect(answer.errors.contains(", so nothing was installed; report this if it happens again"))
      #expect(answer.code == 1)
      #expect(FileTree.names(in: directory.path("prefix")) == nil)
    }

    @Test("the install script says what a release lacks, with exit code 3") func missing() throws {
      let server = try LocalServer([
        "/empty/SHA256SUMS": .init(body: "\(String(repeating: "0", count: 64))  virga.rb\n")
      ])
      defer { server.stop() }
      func install(_ url: String) throws -> ChildProcess {
        try shell(
          "sh .packaging/install.sh prefix", adding: ["VIRGA_URL": url, "VIRGA_VERSION": "1.2.3"])
      }
      let unreleased = try install(server.url("/none"))
      #expect(unreleased.errors.contains("\(server.url("/none")) has no file SHA256SUMS"))
      #expect(unreleased.code == 3)
      let incomplete = try install(server.url("/empty"))
      #expect(incomplete.errors.contains("has no checksum of virga-1.2.3-linux-"))
      #expect(incomplete.code == 3)
      let insecure = try install("http://example.com/releases")
      #expect(insecure.errors.contains("it has to be the https address of the files of a release"))
      #expect(insecure.code == 64)
    }
  }
#endif
