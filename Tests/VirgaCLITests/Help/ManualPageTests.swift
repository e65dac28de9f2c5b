import Testing
import VirgaTestSupport

@testable import VirgaCLI

@Suite("Manual page")
struct ManualPageTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// The page, printed once for all tests.
  private static let page = Result { try VirgaProgram.run(["help", "--man"]).output }

  @Test("lists every command with its arguments and options")
  func commands() throws {
    let page = try Self.page.get()
    for name in [
      "open", "validate", "flags set", "config drop", "fml generate", "doctor", "completions",
    ] {
      #expect(page.contains("\n.Ss virga \(name)\n"), "\(name)")
    }
    #expect(page.contains("\n.It Fl Fl theme Ar name\nThe theme: default,"))
    #expect(
      page.contains(
        "\n.Nm virga\n.Cm check\n.Ar manifest\n.Ar feature\n.Ar config\n.Op Ar option ...\n"))
    #expect(
      page.contains(
        "\n.Cm fml generate\n.Fl Fl channel Ar channel\n.Ar input\n.Ar output\n.Op Ar option ...\n")
    )
    #expect(page.contains("\n.Cm handoff\n.Op Ar option ...\n"))
  }

  @Test(
    "names every variable that the program reads itself",
    arguments: [
      "GITHUB_BEARER_TOKEN", "XDG_CACHE_HOME", "MOZ_APPSERVICES_MODULE",
    ])
  func variables(_ name: String) throws {
    #expect(try Self.page.get().contains("\n.It Ev \(name)\n"))
  }

  @Test(
    "passes mandoc without errors or warnings",
    .enabled(if: SystemProgram.path(of: "mandoc") != nil, "there is no mandoc"))
  func lint() throws {
    let mandoc = try #require(SystemProgram.path(of: "mandoc"))
    place.directory.write(try Self.page.get(), to: "virga.1")
    let lint = try ChildProcess.run([
      mandoc, "-T", "lint", "-W", "warning", place.directory.path("virga.1"),
    ])
    #expect(lint.output + lint.errors == "")
    #expect(lint.code == 0)
  }

  @Test(
    "can be read with man", .enabled(if: SystemProgram.path(of: "man") != nil, "there is no man"))
  func man() throws {
    let man = try #require(SystemProgram.path(of: "man"))
    place.directory.write(try Self.page.get(), to: "virga.1")
    let shown = try ChildProcess.run(
      [man, "--warnings", "-l", place.directory.path("virga.1")],
      environment: SystemProgram.environment.merging(["MANWIDTH": "80", "LC_ALL": "C.UTF-8"]) { $1 }
    )
    #expect(shown.output.contains("virga validate manifest ... [option ...]"))
    #expect(shown.errors == "")
  }
}
