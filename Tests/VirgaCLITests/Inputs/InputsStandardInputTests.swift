import Testing
import VirgaTestSupport

/// Standard input as the file `-`.
@Suite("Standard input") struct InputsStandardInputTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("is refused for two inputs") func twoInputs() throws {
    let answer = try place.virga(
      "values", "-", "--channel", "beta", "--config", "alpha=-", input: Workplace.good)
    #expect(answer.output == "")
    #expect(
      answer.errors
        == "error: standard input is named by the manifest and by --config, but can be read only once; "
        + "save it to a file first\n")
    #expect(answer.code == 2)
  }

  @Test("is refused for two options") func twoOptions() throws {
    let answer = try place.virga(
      "enroll", "--client-id", "00000000-0000-4000-8000-000000000001", "--context", "-",
      "--recipes", "-", input: "{}")
    #expect(answer.output == "")
    #expect(
      answer.errors
        == "error: standard input is named by --context and by --recipes, but can be read only once; "
        + "save it to a file first\n")
    #expect(answer.code == 2)
  }

  @Test(
    "is refused a second time",
    arguments: [
      TestRow(
        "twice for one option",
        (
          ["flags", "list", "--flags", "-", "--flags", "-"],
          "standard input is named twice by --flags"
        )),
      TestRow(
        "twice as a manifest",
        (["compare", "-", "-"], "standard input is named twice by the manifest")),
      TestRow(
        "by the name /dev/stdin",
        (
          ["values", "-", "--channel", "beta", "--config", "alpha=/dev/stdin"],
          "/dev/stdin is named by the manifest and by --config"
        )),
      TestRow(
        "as a script and a manifest",
        (["run", "-", "-"], "standard input is named by the script and by the manifest")),
      TestRow(
        "for two options of the console",
        (
          ["good.yaml", "--dump", "--context", "-", "--recipes", "-"],
          "standard input is named by --context and by --recipes"
        )),
    ])
  func namedTwice(_ row: TestRow<([String], String)>) throws {
    let (words, message) = row.values
    let answer = try piped(words, Workplace.good)
    #expect(
      answer.errors.contains("error: \(message), but can be read only once"), "\(answer.errors)")
    #expect(answer.code == 2)
  }

  @Test(
    "is read once for every option, as - and as a pipe",
    arguments: ["-", "/dev/stdin", "/dev/fd/0"],
    [[], ["--session", "s.virga"]])
  func everyOption(_ input: String, _ session: [String]) throws {
    place.directory.write(Sample.recipeText("r", feature: "omega"), to: "r.json")
    let flags = "{\"features\": [{\"name\": \"Sun\", \"enabled\": true}]}"
    let catalogue = "flags:\n- {id: moon, feature: alpha, path: enabled}\n"
    func output(_ words: [String], _ text: String) throws -> String {
      let answer = try piped(words + session, text)
      #expect(answer.code == 0, "\(words): \(answer.errors)")
      return answer.output
    }
    #expect(try output(["flags", "list", "--flags", input], flags).contains("Sun"))
    #expect(try output(["flags", "get", "Sun", "--manifest", input], flags).contains("on"))
    let own = ["flags", "list", "--manifest", "good.yaml", "--flags", input]
    #expect(try output(own, catalogue).contains("moon"))
    #expect(try output(["flags", "list", "--manifest", input], Workplace.good).contains("alpha"))
    let client = ["enroll", "--client-id", Sample.clientID]
    #expect(
      try output(client + ["--recipes", "r.json", "--context", input], #"{"locale": "fr"}"#)
        .contains("Enrolled"))
    #expect(
      try output(client + ["--recipes", input], Sample.recipeText("r", feature: "omega")).contains(
        "Enrolled"))
    let manifest = client + ["--recipes", "r.json", "--channel", "beta", "--manifest", input]
    #expect(try output(manifest, Workplace.good).contains("greeting"))
  }

  @Test(
    "is the manifest of a session command, which remembers none", arguments: ["-", "/dev/stdin"])
  func sessionManifest(_ input: String) throws {
    let options = ["--session", "s.virga", "--manifest", input]
    let answer = try piped(
      ["config", "set", "alpha", "{\"enabled\": false}"] + options, Workplace.good)
    #expect(answer.code == 0, "\(answer.errors)")
    let unknown = try piped(["config", "set", "beta", "{}"] + options, Workplace.good)
    #expect(unknown.code != 0)
    #expect(try !place.virga("session", "show", "--session", "s.virga").output.contains("/dev/"))
  }

  /// Runs `virga` with a pipe as its standard input.
  private func piped(_ words: [String], _ text: String) throws -> ChildProcess {
    let environment = VirgaProgram.environment(
      home: place.directory.root, adding: ["XDG_STATE_HOME": place.directory.path("state")])
    return try ChildProcess.run(
      ["/bin/sh", "-c", "cat | \"$@\"", "sh", VirgaProgram.path] + words, environment: environment,
      input: text, folder: place.directory.root)
  }
}
