import Testing
import VirgaTestSupport

@Suite("Flags of a web configuration", .timeLimit(.minutes(20))) struct FlagsCommandWebTests {
  private let place: Workplace
  private let server: LocalServer

  init() throws {
    place = try Workplace()
    server = try LocalServer([:])
    serve(
      #"{"features": [{"name": "Dark roast", "enabled": true}, {"name": "Old roast", "enabled": true}]}"#
    )
    place.directory.write(
      #"[{"name": "Dark roast", "development": true}, {"name": "Bundled", "enabled": true}]"#,
      to: "bundled.json")
  }

  private func serve(_ text: String) { server.answer(["/f.json": .init(body: text)]) }

  private func list(_ options: String...) throws -> ChildProcess {
    try VirgaProgram.run(
      [
        "flags", "list", "--kind", "flag", "--session", ":memory:", "--manifest", "good.yaml",
        "--flags",
      ]
        + [server.url("/f.json")] + options, in: place.directory.root)
  }

  /// The names of the flags in a list.
  private func names(_ answer: ChildProcess) -> [String] {
    answer.output.split(separator: "\n").dropFirst().compactMap { line in
      line.split(separator: "  ").first.map(String.init)
    }
  }

  @Test("are used from the cache when the download fails") func kept() throws {
    #expect(names(try list()) == ["Dark roast", "Old roast"])
    server.answer([:])
    let offline = try list()
    #expect(names(offline) == ["Dark roast", "Old roast"])
    #expect(offline.errors.contains("cached from an earlier read of "), "\(offline.errors)")
    #expect(offline.errors.contains("404"), "\(offline.errors)")
    #expect(offline.code == 0)
  }

  @Test("stay after the server drops them, until the cache is cleared")
  func removed() throws {
    _ = try list()
    serve(#"{"features": [{"name": "Dark roast", "enabled": false}]}"#)
    #expect(names(try list()) == ["Dark roast", "Old roast"])
    let forget = try VirgaProgram.run(
      ["flags", "clear", "--cache", "--flags", server.url("/f.json")], in: place.directory.root)
    #expect(forget.code == 0, "\(forget.errors)")
    #expect(names(try list()) == ["Dark roast"])
  }

  @Test("come from the fallback if there is no download") func fallback() throws {
    server.answer([:])
    let alone = try list("--flags-fallback", "bundled.json")
    #expect(names(alone) == ["Dark roast", "Bundled"])
    #expect(alone.errors.contains("from the bundled fallback"), "\(alone.errors)")
  }

  /// Serves one flag that the fallback has too.
  private func serveRoast() {
    serve(#"{"features": [{"name": "Dark roast", "enabled": true}]}"#)
  }

  @Test("come before those of the fallback") func order() throws {
    serveRoast()
    #expect(names(try list("--flags-fallback", "bundled.json")) == ["Dark roast", "Bundled"])
  }

  @Test("are under development if the fallback says so") func development() throws {
    serveRoast()
    let released = try list("--flags-fallback", "bundled.json", "--channel", "release", "--enabled")
    #expect(names(released) == ["Bundled"])
  }

  @Test("are read from the cache with --offline, without a request")
  func offline() throws {
    _ = try list()
    let count = server.requests.count
    let answer = try list("--offline")
    #expect(names(answer) == ["Dark roast", "Old roast"])
    #expect(answer.errors.contains("cannot be fetched with --offline"), "\(answer.errors)")
    #expect(server.requests.count == count)
  }

  @Test("are missing before the first download")
  func nothing() throws {
    server.answer(["/f.json": .init(body: "<html>log in</html>")])
    let first = try list()
    #expect(first.code == 2)
    #expect(first.output == "")
  }

  @Test("stay when the server sends an HTML page")
  func page() throws {
    serve(#"{"features": [{"name": "Dark roast"}]}"#)
    _ = try list()
    server.answer(["/f.json": .init(body: "<html>log in</html>")])
    #expect(names(try list()) == ["Dark roast"])
  }

  @Test("a fallback without a URL is refused")
  func misplaced() throws {
    let answer = try VirgaProgram.run(
      [
        "flags", "list", "--session", ":memory:", "--flags", "bundled.json", "--flags-fallback",
        "bundled.json",
      ],
      in: place.directory.root)
    #expect(answer.code == 64)
    #expect(answer.errors.contains("--flags-fallback needs --flags with a URL"))
  }
}
