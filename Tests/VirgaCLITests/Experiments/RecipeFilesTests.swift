import Testing
import VirgaTestSupport

@Suite("--recipes", .timeLimit(.minutes(20))) struct RecipeFilesTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.makeDirectory("all")
    place.directory.makeDirectory("empty")
    place.directory.write(Sample.recipeText("beta"), to: "all/b.json")
    place.directory.write("- " + Sample.recipeText("alpha") + "\n", to: "all/a.yaml")
    place.directory.write("{\"data\": [" + Sample.recipeText("gamma") + "]}", to: "all/c.yml")
    place.directory.write("not a recipe", to: "all/notes.txt")
    place.directory.write("{", to: "all/.hidden.json")
  }

  /// The slugs of the recipes that were read, in order.
  private func slugs(_ words: String...) throws -> [String] {
    let answer = try VirgaProgram.run(
      ["simulate", "--clients", "10"] + words.flatMap { ["--recipes", $0] },
      in: place.directory.root)
    #expect(answer.code == 0, "\(answer.errors)")
    return answer.output.split(separator: "\n").compactMap { line in
      ["alpha", "beta", "gamma"].first { line.hasPrefix($0) }
    }
  }

  @Test("reads the files of a folder by name")
  func folder() throws { #expect(try slugs("all") == ["alpha", "beta", "gamma"]) }

  @Test("expands a shell pattern")
  func pattern() throws {
    #expect(try slugs("all/[bc].*") == ["beta", "gamma"])
    #expect(try slugs("all/*.json", "all") == ["beta", "alpha", "gamma"])
    #expect(try slugs("all/{c.yml,{a,b}.*}") == ["gamma", "alpha", "beta"])
    let missing = try place.virga("simulate", "--clients", "10", "--recipes", "all/{b,none}.json")
    #expect(missing.code == 2)
    #expect(missing.errors.contains("all/none.json"), "\(missing.errors)")
  }

  @Test("downloads a URL")
  func web() throws {
    let server = try LocalServer(["/r.json": .init(body: "[" + Sample.recipeText("beta") + "]")])
    #expect(try slugs(server.url("/r.json")) == ["beta"])
    let missing = try place.virga(
      "simulate", "--clients", "10", "--recipes", server.url("/none.json"))
    #expect(missing.code == 2)
    #expect(missing.errors.contains("404"), "\(missing.errors)")
    let plain = try place.virga(
      "simulate", "--clients", "10", "--recipes", "http://example.com/r.json")
    #expect(plain.code == 2)
    #expect(plain.errors.hasPrefix("error: http://example.com/r.json: "))
    let offline = try place.virga("--dump", "--offline", "--recipes", server.url("/r.json"))
    #expect(offline.code == 2)
    #expect(offline.errors.contains("must be fetched; leave out --offline"))
    let console = try place.virga(
      "--dump", "--screen", "4", "--recipes", server.url("/r.json"), "--session", ":memory:")
    #expect(console.output.contains("beta"))
  }

  @Test("reports a folder or pattern without files", arguments: ["empty", "all/*.toml"])
  func nothing(_ place: String) throws {
    self.place.directory.write("", to: "empty/notes.txt")
    let answer = try self.place.virga("simulate", "--clients", "10", "--recipes", place)
    #expect(answer.code == 2)
    #expect(answer.errors.hasPrefix("error: \(place): no file "))
  }
}
