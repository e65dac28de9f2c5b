import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("Attributes that virga does not take as they are")
struct ContextFileTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(Sample.recipeText("r", feature: "omega"), to: "r.json")
  }

  private func write(_ context: String) { place.directory.write(context, to: "context.json") }

  private func enroll(_ options: String...) throws -> ChildProcess {
    try VirgaProgram.run(["enroll", "--recipes", "r.json"] + options, in: place.directory.root)
  }

  @Test(
    "a computed attribute is refused for the reason that context set gives",
    arguments: [
      "is_already_enrolled", "active_experiments", "enrollments", "enrollments_map", "current_date",
    ])
  func computed(_ name: String) throws {
    write(#"{"locale": "fr", "\#(name)": 1}"#)
    let reason = try place.virga("context", "set", name, "1", "--session", ":memory:").errors
    #expect(reason.contains("`\(name)` is computed from the session"))
    for words in [
      ["evaluate", "1"], ["enroll", "--recipes", "r.json", "--client-id", Sample.clientID],
      ["enroll", "--recipes", "r.json", "--session", "s.virga"],
      ["simulate", "--recipes", "r.json"],
      ["good.yaml", "--plain", "--session", ":memory:"],
    ] {
      let answer = try VirgaProgram.run(
        words + ["--context", "context.json"], in: place.directory.root)
      #expect(answer.code == 1 && answer.output.isEmpty, "\(words)")
      #expect(
        answer.errors.hasPrefix("context.json:1:18: error: `\(name)` is computed from the session"),
        "\(answer.errors)")
      #expect(answer.errors.contains("[computed-attribute]"))
    }
  }

  @Test("a value of another kind than apps send is a warning with its position") func kinds() throws
  {
    write(#"{"isFirstRun": true, "is_phone": "true", "app_version": 124, "mine": 1}"#)
    let answer = try place.virga("evaluate", "isFirstRun == 'true'", "--context", "context.json")
    #expect(answer.output == "false\n" && answer.code == 0)
    let starts = answer.errors.split(separator: "\n").filter { $0.hasPrefix("context.json") }
    #expect(
      starts == [
        "context.json:1:16: warning: isFirstRun must be a string, not a Boolean [attribute-kind]",
        "context.json:1:34: warning: is_phone must be a Boolean, not a string [attribute-kind]",
        "context.json:1:57: warning: app_version must be a string or null, not a number [attribute-kind]",
      ])
  }

  @Test(
    "a client id in another spelling is a warning with the id that apps use",
    arguments: [
      TestRow("upper case", "ABCDEF00-1234-4000-8000-00000000000A"),
      TestRow("a blank before it", " abcdef00-1234-4000-8000-00000000000a"),
      TestRow("braces around it", "{abcdef00-1234-4000-8000-00000000000a}"),
    ])
  func otherSpelling(_ row: TestRow<String>) throws {
    let id = row.values
    let warning =
      "the client id `\(id)` is not what apps use, so its buckets differ; they would use `abcdef00-1234-4000-8000-00000000000a`"
    #expect(try enroll("--client-id", id).errors == "warning: \(warning)\n")
    #expect(
      try place.virga("context", "set", "nimbus_id", "\"\(id)\"", "--session", ":memory:").errors
        == "warning: \(warning)\n")
    write(#"{"nimbus_id": "\#(id)"}"#)
    let inFile = try place.virga("evaluate", "1", "--context", "context.json")
    #expect(inFile.errors.hasPrefix("context.json:1:15: warning: \(warning) [client-id]\n"))
  }

  @Test("--client-id must be a UUID") func noUUID() throws {
    let refused = try enroll("--client-id", "me")
    #expect(
      refused.errors.hasPrefix("error: --client-id takes a UUID in lower case, such as "),
      "\(refused.errors)")
    #expect((refused.output, refused.code) == ("", 64))
    #expect(try enroll("--client-id", Sample.clientID).errors.isEmpty)
  }

  @Test("a client id in a context that is not a UUID is a warning") func noUUIDInContext() throws {
    let warning =
      "the client id `me` is not a UUID; apps use random ones in lower case, such as `"
    write(#"{"nimbus_id": "me"}"#)
    let inFile = try place.virga("evaluate", "1", "--context", "context.json")
    #expect(inFile.errors.contains("warning: \(warning)"), "\(inFile.errors)")
    #expect(inFile.code == 0)
  }

  @Test("an empty client id is refused") func emptyID() throws {
    let empty = try enroll("--client-id", "")
    #expect(
      empty.code == 64 && empty.errors.contains("--client-id is empty; give a UUID in lower case"))
    write(#"{"nimbus_id": ""}"#)
    #expect(try place.virga("evaluate", "1", "--context", "context.json").code == 1)
    #expect(
      try place.virga("context", "set", "nimbus_id", "\"\"", "--session", ":memory:").code == 1)
  }

  @Test("a channel and a client id that another input overrides are named") func overruled() throws
  {
    write(#"{"channel": "nightly", "nimbus_id": "5f0c7a1e-93b2-4d68-8a47-2c1b9e6f3d05"}"#)
    let warnings = """
      warning: --client-id overrides the `nimbus_id` "5f0c7a1e-93b2-4d68-8a47-2c1b9e6f3d05" of the context
      warning: --channel is `release`, but the context has the channel `nightly`: the defaults are those of `release`, \
      and recipes see `nightly`

      """
    let manifest = ["--context", "context.json", "--manifest", "good.yaml", "--channel", "release"]
    let enroll = ["enroll", "--recipes", "r.json", "--client-id", Sample.clientID] + manifest
    #expect(try VirgaProgram.run(enroll, in: place.directory.root).errors == warnings)
    #expect(
      try VirgaProgram.run(enroll + ["--session", "s.virga"], in: place.directory.root).errors
        == warnings)
    let opened = try place.virga(
      "good.yaml", "--plain", "--session", ":memory:", "--context", "context.json", "--channel",
      "release")
    #expect(
      opened.errors.contains("--channel is `release`, but the context has the channel `nightly`"))
    let simulated = try place.virga(
      "simulate", "--recipes", "r.json", "--clients", "1", "--context", "context.json")
    #expect(
      simulated.errors
        == "warning: the `nimbus_id` of the context has no effect: each simulated client has its own\n"
    )
  }
}
