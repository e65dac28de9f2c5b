import Testing
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@Suite("Arguments of transforms") struct TransformSignatureTests {
  private let context = TargetingContext(
    attributes: ["version": .string("131.2"), "days": .integer(6), "nothing": .null],
    sampler: { _, start, count, total in start + count <= total })

  @Test(
    "an error says which argument is wrong",
    arguments: [
      TestRow(
        "a version without another",
        (
          "version|versionCompare",
          "versionCompare is missing the second version; it takes 1 argument"
        )),
      TestRow(
        "a version that is a number",
        (
          "version|versionCompare(131)",
          "the second version of versionCompare must be a string, not the number 131"
        )),
      TestRow(
        "a value that is a number in place of a version",
        (
          "days|versionCompare('1')",
          "the first version of versionCompare must be a string, not the number 6"
        )),
      TestRow(
        "events without interval and number",
        (
          "'opened'|eventSum",
          "eventSum is missing the interval and the number of intervals; it takes 2 or 3 arguments"
        )),
      TestRow(
        "events without a number",
        (
          "'opened'|eventSum('Days')",
          "eventSum is missing the number of intervals; it takes 2 or 3 arguments"
        )),
      TestRow(
        "events with an argument too many",
        (
          "'opened'|eventSum('Days', 1, 0, 2)",
          "too many arguments for eventSum, which takes 2 or 3; remove the last one"
        )),
      TestRow(
        "an interval that is a number",
        (
          "'opened'|eventSum(7, 'Days')",
          "the interval of eventSum must be a string, not the number 7"
        )),
      TestRow(
        "a number that is a text",
        (
          "'opened'|eventCountNonZero('Days', '7')",
          "the number of intervals of eventCountNonZero must be a number, not the string \"7\""
        )),
      TestRow(
        "a number that is null",
        (
          "'opened'|eventAveragePerInterval('Days', 7, nothing)",
          "the first interval of eventAveragePerInterval must be a number, not null"
        )),
      TestRow(
        "an event that is a number",
        (
          "days|eventAveragePerNonZeroInterval('Days', 7)",
          "the event of eventAveragePerNonZeroInterval must be a string, not the number 6"
        )),
      TestRow(
        "a last event without an interval",
        (
          "'opened'|eventLastSeen",
          "eventLastSeen is missing the interval; it takes 1 or 2 arguments"
        )),
      TestRow(
        "a last event with two arguments too many",
        (
          "'opened'|eventLastSeen('Days', 1, 1, 1)",
          "too many arguments for eventLastSeen, which takes 1 or 2; remove the last 2"
        )),
      TestRow(
        "a preference with an argument",
        (
          "'a.b'|preferenceIsUserSet(1)",
          "too many arguments for preferenceIsUserSet, which takes none; remove the last one"
        )),
      TestRow(
        "a preference that is a number",
        (
          "days|preferenceIsUserSet",
          "the preference of preferenceIsUserSet must be a string, not the number 6"
        )),
      TestRow(
        "a sample without its total",
        ("version|bucketSample(0, 10)", "bucketSample is missing the total; it takes 3 arguments")),
      TestRow(
        "a total that is a text",
        (
          "version|bucketSample(0, 10, '10')",
          "the total of bucketSample must be a number, not the string \"10\""
        )),
      TestRow(
        "a total of zero",
        ("version|bucketSample(0, 10, 0)", "the total of bucketSample must be at least 1")),
      TestRow(
        "an interval that is misspelled",
        (
          "'opened'|eventSum('day', 1)",
          "the interval of eventSum must be one of Minutes, Hours, Days, Weeks, Months, Years, not \"day\"; did you "
            + "mean `Days`?"
        )),
    ])
  func errors(_ row: TestRow<(String, String)>) throws {
    let (text, message) = row.values
    let expression = try Expression(text)
    #expect(expression.outcome(in: context) == .error(.transform(message)))
    let found = expression.problems(knowing: ["version", "days", "nothing"], isTargeting: false)
    let isSeenWithoutValues = !text.hasPrefix("days") && !text.contains("nothing")
    #expect(
      found.map(\.message)
        == (isSeenWithoutValues ? ["`\(text)` is always an error: \(message)"] : []))
  }

  @Test(
    "where clients ignore further arguments, the value stays and a warning says so",
    arguments: [
      (
        "version|versionCompare('131.0', ⟦'132.0'⟧) > 0",
        "too many arguments for versionCompare, which takes 1; clients ignore the last one"
      ),
      (
        "version|versionCompare('131.0', ⟦1⟧, 2) > 0",
        "too many arguments for versionCompare, which takes 1; clients ignore the last 2"
      ),
      (
        "version|bucketSample(0, 10, 10, ⟦5⟧)",
        "too many arguments for bucketSample, which takes 3; clients ignore the last one"
      ),
    ])
  func ignored(_ marked: String, _ message: String) throws {
    let marked = MarkedText(marked)
    let expression = try Expression(marked.text)
    #expect(try expression.matches(context))
    let found = expression.problems(knowing: ["version"])
    #expect(found.map(\.code) == ["ignored-argument"] && found.map(\.message) == [message])
    #expect(found.map(\.location?.range) == marked.ranges)
  }

  @Test("a kind that is known without values is checked for attributes too")
  func kinds() throws {
    let found = try Expression("app_version|versionCompare(days_since_install) > 0").problems()
    #expect(
      found.map(\.message) == [
        "`app_version|versionCompare(days_since_install)` is always an error: the second version of versionCompare "
          + "must be a string, not a number or null"
      ])
  }
}
