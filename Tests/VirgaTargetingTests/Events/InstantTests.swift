import Testing
import VirgaTargeting
import VirgaTestSupport

@Suite("Instants") struct InstantTests {
  @Test(
    "a date and time survives a round trip",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:00:00Z", 951_825_600),
      ("1969-12-31T23:59:59Z", -1),
      ("2023-11-14T22:13:20Z", 1_700_000_000), ("0001-01-01T00:00:00Z", -62_135_596_800),
      ("9999-12-31T23:59:59Z", 253_402_300_799),
    ])
  func roundTrip(_ text: String, _ seconds: Int64) {
    #expect(Instant(iso8601: text) == Instant(seconds: seconds))
    #expect(Instant(seconds: seconds).description == text)
  }

  @Test("time zone and fraction are read")
  func zoneAndFraction() {
    let instant = Instant(iso8601: "2025-03-10T14:30:00.25+02:00")
    #expect(instant == Instant(seconds: 1_741_609_800, nanoseconds: 250_000_000))
    #expect(instant?.description == "2025-03-10T12:30:00.25Z")
  }

  @Test(
    "other text is not a date and time",
    arguments: [
      TestRow("an empty text", ""),
      TestRow("a date alone", "2025-03-10"),
      TestRow("no time zone", "2025-03-10T12:30:00"),
      TestRow("a day that the month does not have", "2025-02-30T00:00:00Z"),
      TestRow("a 13th month", "2025-13-01T00:00:00Z"),
      TestRow("hour 24", "2025-03-10T24:00:00Z"),
      TestRow("a text after it", "2025-03-10T12:30:00Zx"),
      TestRow("a point without a fraction", "2025-03-10T12:30:00.Z"),
      TestRow("a month of one digit", "2025-3-10T12:30:00Z"),
    ])
  func invalidTexts(_ row: TestRow<String>) {
    let text = row.values
    #expect(Instant(iso8601: text) == nil)
  }

  @Test("a year starts on January 1")
  func startOfYear() {
    #expect(
      Instant(iso8601: "2024-12-31T23:59:59Z")?.startOfYear.description == "2024-01-01T00:00:00Z")
    #expect(Instant(seconds: -1).startOfYear.description == "1969-01-01T00:00:00Z")
  }
}
