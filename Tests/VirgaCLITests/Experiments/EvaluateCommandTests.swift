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
    let answer = try place.virga(
      "evaluate", "region == 1 || made_up == 1", "--context", "context.json")
    #expect(answer.code == 0)
    #expect(answer.output == "true\n")
    #expect(answer.errors.contains("expression:1:1: warning: `region == 1` is never true"))
    #expect(!answer.errors.contains("unknown-attribute"))
  }

  @Test("suggests a known name for an unknown one")
  func proposesNearNames() throws {
    let answer = try place.virga(
      "evaluate", "regoin == 'DE'", "--context", "context.json", "--format", "json")
    #expect(answer.code == 1)
    let json = try #require(JSONValue.parse(answer.output).objectValue)
    #expect(json["success"] == false)
    #expect(json["problems"]?[0]?["code"] == "unknown-attribute")
    #expect(json["problems"]?[0]?["hint"] == "did you mean `region`?")
    #expect(json["problems"]?[0]?["column"] == 1)
  }

  @Test("reports every row of events that cannot be counted, with its position")
  func brokenEvents() throws {
    place.directory.write(
      "- {count: 1}\n- 7\n- {event: e, count: 18446744073709551615}\n", to: "events.yaml")
    let answer = try place.virga("evaluate", "1", "--events", "events.yaml")
    #expect(answer.code == 1)
    #expect(
      answer.errors == """
        events.yaml:1:3: error: [0].event: Add `event`: a text [missing-member]
        events.yaml:2:3: error: [1]: Write an object, not the number 7 [wrong-type]

        """)
  }

  @Test(
    "says once why a transform fails",
    arguments: [
      TestRow(
        "a missing argument",
        ("'1'|versionCompare", "versionCompare is missing the second version; it takes 1 argument")),
      TestRow(
        "an argument that is a text",
        (
          "'e'|eventSum('Days', 'x')",
          "the number of intervals of eventSum must be a number, not the string \"x\""
        )),
      TestRow(
        "an argument that is a number",
        (
          "region|versionCompare(1) > 0",
          "the second version of versionCompare must be a string, not the number 1"
        )),
    ])
  func argumentError(_ row: TestRow<(String, String)>) throws {
    let (expression, reason) = row.values
    let answer = try place.virga("evaluate", expression, "--context", "context.json")
    #expect(answer.code == 1)
    #expect(answer.output == "error: EvaluationError: Custom error: \(reason)\n")
    #expect(answer.errors == "")
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
    "requires whole numbers in range for the counts and times of events",
    arguments: [
      TestRow(
        "a count that is a text",
        (
          #""count": "abc""#,
          "[0].count: Write a whole number from 0 to 18446744073709551615, not the text \"abc\""
        )),
      TestRow(
        "a count with decimals",
        (
          #""count": 1.5"#,
          "[0].count: Write a whole number from 0 to 18446744073709551615, not the number 1.5"
        )),
      TestRow(
        "a negative count",
        (
          #""count": -1"#,
          "[0].count: -1 is too small; write a whole number from 0 to 18446744073709551615"
        )),
      TestRow(
        "a count beyond 64 bits",
        (
          #""count": 99999999999999999999"#,
          "[0].count: 99999999999999999999 is too large; write a whole number from 0 to 18446744073709551615"
        )),
      TestRow(
        "a count with an exponent beyond 64 bits",
        (
          #""count": 1e30"#,
          "[0].count: 1e30 is too large; write a whole number from 0 to 18446744073709551615"
        )),
      TestRow(
        "a time beyond 63 bits",
        (
          #""seconds_ago": 9223372036854775808"#,
          "[0].seconds_ago: 9223372036854775808 is too large; write a whole number from 0 to 9223372036854775807"
        )),
      TestRow(
        "a time that is a text",
        (
          #""seconds_ago": "x""#,
          "[0].seconds_ago: Write a whole number from 0 to 9223372036854775807, not the text \"x\""
        )),
    ])
  func eventRows(_ row: TestRow<(String, String)>) throws {
    let (member, reason) = row.values
    place.directory.write("[{\"event\": \"e\", \(member)}]", to: "events.json")
    let answer = try place.virga("evaluate", "'e'|eventSum('Days', 1)", "--events", "events.json")
    #expect(answer.code == 1)
    let column = member.hasPrefix(#""count""#) ? 26 : 32
    #expect(answer.errors == "events.json:1:\(column): error: \(reason) [wrong-type]\n")
    place.directory.write(#"[{"event": "e"}]"#, to: "events.json")
    #expect(
      try place.virga("evaluate", "'e'|eventSum('Days', 1)", "--events", "events.json").code == 0)
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
    #expect(
      answer.errors.contains(
        "large.json:1:7: error: `1e400` is too large for a number; write one below 1.8e308"))
  }
}
