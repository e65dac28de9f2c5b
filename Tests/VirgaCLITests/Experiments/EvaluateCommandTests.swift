import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("virga evaluate")
struct EvaluateCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(#"{"region": "DE", "made_up": 1}"#, to: "context.json")
  }

  @Test("warns about suspicious parts of the expression, with positions")
  func saysWhatLooksWrong() throws {
    let answer = try place.virga("evaluate", "region == 1 || made_up == 1", "--context", "context.json")
    #expect(answer.code == 0)
    #expect(answer.output == "true\n")
    #expect(answer.errors.contains("expression:1:1: warning: `region == 1` is never true"))
    #expect(!answer.errors.contains("unknown-attribute"))
  }

  @Test("suggests a known name for an unknown one")
  func proposesNearNames() throws {
    let answer = try place.virga("evaluate", "regoin == 'DE'", "--context", "context.json", "--format", "json")
    #expect(answer.code == 1)
    let json = try #require(JSONValue.parse(answer.output).objectValue)
    #expect(json["success"] == false)
    #expect(json["problems"]?[0]?["code"] == "unknown-attribute")
    #expect(json["problems"]?[0]?["hint"] == "did you mean `region`?")
    #expect(json["problems"]?[0]?["column"] == 1)
  }

  @Test("reports an expression that cannot be parsed in the SDK's words, as enroll does")
  func parsingError() throws {
    let answer = try JSONValue.parse(place.virga("evaluate", "1 ==", "--format", "json").output)
    place.directory.write(Sample.recipeText("r", targeting: "1 =="), to: "recipes.json")
    let enrolled = try place.virga(
      "enroll", "--recipes", "recipes.json", "--client-id", Sample.clientID, "--format", "json")
    let reason = try JSONValue.parse(enrolled.output)["enrollments"]?[0]?["reason"]
    #expect(answer["error"]?.stringValue?.hasPrefix("EvaluationError: Parsing error: ") == true)
    #expect(answer["error"] == reason)
    #expect(answer["problems"]?[0]?["code"] == "unexpected-end")
  }

  @Test(
    "requires whole numbers for the counts and times of events",
    arguments: [
      (#""count": "abc""#, "`count`, a whole number"), (#""count": 1.5"#, "`count`, a whole number"),
      (#""count": -1"#, "`count`, a whole number"), (#""seconds_ago": "x""#, "`seconds_ago` of row 1"),
    ])
  func eventRows(_ member: String, _ reason: String) throws {
    place.directory.write("[{\"event\": \"e\", \(member)}]", to: "events.json")
    let answer = try place.virga("evaluate", "'e'|eventSum('Days', 1)", "--events", "events.json")
    #expect(answer.code == 1)
    #expect(answer.errors.contains(reason))
    place.directory.write(#"[{"event": "e"}]"#, to: "events.json")
    #expect(try place.virga("evaluate", "'e'|eventSum('Days', 1)", "--events", "events.json").code == 0)
  }

  @Test("hashes whole numbers of the context from 2^63 on as integers")
  func largeIntegers() throws {
    place.directory.write(#"{"x": 12345678901234567890}"#, to: "large.json")
    let sample = "x|bucketSample(929768183, 1, 2147483648)"
    #expect(try place.virga("evaluate", sample, "--context", "large.json").output == "true\n")
    place.directory.write(#"{"x": 12345678901234567890.0}"#, to: "large.json")
    #expect(try place.virga("evaluate", sample, "--context", "large.json").output == "false\n")
  }

  @Test("reports a number out of range as an error in the context")
  func numbersOutOfRange() throws {
    place.directory.write(#"{"x": 1e400}"#, to: "large.json")
    let answer = try place.virga("evaluate", "x > 1", "--context", "large.json")
    #expect(answer.code == 1)
    #expect(answer.errors.contains("large.json:1:7: error: `1e400` is too large for a number; write one below 1.8e308"))
  }
}
