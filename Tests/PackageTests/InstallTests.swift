import Testing
import VirgaTestSupport

/// The install script of a release, with a program that only prints its version.
@Suite("Install script")
struct InstallTests {
  private let directory: TemporaryDirectory

  private static let files = [
    "bin/virga", "share/bash-completion/completions/virga",
    "share/doc/virga/THIRD-PARTY-NOTICES", "share/doc/virga/changelog.md",
    "share/fish/vendor_completions.d/virga.fish", "share/man/man1/virga.1",
    "share/zsh/site-functions/_virga",
  ]

  init() throws {
    directory = try TemporaryDirectory()
    let script = try #require(GoldenText.read("\(Repository.root)/.scripts/install"))
    directory.makeDirectory("release")
    directory.write(script, to: "release/install")
    for file in Self.files {
      var folder = "release"
      for part in file.split(separator: "/").dropLast() {
        folder += "/\(part)"
        directory.makeDirectory(folder)
      }
      directory.write("#!/bin/sh\necho virga 0.1.0\n", to: "release/\(file)")
    }
  }

  private func install(_ arguments: String...) throws -> ChildProcess {
    let line = "chmod +x bin/virga; exec sh ./install \"$@\""
    return try ChildProcess.run(
      ["/bin/sh", "-c", line, "sh"] + arguments, environment: SystemProgram.environment,
      folder: directory.path("release"))
  }

  @Test("installs below a prefix, also over itself")
  func installs() throws {
    for _ in 0..<2 {
      let answer = try install(directory.path("prefix"))
      #expect(
        answer.output == """
          virga 0.1.0
          installed in \(directory.path("prefix"))
          add \(directory.path("prefix"))/bin to PATH

          """)
      #expect(answer.code == 0)
    }
    let root = directory.path("prefix")
    #expect(FileTree.files(below: root) == Self.files.map { "\(root)/\($0)" })
  }

  @Test("removes what it installed")
  func uninstalls() throws {
    let root = directory.path("prefix")
    #expect(try install(root).code == 0)
    let removed = try install("--uninstall", directory.path("prefix"))
    #expect(removed.code == 0)
    #expect(FileTree.files(below: root) == [])
    let again = try install("--uninstall", directory.path("prefix"))
    #expect(again.errors == "error: virga is not installed in \(directory.path("prefix"))\n")
    #expect(again.code == 2)
  }

  @Test("reports an invalid prefix or option")
  func refusals() throws {
    let unwritable = try install("/dev/null/prefix")
    #expect(
      unwritable.errors.hasPrefix("error: /dev/null/prefix cannot be written; name another prefix"))
    #expect(unwritable.code == 2)
    #expect(try install("--prefix").code == 64)
    #expect(try install("one", "two").code == 64)
  }
}
